import { fail } from "#kit/contract/error-code.ts";
import { notFound, unavailable } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { LeadershipLost, settleBet } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { cashOutCrashBet } from "../shared/contract.ts";
import { alreadyCashedOut, cashOutTooLate, notFlying } from "../shared/errors.ts";
import type { Claim, CrashLive, CrashRounds, CrashSeat } from "./live-round.ts";
import { cashedOutAt } from "./settle-round.ts";
import { cashedOutView } from "./views.ts";

type Answer = RouteOutput<typeof cashOutCrashBet>;

/**
 * The player's own cash-out. It is stamped once, on the owner's clock, in the first line that runs after it was read; the stamp
 * alone decides. Fails, in this order: `unavailable` (another process runs the round), `not_found`, `already_cashed_out`,
 * `not_flying`, `cash_out_too_late`.
 */
export async function cashOut(crash: CrashRounds, call: Call<typeof cashOutCrashBet>): Promise<Answer> {
  const stamp = crash.clock.monotonic();
  const name = crash.bets.ids.open(call.input.params.id);
  if (!name || name.player !== call.session.player) fail(notFound);
  const round = crash.live();
  const seat = round?.roster.seat(name.player, name.key);
  if (!round || !seat) return cashOutOfPast(crash, name.player, name.key, call.key, round !== undefined);
  const claimed = seat.terms.claim ?? stampedClaim(crash, round, seat, stamp, call.key);
  if (claimed.key !== call.key) fail(alreadyCashedOut, { data: { at: formatHundredths(claimed.multiplier) } });
  return { data: cashedOutView(crash, await claimed.paid.catch(failWithoutLeader), round.chain) };
}

/** The leadership was lost before the money moved: nothing was acknowledged, and the successor ends the bet. */
function failWithoutLeader(error: unknown): never {
  if (error instanceof LeadershipLost) fail(unavailable, { retryAfter: 1 });
  throw error;
}

function stampedClaim(crash: CrashRounds, round: CrashLive, seat: CrashSeat, stamp: number, key: Uuid): Claim {
  if (!round.flight) fail(notFlying);
  const verdict = round.flight.judge(seat.terms.bet, stamp);
  if (verdict.kind === "too_early") fail(notFlying);
  if (verdict.kind === "too_late") fail(cashOutTooLate);
  return claim(crash, round, seat, verdict.multiplier, verdict.isAutomatic ? undefined : key);
}

/**
 * Decides that the bet leaves at this multiplier: once, in one synchronous step of the owner; the money follows until it is done.
 * @param key the player's key; absent for an automatic cash-out
 */
export function claim(
  { wallet, name, decided }: Pick<CrashRounds, "wallet" | "name" | "decided">,
  round: CrashLive,
  seat: CrashSeat,
  multiplier: number,
  key?: Uuid,
): Claim {
  const end = { bet: seat.bet, result: cashedOutAt(seat.bet, multiplier), ...(key !== undefined && { key }) };
  const paid = settleBet(wallet, name, round.leadership, end).then(bet => {
    round.roster.end(bet);
    round.cashOuts.left(bet, multiplier);
    decided(bet);
    return bet;
  });
  // Callers that await it get the failure; it fails only when the leadership has ended.
  paid.catch(() => undefined);
  seat.terms.claim = { multiplier, key: key ?? null, paid };
  return seat.terms.claim;
}

/** A cash-out of a bet that is not in the running round: the first answer again, or why there is none. */
async function cashOutOfPast(
  crash: CrashRounds,
  player: Bet["player"],
  key: Uuid,
  callKey: Uuid,
  isOwner: boolean,
): Promise<Answer> {
  const bet = (await crash.wallet.bet(player, key)) ?? fail(notFound);
  if (bet.game !== "crash" || !bet.round) fail(notFound);
  if (bet.status === "open") return isOwner ? fail(notFlying) : fail(unavailable, { retryAfter: 1 });
  // The bet has ended, so this moves nothing: it only finds out whether this key has ended it.
  const findBet = {
    player,
    bet: key,
    key: callKey,
    result: { kind: "paid", payout: micros(0n), outcome: null },
  } as const;
  const answer = await crash.wallet.settle(findBet);
  if (answer.kind === "settled")
    return { data: cashedOutView(crash, answer.bet, await crash.chainOf(bet.round.number)) };
  return fail(bet.status === "settled" && bet.payout > 0n ? alreadyCashedOut : cashOutTooLate);
}
