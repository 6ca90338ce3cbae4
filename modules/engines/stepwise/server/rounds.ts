import { Failure, fail } from "#kit/contract/error-code.ts";
import { idempotencyConflict, notFound, unavailable } from "#kit/contract/errors.ts";
import type { RouteSpec } from "#kit/contract/route.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import type { Session } from "#kit/http/handler.ts";
import { type Micros, micros, parseAmount, payoutOf } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { canonicalJson, type Json } from "#kit/std/json.ts";
import type { BetIds } from "#modules/bets/server/index.ts";
import { capRefusal, currencyRefusal, limitRefusal, refusalOf, requestHash } from "#modules/bets/server/index.ts";
import { cashOutEarly, currencyRequired, roundOver, stepNotOffered } from "#modules/bets/shared/errors.ts";
import type { StakeTable } from "#modules/bets/shared/stakes.ts";
import type { RoundPairs } from "#modules/fairness/server/index.ts";
import { roundOpen } from "#modules/fairness/shared/errors.ts";
import { rateOf } from "#modules/wagering/shared/grant.ts";
import { openRoundOf, roundAfter } from "#modules/wallet/server/index.ts";
import type { Bet, EndOfRound, OpenRound, WalletPort, WalletRounds } from "#modules/wallet/server/port.ts";
import type { Play, RoundEnd, StepwiseRules } from "../shared/stepwise.ts";
import { fitsOf, playOf } from "./play.ts";

export interface RoundsSpec<Start, Choice, Opening, Shown, View> {
  readonly game: string;
  /** The rules of a published version: a round is played to its end by those it was begun with. */
  readonly rulesOf: (version: string) => StepwiseRules<Start, Choice, Opening, Shown>;
  readonly limits: StakeTable;
  /** Version of the rules of rounds that start now. */
  readonly rulesVersion: string;
  /** The start call: its name is part of what a repeat must match. */
  readonly startRoute: Pick<RouteSpec, "method" | "path">;
  /** The answer to every call of a round: built from an allow list, and always the same for the same state of the round. */
  readonly view: (round: OpenRound) => Promise<View> | View;
  /** Called with each round that has ended, after its commit. */
  readonly onEnded: (bet: Bet) => void;
}

export interface RoundsNeeds {
  readonly wallet: Pick<WalletPort, "place" | "bet"> & WalletRounds;
  readonly pairs: RoundPairs;
  readonly ids: BetIds;
  readonly winCap: (currency: Currency) => { readonly cap: Micros };
}

/** A player's call of a round. */
export interface RoundCall {
  readonly session: Session;
  readonly key: Uuid;
}

/** One game's rounds: start, step, cash out, close. Every method resolves after the commit. */
export interface Rounds<Start, Choice, View> {
  /**
   * Takes the stake and starts the round. Fails, in this order: `currency_required`, `currency_changed`, `stake_out_of_limits`, `win_cap`, then the
   * wallet's refusals, including `round_open` with the open round.
   */
  start(call: RoundCall, input: { stake: string; currency?: string | undefined }, start: Start): Promise<View>;
  /**
   * One step. `seen`: how many steps the player has seen; the round must have as many. Fails: `not_found`, `idempotency_conflict`,
   * `round_over`, `step_not_offered`.
   */
  step(call: RoundCall, id: string, choice: Choice, seen?: number): Promise<View>;
  /** Fails: `not_found`, `idempotency_conflict`, `round_over`, `cash_out_early`. */
  cashOut(call: RoundCall, id: string): Promise<View>;
  /** The player's open round, for reloads and other devices. */
  open(player: PlayerId): Promise<View | undefined>;
  /** Ends a round on its player's behalf: at its current value, or refunded if there is nothing to cash out. */
  close(round: OpenRound): Promise<void>;
}

/** Lost races in a row; after each the round has advanced, and a round has at most a hundred steps. */
const mostTries = 100;

export function createRounds<Start, Choice, Opening, Shown, View>(
  needs: RoundsNeeds,
  spec: RoundsSpec<Start, Choice, Opening, Shown, View>,
): Rounds<Start, Choice, View> {
  const { wallet, ids, pairs } = needs;
  const { game } = spec;
  const rulesOfRound = ({ rulesVersion }: OpenRound) => spec.rulesOf(rulesVersion);
  type ThisPlay = Play<Start, Choice, Opening, Shown>;
  const playOfRound = (round: OpenRound): ThisPlay => playOf(round);

  async function streamOf(round: OpenRound): Promise<() => WordStream> {
    const pair = await pairs.at(round.player, required(round.seed, "a round has a seed"));
    return () => pair.stream(game);
  }

  /** The caller's round of this game, open or over; other players' rounds are not found. */
  async function ownRound(player: PlayerId, id: string): Promise<OpenRound> {
    const name = ids.open(id);
    if (name?.player !== player) fail(notFound);
    const bet = (await wallet.bet(player, name.key)) ?? fail(notFound);
    if (bet.game !== game || !bet.journal) fail(notFound);
    return openRoundOf(bet);
  }

  /** The end of the round after `play`, as stored. */
  function endOf(round: OpenRound, play: ThisPlay, how: RoundEnd, stream: WordStream): EndOfRound["result"] {
    const rules = rulesOfRound(round);
    const outcome = { ...rules.ending(play, stream), end: how };
    if (how === "refunded") return { kind: "voided", outcome };
    const paidMultiplier =
      how === "lost" ? null : required(rules.cashOutMultiplier(play), "a paid round has a multiplier");
    return { kind: "paid", payout: paidMultiplier ? payoutOf(round.stake, paidMultiplier) : micros(0n), outcome };
  }

  async function answerEnded(bet: OpenRound, replayed: boolean): Promise<View> {
    if (!replayed) spec.onEnded(bet);
    return spec.view(bet);
  }

  /** The answer that the step with this key got; undefined when there was none. */
  function repeat(round: OpenRound, key: Uuid, choice: Choice): OpenRound | undefined {
    const at = round.journal.steps.findIndex(step => step.key === key);
    if (at < 0) return undefined;
    if (canonicalJson(round.journal.steps[at]?.choice) !== canonicalJson(choice)) fail(idempotencyConflict);
    const after = roundAfter(round, at + 1);
    // The step that ended the round was answered with its end; a round that was closed later was open after it.
    return rulesOfRound(round).state(playOfRound(after), fitsOf(round)) === "open" ? after : round;
  }

  async function tryStep(call: RoundCall, id: string, choice: Choice, seen?: number): Promise<View | undefined> {
    const round = await ownRound(call.session.player, id);
    const before = repeat(round, call.key, choice);
    if (before) return spec.view(before);
    if (round.status !== "open") fail(roundOver);
    // The choice was made at another state of the round, in another tab perhaps.
    if (seen !== undefined && seen !== round.journal.steps.length) fail(stepNotOffered, { data: { reason: "passed" } });
    const rules = rulesOfRound(round);
    const play = playOfRound(round);
    const refusal = rules.refuses(play, choice, fitsOf(round));
    if (refusal) fail(stepNotOffered, { data: { reason: refusal } });
    const stream = await streamOf(round);
    const shown = rules.show(play, choice, stream());
    const after: ThisPlay = { ...play, steps: [...play.steps, { choice, shown }] };
    const state = rules.state(after, fitsOf(round));
    const step = { choice: choice as Json, shown: shown as Json };
    if (state === "open") {
      const answer = await wallet.step({ round, key: call.key, ...step });
      return answer.kind === "stepped" ? spec.view(answer.round) : undefined;
    }
    const how = state === "lost" ? "lost" : rules.cashOutMultiplier(after) ? "completed" : "refunded";
    const result = endOf(round, after, how, stream());
    const answer = await wallet.finish({ round, key: call.key, last: step, result });
    return answer.kind === "settled" ? answerEnded(answer.bet, answer.replayed) : undefined;
  }

  async function tryCashOut(call: RoundCall, id: string): Promise<View | undefined> {
    const round = await ownRound(call.session.player, id);
    const play = playOfRound(round);
    const isOpen = round.status === "open";
    if (isOpen && !rulesOfRound(round).cashOutMultiplier(play)) fail(cashOutEarly);
    // A finished round cannot end again: the wallet only reports whether this key ended it.
    const result = isOpen
      ? endOf(round, play, "cashed_out", (await streamOf(round))())
      : ({ kind: "paid", payout: micros(0n), outcome: null } as const);
    const answer = await wallet.finish({ round, key: call.key, result });
    if (answer.kind === "settled") return answerEnded(answer.bet, answer.replayed);
    if (answer.reason === "idempotency_conflict") fail(idempotencyConflict);
    return isOpen ? undefined : fail(roundOver);
  }

  return {
    async start({ session: { player, currency }, key }, { stake: stakeText, currency: expectedCurrency }, start) {
      const rules = spec.rulesOf(spec.rulesVersion);
      const stake = required(parseAmount(stakeText), "the contract checks the stake");
      if (!currency) fail(currencyRequired);
      const { cap } = needs.winCap(currency);
      const refusal =
        currencyRefusal(expectedCurrency, currency) ??
        limitRefusal(spec.limits, currency, stake) ??
        capRefusal(cap, stake, rules.least(start));
      // A repeated request gets its first answer, even if limits have changed since.
      if (refusal && !(await wallet.bet(player, key))) throw refusal;
      const answer = await wallet.place({
        player,
        key,
        game,
        currency,
        stake,
        winCap: cap,
        choice: start as Json,
        requestHash: requestHash(spec.startRoute, { stake: stakeText, currency: expectedCurrency, start }),
        rulesVersion: spec.rulesVersion,
        rate: rateOf(rules.returned),
        begin: pair => rules.opening(start, pair.stream(game)) as Json,
      });
      if (answer.kind === "accepted") return spec.view(openRoundOf(answer.bet));
      if (answer.reason === "round_open")
        throw new Failure(roundOpen, { data: { round: await spec.view(answer.bet) } });
      throw refusalOf(answer);
    },

    step: (call, id, choice, seen) => untilDone(() => tryStep(call, id, choice, seen)),
    cashOut: (call, id) => untilDone(() => tryCashOut(call, id)),

    async open(player) {
      const round = await wallet.openRound(player, game);
      return round && spec.view(round);
    },

    async close(round) {
      const play = playOfRound(round);
      const how = rulesOfRound(round).cashOutMultiplier(play) ? "expired" : "refunded";
      const result = endOf(round, play, how, (await streamOf(round))());
      const answer = await wallet.finish({ round, result });
      if (answer.kind === "settled" && !answer.replayed) spec.onEnded(answer.bet);
    },
  };
}

/** Another step or end came first: everything is read again. */
async function untilDone<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < mostTries; tries++) {
    const done = await attempt();
    if (done !== undefined) return done;
  }
  return fail(unavailable, { retryAfter: 1 });
}
