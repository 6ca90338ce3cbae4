import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import { type DecidedMarket, type LegNow, lockLegs, readDecidedMarkets, readLegs } from "#modules/odds/server/index.ts";
import type { Slip, SlipLeg } from "#modules/wallet/server/index.ts";
import type { EachWay } from "../shared/each-way.ts";
import { readTerms } from "../shared/slip-terms.ts";
import type { BuilderChances } from "./builder-chances.ts";
import { offerOf, selectionsToQuote } from "./cash-out-offer.ts";

const queryOf = ({ event, kind, spec, outcome }: SlipLeg) => ({ event, kind, spec, outcome });
/** The market that states the chance of a place. */
const placeOf = ({ event, outcome }: SlipLeg, { places }: EachWay) => {
  return { event, kind: `outright_top_${places}`, spec: "", outcome };
};

/** The legs, and those of a slip each-way once more as bets on a place. */
export function queriesOf({ legs, terms }: Pick<Slip, "legs" | "terms">) {
  const { eachWay } = readTerms(terms);
  const places = legs.flatMap((leg, position) => {
    const own = eachWay?.[position];
    return own ? [placeOf(leg, own)] : [];
  });
  return [...legs.map(queryOf), ...places];
}
export const marketsOf = (slips: readonly Slip[]) => [
  ...new Set(slips.flatMap(({ legs }) => legs.map(({ market }) => market))),
];

/**
 * What a cash-out of the whole slip pays; the rows of the feed that it rests on stay locked until `tx` ends. The provider is not asked:
 * `offersNow` has done it.
 */
export async function currentOffer(
  chances: Pick<BuilderChances, "known">,
  tx: Queryable,
  slip: Slip,
  now: number,
): Promise<Micros | undefined> {
  const legs = await lockLegs(tx, queriesOf(slip), new Date(now));
  const markets = await readDecidedMarkets(tx, marketsOf([slip]));
  return offerOf(slip, { markets, legs, now, joint: chances.known });
}

/** The legs of each open slip as bets on them would be accepted now, by the slip's key; nothing is locked. */
export async function openLegsNow(
  db: Queryable,
  slips: readonly Slip[],
  now: number,
): Promise<ReadonlyMap<string, readonly LegNow[]>> {
  const open = slips.filter(({ status }) => status === "open");
  const read = open.length === 0 ? [] : await readLegs(db, open.flatMap(queriesOf), new Date(now));
  let first = 0;
  return new Map(
    open.map(slip => {
      const count = queriesOf(slip).length;
      const legs = read.slice(first, first + count);
      first += count;
      return [slip.key, legs] as const;
    }),
  );
}

/** What cash-outs of the open slips among these would pay, by their keys; nothing is locked. */
export async function offersNow(
  db: Queryable,
  chances: BuilderChances,
  slips: readonly Slip[],
  now: number,
  known: {
    readonly markets?: ReadonlyMap<bigint, DecidedMarket>;
    readonly legs?: ReadonlyMap<string, readonly LegNow[]>;
  } = {},
): Promise<ReadonlyMap<string, Micros>> {
  const open = slips.filter(({ status }) => status === "open");
  const offers = new Map<string, Micros>();
  if (open.length === 0) return offers;
  const [markets, legsOf] = await Promise.all([
    known.markets ?? readDecidedMarkets(db, marketsOf(open)),
    known.legs ?? openLegsNow(db, open, now),
  ]);
  const facts = open.map(slip => ({ slip, markets, legs: legsOf.get(slip.key) ?? [], now, joint: chances.known }));
  await Promise.all(
    facts.map(async each => {
      const selections = selectionsToQuote(each.slip, each);
      if (selections.length > 0) await chances.ask(selections);
    }),
  );
  for (const each of facts) {
    const offer = offerOf(each.slip, each);
    if (offer !== undefined) offers.set(each.slip.key, offer);
  }
  return offers;
}
