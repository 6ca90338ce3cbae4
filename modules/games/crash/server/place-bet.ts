import { Failure, fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount, type Micros, parseAmount } from "#kit/money/amount.ts";
import { parseHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import {
  type Bets,
  currencyRefusal,
  largestStake,
  limitRefusal,
  refusalOf,
  requestHash,
  roundRefusal,
} from "#modules/bets/server/index.ts";
import { bettingClosed, currencyRequired, winCapPassed } from "#modules/bets/shared/errors.ts";
import type { RoundFacts } from "#modules/fairness/server/index.ts";
import type { WalletPort } from "#modules/wallet/server/port.ts";
import { placeCrashBet } from "../shared/contract.ts";
import { tooManyBets } from "../shared/errors.ts";
import { crashLimits } from "../shared/limits.ts";
import { crashRules, minCashOut, payoutAt } from "../shared/rules.ts";
import type { LiveRound } from "./live-round.ts";
import { betCap, lowestCashOut, type RoundCaps } from "./round-caps.ts";
import { windowName } from "./settle-round.ts";
import { placedView } from "./views.ts";

interface Needs {
  readonly wallet: WalletPort;
  readonly bets: Pick<Bets, "ids">;
  readonly live: () => LiveRound | undefined;
  readonly chainOf: (round: bigint) => Promise<RoundFacts>;
}

/**
 * Takes a stake into the round that is betting; the betting window in the database decides whether it was in time. Fails, in this order:
 * `unavailable` (another process runs the rounds), `currency_required`, `currency_changed`, `stake_out_of_limits`, `win_cap`, `too_many_bets`, then what the wallet refuses.
 */
export async function placeBet(
  needs: Needs,
  call: Call<typeof placeCrashBet>,
): Promise<RouteOutput<typeof placeCrashBet>> {
  const { player, currency = null } = call.session;
  const { key } = call;
  const round = needs.live() ?? fail(unavailable, { retryAfter: 1 });
  if (!currency) fail(currencyRequired);
  const stake = required(parseAmount(call.input.body.stake), "the contract checks the stake");
  const auto = call.input.body.auto_cash_out ?? null;
  const caps = round.caps(currency);
  const winCap = betCap(
    caps,
    stake,
    auto === null ? null : required(parseHundredths(auto), "the contract checks the target"),
  );
  const refusal =
    currencyRefusal(call.input.body.currency, currency) ??
    limitRefusal(crashLimits, currency, stake) ??
    capRefusal(caps, winCap, stake) ??
    (round.roster.isFull(player, key) ? new Failure(tooManyBets) : undefined) ??
    // The betting window in the database decides; bets that arrive while it is closing are refused earlier, so that a burst cannot delay the closing.
    (round.state === "betting" ? roundRefusal(call.input.body.round, round.number) : new Failure(bettingClosed));
  // A repeated request gets its first answer, also when the round has filled or changed since.
  if (refusal && !(await needs.wallet.bet(player, key))) throw refusal;

  if (!refusal) round.roster.reserve({ player, key, currency, winCap });
  const answer = await needs.wallet.place({
    player,
    key,
    requestHash: requestHash(placeCrashBet, call.input.body),
    game: "crash",
    currency,
    stake,
    choice: choiceToKeep(auto, call.input.body.panel),
    rulesVersion: crashRules.current.version,
    winCap,
    bettingWindow: { name: windowName, round: round.number },
  });
  const isOfRound = answer.kind === "accepted" && answer.bet.round?.number === round.number;
  if (!isOfRound) round.roster.release(player, key);
  if (answer.kind === "refused") throw refusalOf(answer);
  if (isOfRound && answer.bet.status === "open" && round.roster.admit(answer.bet).isNew) round.feed.joined(answer.bet);
  const chain = isOfRound
    ? round.chain
    : await needs.chainOf(required(answer.bet.round, "a crash bet has a round").number);
  return { data: placedView(needs.bets.ids, answer.bet, chain) };
}

/** The panel is stored with the bet so that a reload shows the bet in the same panel; it decides nothing and is not in the proof. */
function choiceToKeep(auto: string | null, panel: "a" | "b" | undefined) {
  return panel === undefined ? { auto_cash_out: auto } : { auto_cash_out: auto, panel };
}

/** Refusal of a stake that could not even be cashed out at 1.01x within its cap. */
function capRefusal({ amount, maxMultiplier }: RoundCaps, winCap: Micros, stake: Micros): Failure | undefined {
  if (winCap >= payoutAt(stake, minCashOut)) return undefined;
  const largest = maxMultiplier < minCashOut ? "0" : formatAmount(largestStake(amount, lowestCashOut));
  return new Failure(winCapPassed, { data: { win_cap: formatAmount(amount), max_stake: largest } });
}
