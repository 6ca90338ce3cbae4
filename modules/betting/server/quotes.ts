import { Failure, fail } from "#kit/contract/error-code.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import { int4Array, int8Array } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type LegNow, type Odds, type Quote, readLegs } from "#modules/odds/server/index.ts";
import type { quoteBuilder } from "../shared/contract.ts";
import { builderExpired, eventClosed, feedDown, marketSuspended, notCombinable } from "../shared/errors.ts";
import { priceText, type RequestedSlip } from "../shared/read-slip.ts";
import { type BuilderPrices, fullPrice } from "../shared/slip-payout.ts";
import { canonicalLegs } from "./slip-checks.ts";

export interface QuoteNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids">;
  readonly odds: Pick<Odds, "quote">;
}

/** A builder's prices, as they were quoted to a player. */
export interface StoredQuote {
  readonly prices: BuilderPrices;
  /** Version of each leg's market. The statement that accepts the slip compares them. */
  readonly versions: readonly bigint[];
  /** Chance of all selections together, in millionths; null when it is not known. */
  readonly chance: number | null;
}

const quoteMs = 10_000;
/** A price that pays more than this on average is a mistake of the provider. */
const mostReturn = 1.02;
const prices = { least: 1_001, most: 1_000_000 } as const;

/** Prices outcomes of one event together. Fails with what closes one of them, then `not_combinable`. */
export async function quote(
  { host, odds }: QuoteNeeds,
  call: Call<typeof quoteBuilder>,
): Promise<RouteOutput<typeof quoteBuilder>> {
  const { event, legs: named } = call.input.body;
  const asLegs = named.map(({ market, spec = "", outcome }) => {
    return { event, market, spec, outcome, price: prices.least, banker: false };
  });
  const legs = canonicalLegs(asLegs);
  if (legs instanceof Failure) throw legs;
  const now = await readLegs(
    host.db,
    legs.map(({ market: kind, spec, outcome }) => ({ event, kind, spec, outcome })),
    new Date(host.clock.now()),
  );
  const closed = closedBy(now);
  if (closed) throw closed;
  const asked = legs.map(({ market, spec, outcome }) => ({ market, spec, outcome }));
  const found = await odds.quote(event, asked);
  const builder = found && pricesOf(found, legs.length);
  // The provider priced markets that we have not read yet, or no longer as we show them.
  const isCurrent = found?.versions.every((n, leg) => BigInt(n) === now[leg]?.marketN) ?? false;
  // What operators set for a market is in no joint price.
  const isOwn = now.some(({ terms }) => terms !== null);
  if (!builder || !isCurrent || isOwn) fail(notCombinable);
  const id = host.ids.next();
  const expires = new Date(host.clock.now() + quoteMs);
  await host.db.query(
    `INSERT INTO betting.quotes (id, player_id, legs, prices, versions, expires, chance) VALUES ($1, $2, $3, $4::int4[], $5::int8[], $6, $7)`,
    [
      id,
      call.session.player,
      legsText(legs),
      int4Array([...builder]),
      int8Array(now.map(({ version }) => version ?? 0n)),
      expires,
      chanceOf(found, legs.length),
    ],
  );
  return { data: { quote: id, price: priceText(fullPrice(builder)), expires_at: expires.toISOString() } };
}

const closings = { feed_down: feedDown, event_closed: eventClosed, market_suspended: marketSuspended } as const;

function closedBy(now: readonly LegNow[]): Failure | undefined {
  for (const reason of ["feed_down", "event_closed", "market_suspended"] as const) {
    const legs = now.flatMap(({ refusal }, position) => (refusal === reason ? [position] : []));
    if (legs.length > 0) return new Failure(closings[reason], { data: { legs } });
  }
  return undefined;
}

/** The price of every set of `count` legs, by its bits; undefined unless all are there and none is absurd. */
function pricesOf({ subsets }: Quote, count: number): BuilderPrices | undefined {
  const bySet = new Array<number>(2 ** count).fill(0);
  for (const { legs, price, p } of subsets) {
    if (!legs.every(leg => Number.isInteger(leg) && leg >= 0 && leg < count)) return undefined;
    const set = legs.reduce((bits, leg) => bits | (1 << leg), 0);
    const isPrice = Number.isInteger(price) && price >= prices.least && price <= prices.most;
    if (!isPrice || !(p > 0) || (price / 1000) * p > mostReturn) return undefined;
    bySet[set] = price;
  }
  return bySet.every((price, set) => set === 0 || price > 0) ? bySet : undefined;
}

/** Chance of all selections together, in millionths, cut; null below one. */
function chanceOf({ subsets }: Quote, count: number): number | null {
  const p = subsets.find(({ legs }) => legs.length === count)?.p ?? 0;
  return Math.floor(p * 1_000_000 + 1e-6) || null;
}

const legsText = (legs: RequestedSlip["legs"]) =>
  JSON.stringify(legs.map(({ event, market, spec, outcome }) => [event, market, spec, outcome]));

/** The player's quote for exactly these legs; fails with `builder_expired` for any other. */
export async function readQuote(
  { db, clock }: Pick<Host, "db" | "clock">,
  player: PlayerId,
  { quote: id, legs }: Pick<RequestedSlip, "quote" | "legs">,
): Promise<StoredQuote | Failure> {
  const isId = id !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  const { rows } = isId
    ? await db.query<StoredQuote>(
        `SELECT prices, versions, chance FROM betting.quotes WHERE id = $1 AND player_id = $2 AND legs = $3 AND expires > $4`,
        [id, player, legsText(legs), new Date(clock.now())],
      )
    : { rows: [] };
  return rows[0] ?? new Failure(builderExpired);
}

/** Expired and used quotes. */
export async function removeQuotes(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM betting.quotes WHERE expires < $1", [now]);
}
