import { fail } from "#kit/contract/error-code.ts";
import { notFound, unavailable } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Clock } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { LeadershipLost } from "#modules/engines/shared-rounds/server/index.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import type { Bet, WalletPort } from "#modules/wallet/server/port.ts";
import type { cashOutCrashBet } from "../shared/contract.ts";
import { alreadyCashedOut, cashOutTooLate, notFlying } from "../shared/errors.ts";
import type { LiveRound } from "./live-round.ts";
import type { Claim, Seat } from "./roster.ts";
import { settleOne } from "./settle-round.ts";
import { cashedOutView } from "./views.ts";

type Answer = RouteOutput<typeof cashOutCrashBet>;

interface Needs {
  readonly clock: Clock;
  readonly wallet: WalletPort;
  readonly bets: Pick<Bets, "ids">;
  readonly live: () => LiveRound | undefined;
  readonly chainOf: (round: bigint) => Promise<RoundFacts>;
  readonly decided: (bet: Bet) => void;
}

/**
 * The player's own cash-out. It is stamped once, on the owner's clock, in the first line that runs after it was read; the stamp
 * alone decides. Fails, in this order: `unavailable` (another process runs the round), `not_found`, `already_cashed_out`,
 * `not_flying`, `cash_out_too_late`.
 */
export async function cashOut(needs: Needs, call: Call<typeof cashOutCrashBet>): Promise<Answer> {
  const stamp = needs.clock.monotonic();
  const name = needs.bets.ids.open(call.input.params.id);
  if (!name || name.player !== call.session.player) fail(notFound);
  const round = needs.live();
  const seat = round?.roster.seat(name.player, name.key);
  if (!round || !seat) return cashOutOfPast(needs, name.player, name.key, call.key, round !== undefined);
  const claimed = seat.claim ?? stampedClaim(needs, round, seat, stamp, call.key);
  if (claimed.key !== call.key) fail(alreadyCashedOut, { data: { at: formatHundredths(claimed.multiplier) } });
  return { data: cashedOutView(needs.bets.ids, await claimed.paid.catch(failWithoutLeader), round.chain) };
}

/** The leadership was lost before the money moved: nothing was acknowledged, and the successor ends the bet. */
function failWithoutLeader(error: unknown): never {
  if (error instanceof LeadershipLost) fail(unavailable, { retryAfter: 1 });
  throw error;
}

function stampedClaim(needs: Needs, round: LiveRound, seat: Seat, stamp: number, key: Uuid): Claim {
  if (!round.flight) fail(notFlying);
  const verdict = round.flight.judge(seat.terms, stamp);
  if (verdict.kind === "too_early") fail(notFlying);
  if (verdict.kind === "too_late") fail(cashOutTooLate);
  return claim(needs, round, seat, verdict.multiplier, verdict.isAutomatic ? undefined : key);
}

/**
 * Decides that the bet leaves at this multiplier: once, in one synchronous step of the owner; the money follows until it is done.
 * @param key the player's key; absent for an automatic cash-out
 */
export function claim(
  { wallet, decided }: Pick<Needs, "wallet" | "decided">,
  round: LiveRound,
  seat: Seat,
  multiplier: number,
  key?: Uuid,
): Claim {
  const paid = settleOne(wallet, round.leadership, seat.bet, { kind: "cashed_out", at: multiplier }, key).then(bet => {
    seat.ended = bet;
    round.feed.cashedOut(bet, multiplier);
    decided(bet);
    return bet;
  });
  // Callers that await it get the failure; it fails only when the leadership has ended.
  paid.catch(() => undefined);
  seat.claim = { multiplier, key: key ?? null, paid };
  return seat.claim;
}

/** A cash-out of a bet that is not in the running round: the first answer again, or why there is none. */
async function cashOutOfPast(
  { wallet, bets, chainOf }: Needs,
  player: Bet["player"],
  key: Uuid,
  callKey: Uuid,
  isOwner: boolean,
): Promise<Answer> {
  const bet = (await wallet.bet(player, key)) ?? fail(notFound);
  if (bet.game !== "crash" || !bet.round) fail(notFound);
  if (bet.status === "open") return isOwner ? fail(notFlying) : fail(unavailable, { retryAfter: 1 });
  // The bet has ended, so this moves nothing: it only finds out whether this key has ended it.
  const findBet = {
    player,
    bet: key,
    key: callKey,
    result: { kind: "paid", payout: micros(0n), outcome: null },
  } as const;
  const answer = await wallet.settle(findBet);
  if (answer.kind === "settled") return { data: cashedOutView(bets.ids, answer.bet, await chainOf(bet.round.number)) };
  return fail(bet.status === "settled" && bet.payout > 0n ? alreadyCashedOut : cashOutTooLate);
}
