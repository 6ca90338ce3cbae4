import { Failure } from "#kit/contract/error-code.ts";
import type { Host } from "#kit/host/host.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Bets, currencyRefusal } from "#modules/bets/server/index.ts";
import { type BettingEvent, type LegNow, readBettingEvents, readLegs } from "#modules/odds/server/index.ts";
import type { Slip, SlipReserves, WalletSlips } from "#modules/wallet/server/index.ts";
import { type EachWay, eachWayKind, eachWayOf } from "../shared/each-way.ts";
import { badSystem, relatedLegs as relatedLegsError } from "../shared/errors.ts";
import { type RequestedLeg, type RequestedSlip, readSlip } from "../shared/read-slip.ts";
import { slipWinCap } from "../shared/slip-limits.ts";
import { readTerms } from "../shared/slip-terms.ts";
import { freeBetRefusal } from "./free-bets.ts";
import type { WaitingSlips } from "./live-delay.ts";
import type { Offers } from "./offers.ts";
import { readQuote, type StoredQuote } from "./quotes.ts";
import { relatedLegs } from "./related-legs.ts";
import { canonicalLegs, problemFailure } from "./slip-checks.ts";
import { readFactor } from "./trading/store.ts";

export interface PlaceSlipNeeds {
  readonly host: Pick<Host, "db" | "clock">;
  readonly wallet: Pick<WalletSlips, "placeSlip" | "slip"> & { readonly slipReserves: SlipReserves };
  readonly bets: Pick<Bets, "ids">;
  readonly waiting: WaitingSlips;
  readonly offers: Offers;
  /** The bankroll that win caps are a part of. */
  readonly capital: (currency: Currency) => Promise<Micros>;
}

/** A request with what it names, as it is sent to the wallet. */
export interface Draft {
  readonly slip: RequestedSlip;
  readonly currency: Currency;
  readonly winCap: Micros;
  /** Incident counters at arrival, by leg; null before the start. */
  readonly counters: readonly (number | null)[];
  /** The legs at arrival. */
  readonly now: readonly LegNow[];
  /** The quote of a builder; null for other slips. */
  readonly builder: StoredQuote | null;
  /** The place part of each leg; null for a slip that is not each-way. */
  readonly eachWay: readonly EachWay[] | null;
  /** The player's part of the win limit, in thousandths. */
  readonly factor: number;
}

export async function draftOf(
  needs: PlaceSlipNeeds,
  player: PlayerId,
  body: object,
  currency: Currency,
  repeated: Slip | undefined,
): Promise<Draft | Failure> {
  const read = readSlip(body, currency);
  const refusal = currencyRefusal((body as { readonly currency?: string }).currency, currency);
  if (refusal) return refusal;
  if ("code" in read) return problemFailure(read, currency);
  const legs = canonicalLegs(read.legs);
  if (legs instanceof Failure) return legs;
  const slip = { ...read, legs };
  const [events, bankroll, { factor }] = await Promise.all([
    eventsOf(needs, slip),
    needs.capital(currency),
    readFactor(needs.host.db, player),
  ]);
  const related = relatedLegs(legs, events);
  if (related) return new Failure(relatedLegsError, { data: { legs: related } });
  const eachWay = slip.eachWay ? (storedEachWay(repeated) ?? eachWayTerms(legs, events)) : null;
  if (eachWay instanceof Failure) return eachWay;
  const unavailable = repeated ? undefined : await freeBetRefusal(needs.offers, player, currency, slip);
  if (unavailable) return unavailable;
  const builder = slip.kind === "builder" ? await quoteOf(needs, player, slip, repeated) : null;
  if (builder instanceof Failure) return builder;
  const now = await readNow(needs, legs);
  const counters = legs.map(({ event }, leg) =>
    events.get(event)?.status === "live" ? (now[leg]?.incidentCounter ?? null) : null,
  );
  return { slip, currency, winCap: slipWinCap(currency, bankroll), counters, now, builder, eachWay, factor };
}

const storedEachWay = (repeated: Slip | undefined) => repeated && readTerms(repeated.terms).eachWay;

/** The terms by the entrants of each leg's tournament, or the refusal of a leg that has no places. */
function eachWayTerms(
  legs: readonly RequestedLeg[],
  events: ReadonlyMap<string, BettingEvent>,
): readonly EachWay[] | Failure {
  const terms = legs.flatMap(({ event, market }) => {
    const own = market === eachWayKind ? eachWayOf(events.get(event)?.entrants ?? 0) : undefined;
    return own ? [own] : [];
  });
  return terms.length === legs.length ? terms : new Failure(badSystem, { data: { field: "each_way" } });
}

/** The quote of a builder; of a repeated request the one that the slip was accepted with. */
async function quoteOf(
  { host }: PlaceSlipNeeds,
  player: PlayerId,
  slip: Pick<RequestedSlip, "quote" | "legs">,
  repeated: Slip | undefined,
): Promise<StoredQuote | Failure> {
  const { builder: prices = null, chance = null } = repeated ? readTerms(repeated.terms) : {};
  return prices ? { prices, chance, versions: slip.legs.map(() => 0n) } : readQuote(host, player, slip);
}

const eventsOf = ({ host }: PlaceSlipNeeds, { legs }: RequestedSlip): Promise<ReadonlyMap<string, BettingEvent>> =>
  readBettingEvents(
    host.db,
    legs.map(({ event }) => event),
  );

export const readNow = ({ host }: PlaceSlipNeeds, legs: readonly RequestedLeg[]): Promise<readonly LegNow[]> =>
  readLegs(
    host.db,
    legs.map(({ event, market: kind, spec, outcome }) => ({ event, kind, spec, outcome })),
    new Date(host.clock.now()),
  );
