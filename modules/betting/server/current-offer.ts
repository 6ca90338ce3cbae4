import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Micros } from "#kit/money/amount.ts";
import { type DecidedMarket, lockLegs, readDecidedMarkets, readLegs } from "#modules/odds/server/index.ts";
import type { Slip, SlipLeg } from "#modules/wallet/server/index.ts";
import { offerOf } from "./cash-out-offer.ts";

const queryOf = ({ event, kind, spec, outcome }: SlipLeg) => ({ event, kind, spec, outcome });
const marketsOf = (slips: readonly Slip[]) => [
  ...new Set(slips.flatMap(({ legs }) => legs.map(({ market }) => market))),
];

/** What a cash-out of the whole slip pays; the rows of the feed that it rests on stay locked until `tx` ends. */
export async function currentOffer({ clock }: Pick<Host, "clock">, tx: Tx, slip: Slip): Promise<Micros | undefined> {
  const now = clock.now();
  const locked = await lockLegs(tx, slip.legs.map(queryOf), new Date(now));
  return offerOf(slip, await readDecidedMarkets(tx, marketsOf([slip])), locked, now);
}

/** What cash-outs of the open slips among these would pay, by their keys; nothing is locked. */
export async function offersNow(
  db: Queryable,
  slips: readonly Slip[],
  now: number,
  markets?: ReadonlyMap<bigint, DecidedMarket>,
): Promise<ReadonlyMap<string, Micros>> {
  const open = slips.filter(({ status }) => status === "open");
  const offers = new Map<string, Micros>();
  if (open.length === 0) return offers;
  const [decided, legs] = await Promise.all([
    markets ?? readDecidedMarkets(db, marketsOf(open)),
    readLegs(
      db,
      open.flatMap(slip => slip.legs.map(queryOf)),
      new Date(now),
    ),
  ]);
  let first = 0;
  for (const slip of open) {
    const offer = offerOf(slip, decided, legs.slice(first, first + slip.legs.length), now);
    if (offer !== undefined) offers.set(slip.key, offer);
    first += slip.legs.length;
  }
  return offers;
}
