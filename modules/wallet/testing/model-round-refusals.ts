import { type Micros, micros } from "#kit/money/amount.ts";
import { collectedGrant, numberInGrant, takesBonus } from "#modules/wagering/shared/grant.ts";
import type { RoundBet } from "../server/provider-rounds/port.ts";
import type { ModelFreeRounds } from "./model-free-rounds.ts";
import type { ModelNonces } from "./model-nonces.ts";
import { nameOf, type Round, type RoundModelNeeds, type RoundWallet } from "./model-round.ts";

interface RoundState {
  readonly rounds: ReadonlyMap<string, Round>;
  readonly freeRounds: ModelFreeRounds;
  readonly nonces: ModelNonces;
}

/** Why the model takes no bet, in the order of the checks. */
export function createRoundRefusals<W extends RoundWallet>(
  needs: RoundModelNeeds<W>,
  { rounds, freeRounds, nonces }: RoundState,
) {
  function mayTake(bet: RoundBet, { grant }: W, round: Round | undefined): boolean {
    if (!grant || !bet.product || (round?.grant !== undefined && round.grant !== grant.number)) return false;
    return takesBonus(grant, { stake: bet.stake, rate: bet.rate ?? 0, game: numberInGrant(bet.product) }, needs.now());
  }

  function refusal(bet: RoundBet, wallet: W, round: Round | undefined) {
    const of = (reason: string) => ({ reason, balance: stakeable(bet, wallet, round) });
    if (round && (round.status !== "open" || !isOf(round, bet))) return of("round_closed");
    if (round && (round.grant === collectedGrant || isCollected(bet))) return of("round_closed");
    if (bet.exclusive && othersOpen(bet)) return of("round_open");
    const late = bet.nonce && nonces.refusal(bet.player, bet.game, bet.round.slug, bet.nonce);
    if (late) return of(late);
    if ((round?.cap ?? 0n) + bet.winCap > bet.mostCap) return of("win_cap");
    if (bet.free && !freeRounds.mayPlay(bet.player, bet.free.grant)) return of("free_rounds_over");
    if (needs.isBlocked(bet.player)) return of("player_blocked");
    needs.endDue(bet.player, bet.currency);
    const takes = mayTake(bet, wallet, round);
    const fromBonus = takes && bet.stake > wallet.real ? bet.stake - wallet.real : 0n;
    const limited = needs.limited(bet, bet.stake - fromBonus);
    if (limited) return { reason: limited, balance: null };
    if (bet.stake > wallet.real + (takes ? wallet.bonus : 0n))
      return of(isOverMaxBet(bet, wallet, round) ? "stake_out_of_limits" : "insufficient_funds");
    const pause = needs.outOfTime(bet.player);
    return pause === undefined ? undefined : { reason: pause, balance: null };
  }

  const isCollected = ({ free }: RoundBet) => free !== undefined && freeRounds.collects(free.grant);

  function stakeable(bet: RoundBet, wallet: W, round: Round | undefined): Micros {
    const number = round?.grant ?? (isCollected(bet) ? collectedGrant : undefined);
    const isOfGrant = number === undefined ? mayTake(bet, wallet, round) : number !== collectedGrant;
    return micros(wallet.real + (isOfGrant ? wallet.bonus : 0n));
  }

  function isOverMaxBet(bet: RoundBet, wallet: W, round: Round | undefined): boolean {
    const { grant } = wallet;
    if (!grant || bet.stake <= grant.maxBet || bet.stake > wallet.real + wallet.bonus) return false;
    return mayTake({ ...bet, stake: grant.maxBet }, wallet, round);
  }

  const isOf = (round: Round, bet: RoundBet) =>
    round.game === bet.game && round.slug === bet.round.slug && round.currency === bet.currency;

  function othersOpen(bet: RoundBet): boolean {
    return [...rounds].some(
      ([name, other]) =>
        name.startsWith(bet.player) &&
        name !== nameOf(bet.player, bet.round.key) &&
        other.status === "open" &&
        other.exclusive &&
        other.game === bet.game &&
        other.slug === bet.round.slug,
    );
  }

  return { refusal, mayTake, isCollected };
}
