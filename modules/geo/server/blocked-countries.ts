import { cachedTable } from "#kit/db/cached-table.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Product } from "../shared/region.ts";

interface Row {
  readonly country: string;
  readonly product: Product;
}

export interface BlockedCountries {
  /** Whether a country is blocked for a product; a block of all applies to each. */
  has(country: string, product: Product): boolean;
  block(tx: Tx, country: string, product: Product): Promise<void>;
  unblock(tx: Tx, country: string, product: Product): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

/** Blocked countries, in memory: every stake checks them. */
export function createBlockedCountries(host: Host): BlockedCountries {
  const rows = cachedTable<Row>(host, "geo-blocks", readRows);
  const named = (country: string, product: Product) =>
    rows.all.some(row => row.country === country && row.product === product);
  return {
    has: (country, product) => named(country, "all") || named(country, product),
    async block(tx, country, product) {
      await tx.query(
        "INSERT INTO geo.blocked_countries (country, product, blocked_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        [country, product, new Date(host.clock.now())],
      );
      await rows.changed(tx);
    },
    async unblock(tx, country, product) {
      await tx.query("DELETE FROM geo.blocked_countries WHERE country = $1 AND product = $2", [country, product]);
      await rows.changed(tx);
    },
    start: rows.start,
    stop: rows.stop,
  };
}

async function readRows(db: Queryable): Promise<readonly Row[]> {
  return (await db.query<Row>("SELECT country, product FROM geo.blocked_countries")).rows;
}
