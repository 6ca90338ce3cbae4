import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { type Account, account, bonusCost } from "#modules/ledger/shared/chart.ts";
import { collectedGrant, countedOf } from "#modules/wagering/shared/grant.ts";
import type { Bet } from "../server/port.ts";
import type { ModelFreeRounds } from "./model-free-rounds.ts";
import type { RoundModelNeeds, RoundWallet } from "./model-round.ts";

/** How a bet of a round ends in the model: what it counts for a bonus, where its bonus money goes, what is stored. */
export function createRoundEnds<W extends RoundWallet>(needs: RoundModelNeeds<W>, freeRounds: ModelFreeRounds) {
  /** What a settled bet counts for the wallet's grant, which it leaves. */
  function count(wallet: W, { stake, wagering }: Bet): bigint {
    const active = wallet.grant;
    if (!active || !wagering || active.number !== wagering.grant) return 0n;
    const counted = countedOf(stake, wagering.rate, active.left);
    wallet.grant = { ...active, left: micros(active.left - counted), open: active.open - 1 };
    return counted;
  }

  function payShare(wallet: W, bet: Bet, amount: bigint, kind: "bonus_payout" | "bonus_void", from: Account): void {
    const { wagering } = bet;
    if (!wagering) return;
    if (wagering.grant === collectedGrant) {
      freeRounds.collect((bet.choice as { readonly grant: Uuid }).grant, amount);
      needs.recordBet(wallet, bet, "bonus_share", amount, from, bonusCost("free_spins"));
      return;
    }
    const grant = needs.grant(bet.player, wagering.grant);
    if (wallet.grant?.number === wagering.grant)
      needs.recordBet(wallet, bet, kind, amount, from, account("player:bonus"));
    else if (grant.end === "completed" && !grant.cap)
      needs.recordBet(wallet, bet, kind, amount, from, account("player:real"));
    else needs.recordBet(wallet, bet, "bonus_share", amount, from, grant.account as Account);
  }

  function end(
    bet: Bet,
    key: Uuid,
    how: Pick<Bet, "status" | "payout" | "outcome" | "settledBalance"> & {
      readonly paidBonus: bigint;
      readonly counted: bigint;
      readonly settledBonus: bigint;
    },
  ): void {
    const { paidBonus, counted, settledBonus, ...rest } = how;
    const { wagering } = bet;
    const shares = wagering && {
      ...wagering,
      paidBonus: micros(paidBonus),
      counted: micros(counted),
      settledBonus: micros(settledBonus),
    };
    needs.put({ ...bet, ...rest, settledAt: new Date(needs.now()), ...(shares && { wagering: shares }) }, key);
  }

  return { count, payShare, end };
}
