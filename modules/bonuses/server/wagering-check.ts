import { Failure } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { PayoutCheck } from "#modules/payments/server/index.ts";
import { wageringOpen } from "#modules/payments/shared/errors.ts";
import { targetOf } from "../shared/terms.ts";
import { giveUpBonus } from "./give-up-bonus.ts";
import type { BonusNeeds } from "./needs.ts";
import { openWagering } from "./store.ts";
import { waitingForTurn } from "./waiting-store.ts";

/**
 * The objection to a payout while bonus money is wagered, and while a deposit bonus waits for its turn: the deposit would leave, and the bonus
 * start without it. A payout that gives these bonuses up ends them first.
 */
export function wageringCheck(needs: BonusNeeds): PayoutCheck {
  return async (tx, { player, giveUpBonuses }) => {
    for (const id of giveUpBonuses) await giveUp(needs, tx, player, id);
    // Read first: one that starts meanwhile is found as the active one.
    const waits = await objectionOfWaiting(tx, player);
    return (await objectionOfActive(needs, tx, player)) ?? waits;
  };
}

async function giveUp(needs: BonusNeeds, tx: Tx, player: PlayerId, id: string): Promise<void> {
  const waiting = await waitingForTurn(tx, player);
  // Before the bonus, as where one starts.
  if (waiting) await needs.wallet.lockBalance(tx, player, waiting.currency);
  await giveUpBonus(needs, tx, player, id);
}

async function objectionOfActive(needs: BonusNeeds, tx: Tx, player: PlayerId): Promise<Failure | undefined> {
  const active = await openWagering(tx, player);
  if (!active || (await needs.wallet.grants.endDue(tx, player, active.currency))) return undefined;
  const { left, bonus, currency } = active;
  // Wagered, and waiting for open bets because of its cap: there is nothing to give up.
  if (left === 0n) return undefined;
  const data = { left: formatAmount(left), currency, bonus_id: active.id, gives_up: formatAmount(bonus) };
  return new Failure(wageringOpen, { data: { ...data, status: "active" } });
}

async function objectionOfWaiting(tx: Tx, player: PlayerId): Promise<Failure | undefined> {
  const waiting = await waitingForTurn(tx, player);
  if (!waiting?.funded) return undefined;
  const { id, currency, funded, wager } = waiting;
  const data = { left: formatAmount(targetOf(funded, wager)), currency, bonus_id: id, gives_up: formatAmount(funded) };
  return new Failure(wageringOpen, { data: { ...data, status: "waiting" } });
}
