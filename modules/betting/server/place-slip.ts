import { Failure, fail } from "#kit/contract/error-code.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { refusalOf, requestHash } from "#modules/bets/server/index.ts";
import { currencyRequired } from "#modules/bets/shared/errors.ts";
import { type LegNow, readBettingEvents } from "#modules/odds/server/index.ts";
import type { PlaceSlip, PlaceSlipAnswer, ReservedShares, Slip } from "#modules/wallet/server/index.ts";
import { placeBettingSlip } from "../shared/contract.ts";
import {
  builderExpired,
  eventChanged,
  eventClosed,
  feedDown,
  freeBetUnavailable,
  marketSuspended,
  oddsChanged,
} from "../shared/errors.ts";
import type { RequestedSlip } from "../shared/read-slip.ts";
import { fullPrice } from "../shared/slip-payout.ts";
import { slipRulesVersion, storedTerms, termsOf } from "../shared/slip-terms.ts";
import { bonusRateOf, builderLeg } from "../shared/slip-value.ts";
import { legLimit } from "./leg-limits.ts";
import { delayOf } from "./live-delay.ts";
import { makeSlipReceipts } from "./make-receipts.ts";
import { builderRisks, type LegRisk, overExposure, risksOf, shownPrices } from "./slip-checks.ts";
import { type Draft, draftOf, type PlaceSlipNeeds, readNow } from "./slip-draft.ts";
import { acceptedView } from "./slip-views.ts";

/** A slip that takes the place of an open one. */
export interface Replacement {
  /** The id of the slip before. */
  readonly replaces: string;
  /** The stake and terms of the request, with what it names. */
  readonly requestHash: Uint8Array;
  /** What the slip before pays at least: the rest of the stake is taken from the wallet. */
  readonly proceeds: Micros;
  /** The events of the slip before: those that are played delay the slip. */
  readonly events: readonly string[];
  /** The refusal of a draft that would change nothing. */
  readonly refusal: (slip: RequestedSlip) => Failure | undefined;
}

/** A price moved between the check of the limits and the statement, in a way that the policy accepts. */
const mostAttempts = 4;

/**
 * Accepts a slip. Fails, in this order: `currency_required`, `currency_changed`, what is wrong with the request, `related_legs`,
 * `free_bet_unavailable`, `too_many_waiting`, what prevents a leg, `limit_exceeded`, then what the wallet refuses.
 */
export async function placeSlip(
  needs: PlaceSlipNeeds,
  call: PlaceCall,
  replacement?: Replacement,
): Promise<RouteOutput<typeof placeBettingSlip>> {
  const { player, currency = null } = call.session;
  if (!currency) fail(currencyRequired);
  // A repeated request gets its first answer, whatever has changed since.
  const repeated = await needs.wallet.slip(player, call.key);
  try {
    return await placeOnce(needs, call, currency, repeated, replacement);
  } catch (error) {
    if (repeated || !(error instanceof Failure)) throw error;
    // A request with the same key was accepted meanwhile: the refusal may be for the free bet or the money that it staked.
    const accepted = await needs.wallet.slip(player, call.key);
    if (!accepted) throw error;
    return placeOnce(needs, call, currency, accepted, replacement);
  }
}

/** What is read of a request to place a slip. */
export type PlaceCall = Pick<Call<typeof placeBettingSlip>, "session" | "key"> & {
  readonly input: { readonly body: object };
};

async function placeOnce(
  needs: PlaceSlipNeeds,
  { session: { player }, key, input: { body } }: PlaceCall,
  currency: Currency,
  repeated: Slip | undefined,
  replacement: Replacement | undefined,
): Promise<RouteOutput<typeof placeBettingSlip>> {
  const isRepeated = repeated !== undefined;
  const draft = await draftOf(needs, player, body, currency, repeated);
  if (draft instanceof Failure) throw draft;
  const unchanged = isRepeated ? undefined : replacement?.refusal(draft.slip);
  if (unchanged) throw unchanged;
  const hash = replacement?.requestHash ?? requestHash(placeBettingSlip, body);
  const named = { player, key, requestHash: hash, replacement };
  const isLive = draft.counters.some(counter => counter !== null);
  const place = (reserved: ReservedShares) => placeAtCurrentPrices(needs, draft, named, { isRepeated, reserved });
  // What is refused already does not wait.
  const refusal = isLive && !isRepeated ? refusalNow(draft, draft.now) : undefined;
  if (refusal) throw refusal;
  const delayMs = isRepeated ? 0 : await delayFor(needs, draft, isLive, replacement);
  const answer = delayMs > 0 ? await afterDelay(needs, draft, named, delayMs, place) : await place(noReserve);
  const [receipt] = await makeSlipReceipts(needs.host.db, needs.bets.ids, [answer.slip]);
  return { data: acceptedView(needs.bets.ids, answer.slip, required(receipt, "a receipt for each slip").hash) };
}

/** A slip whose events are played waits, and one that takes the place of such a slip. */
async function delayFor(
  { host }: PlaceSlipNeeds,
  { slip }: Draft,
  isLive: boolean,
  replacement: Replacement | undefined,
): Promise<number> {
  const own = isLive ? slip.legs.map(({ event }) => event) : [];
  const events = [...own, ...(replacement?.events ?? [])];
  return events.length === 0 ? 0 : delayOf([...(await readBettingEvents(host.db, events)).values()]);
}

const noReserve: ReservedShares = { real: micros(0n), bonus: micros(0n) };

/** How long a reserve outlives the delay. */
const reserveRestMs = 2_000;

/** The stake is reserved while the slip waits: a player cannot cancel a slip by emptying the wallet. Accepted or refused, the reserve ends. */
async function afterDelay(
  { host, waiting, wallet }: PlaceSlipNeeds,
  draft: Draft,
  { player, replacement }: Named,
  delayMs: number,
  place: (reserved: ReservedShares) => Promise<Accepted>,
): Promise<Accepted> {
  const { slip, currency } = draft;
  let shares = noReserve;
  return waiting.after(
    player,
    delayMs,
    async () => {
      const amount = micros(slip.stake - (replacement?.proceeds ?? 0n));
      if (slip.freeBet !== null || amount <= 0n) return;
      const until = new Date(host.clock.now() + delayMs + reserveRestMs);
      const rate = bonusRate(draft, draft.now);
      const answer = await wallet.slipReserves.reserve({ player, currency, amount, rate, until });
      if (answer.kind === "reserved") shares = answer.shares;
      else if (answer.isOverMaxBet) throw refusalOf({ kind: "refused", reason: "bonus_max_bet" });
      else throw refusalOf({ kind: "refused", reason: "insufficient_funds", balance: answer.balance });
    },
    async () => {
      let isTaken = false;
      try {
        const answer = await place(shares);
        isTaken = !answer.replayed;
        return answer;
      } finally {
        if (!isTaken && shares !== noReserve)
          await wallet.slipReserves.release(Object.assign({ player, currency }, shares));
      }
    },
  );
}

type Named = Pick<PlaceSlip, "player" | "key" | "requestHash"> & { readonly replacement: Replacement | undefined };
type Accepted = Extract<PlaceSlipAnswer, { kind: "accepted" }>;

async function placeAtCurrentPrices(
  needs: PlaceSlipNeeds,
  draft: Draft,
  named: Named,
  { isRepeated, reserved }: { readonly isRepeated: boolean; readonly reserved: ReservedShares },
): Promise<Accepted> {
  const { slip, currency, winCap, builder, eachWay, factor } = draft;
  for (let attempt = 1; ; attempt++) {
    const now = await readNow(needs, slip.legs);
    const prices = slip.legs.map(({ price }, leg) => Math.max(price, now[leg]?.price ?? price));
    const limits = slip.legs.map((leg, position) => legLimit(leg, now[position]?.terms, factor));
    // A quote predates what operators have set since.
    if (builder && !isRepeated && now.some(({ terms }) => terms !== null)) fail(builderExpired);
    const risks = builder
      ? builderRisks(slip, fullPrice(builder.prices), currency, winCap, limits)
      : risksOf(Object.assign({}, slip, { eachWay }), prices, currency, winCap, limits);
    if (risks instanceof Failure && !isRepeated) throw refusalNow(draft, now) ?? risks;
    const known = risks instanceof Failure ? undefined : risks;
    const answer = await needs.wallet.placeSlip(sentSlip(draft, named, now, prices, known, reserved));
    if (answer.kind === "accepted") return answer;
    const isAnswered = answer.reason !== "price_changed" || attempt === mostAttempts;
    if (isAnswered || !isAcceptable(slip, answer))
      throw refusalFailure(draft, answer, { risks: known, changed: changedLegs(draft, now) });
  }
}

/** Positions of live legs whose event had a goal, a card or another decisive incident since the request. */
function changedLegs({ counters }: Draft, now: readonly LegNow[]): readonly number[] {
  return now.flatMap(({ incidentCounter }, leg) => {
    const counter = counters[leg] ?? null;
    return counter !== null && counter !== incidentCounter ? [leg] : [];
  });
}

/** What an unlocked read of the legs says against the slip, in the order of the statement. */
function refusalNow(draft: Draft, now: readonly LegNow[]): Failure | undefined {
  const { slip, builder } = draft;
  const changed = changedLegs(draft, now);
  const legs = now.map(({ refusal, price }, leg) => {
    const isChanged = changed.includes(leg);
    return { refusal: refusal ?? (isChanged ? ("event_changed" as const) : null), price, headroom: null };
  });
  const first = closings.find(({ reason }) => legs.some(({ refusal }) => refusal === reason));
  if (first) return refusalFailure({ slip }, { kind: "refused", reason: first.reason, legs }, { changed });
  if (builder) return undefined;
  const isAccepted = isAcceptable(slip, { kind: "refused", reason: "price_changed", legs });
  return isAccepted ? undefined : refusalFailure({ slip }, { kind: "refused", reason: "price_changed", legs }, {});
}

/** The wagering rate, by the prices and chances just read: the rate is fixed before the statement, the price at its commit. */
function bonusRate({ slip, builder, eachWay }: Draft, now: readonly LegNow[]): number {
  // The chance of a place is not known, so there is no edge to count by.
  if (eachWay) return 0;
  const { shape, kind } = slip;
  const legs = builder
    ? [builderLeg(fullPrice(builder.prices), builder.chance)]
    : slip.legs.map(({ price }, leg) => ({ price: now[leg]?.price ?? price, chances: now[leg]?.p ?? null }));
  return bonusRateOf({ shape, isAccumulator: kind === "accumulator", legs });
}

function sentSlip(
  draft: Draft,
  { player, key, requestHash: hash, replacement }: Named,
  now: readonly LegNow[],
  prices: readonly number[],
  risks: readonly LegRisk[] | undefined,
  reserved: ReservedShares,
): PlaceSlip {
  const { slip, currency, winCap, counters, builder, eachWay } = draft;
  const { policy, stake, legs } = slip;
  const ownPrices = now.flatMap(({ terms }, leg) => (terms === null ? [] : [leg]));
  return {
    player,
    key,
    requestHash: hash,
    currency,
    stake,
    reserved,
    rate: slip.freeBet === null ? bonusRate(draft, now) : 0,
    freeBet: slip.freeBet as Uuid | null,
    terms: storedTerms(termsOf(slip, builder, ownPrices, eachWay, replacement?.replaces)),
    rulesVersion: slipRulesVersion,
    winCap,
    legs: legs.map(({ event, market: kind, spec, outcome, price: shown }, leg) => {
      // Of a builder the price of the feed, whatever the request says: the statement compares the market's version.
      const price = builder ? (now[leg]?.price ?? shown) : shown;
      const { liability = 0n, stakeUsd = 0n, cap = 0n } = risks?.[leg] ?? {};
      const most = prices[leg] ?? price;
      const counter = counters[leg] ?? null;
      const version = builder?.versions[leg] ?? null;
      return { event, kind, spec, outcome, price, policy, counter, most, version, liability, stakeUsd, cap };
    }),
  };
}

type Refused = Extract<PlaceSlipAnswer, { kind: "refused" }>;
type RefusedLegs = Extract<Refused, { readonly legs: unknown }>;

/** Whether the policy accepts the prices that the statement read. */
function isAcceptable({ kind, policy, legs }: RequestedSlip, answer: Refused): boolean {
  // A builder has the price of its quote or none.
  if (!("legs" in answer) || kind === "builder") return false;
  return answer.legs.every(({ price }, leg) => {
    const shown = legs[leg]?.price ?? 0;
    if (price === null) return false;
    return policy === "any" || (policy === "better" ? price >= shown : price === shown);
  });
}

const closings = [
  { reason: "feed_down", error: feedDown },
  { reason: "event_closed", error: eventClosed },
  { reason: "market_suspended", error: marketSuspended },
  { reason: "event_changed", error: eventChanged },
] as const;

interface RefusalFacts {
  readonly risks?: readonly LegRisk[] | undefined;
  /** Positions of legs whose event changed during the live delay. */
  readonly changed?: readonly number[];
}

function refusalFailure(
  { slip }: Pick<Draft, "slip">,
  answer: Refused,
  { risks = [], changed = [] }: RefusalFacts,
): Failure {
  if (answer.reason === "free_bet_unavailable") return new Failure(freeBetUnavailable);
  if (!("legs" in answer)) return refusalOf(answer);
  if (answer.reason === "limit_exceeded")
    return overExposure(
      slip,
      risks,
      answer.legs.map(({ headroom }) => headroom),
    );
  const closing = closings.find(({ reason }) => reason === answer.reason);
  if (closing) {
    const why = changed.length > 0 ? { changed } : {};
    return new Failure(closing.error, { data: Object.assign({ legs: positionsOf(answer) }, why) });
  }
  return new Failure(oddsChanged, { data: { legs: shownPrices(answer.legs.map(({ price }) => price)) } });
}

function positionsOf({ legs, reason }: RefusedLegs): readonly number[] {
  return legs.flatMap(({ refusal }, position) => (refusal === reason ? [position] : []));
}
