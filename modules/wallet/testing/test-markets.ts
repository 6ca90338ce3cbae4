import { expect } from "vitest";
import type { Queryable } from "#kit/db/db.ts";
import type { Json } from "#kit/std/json.ts";
import { debtInvariants } from "#modules/debts/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { slipExposures } from "../server/slips/invariants.ts";
import type { SlipMarkets } from "../server/slips/markets.ts";

/** Markets of the tests, with the rows and locks that the statements of slips need of `odds`. */
export interface TestMarkets {
  /** Opens a market, or gives it another price; every price in thousandths. */
  set(market: Partial<TestMarket> & { readonly id: number }): Promise<void>;
  /** What outcomes cost, as the wallet's statements left it; it agrees with the open slips. */
  exposure(market: number, outcome?: string): Promise<bigint>;
  /** Exposures are those of the open slips, and debts what the ledger says. */
  expectExposures(): Promise<void>;
}

export interface TestMarket {
  readonly id: number;
  readonly price: number;
  readonly status: "active" | "suspended";
  readonly version: number;
  readonly event: "open" | "closed";
  readonly counter: number;
  readonly up: boolean;
  /** The chances that its price was made from. */
  readonly p: Json;
}

/** Test double of `odds`: one event `e{n}` and one market per number, outcome `1`, kind `1x2`. */
export const testMarketSql: SlipMarkets = {
  windows: ({ legs }) => `
  test_rows AS MATERIALIZED (
    SELECT * FROM test_markets.markets WHERE event IN (SELECT event FROM ${legs}) ORDER BY id FOR SHARE
  ),
  odds_windows AS MATERIALIZED (
    SELECT l.leg, m.id AS market, m.version, m.n AS market_n, m.n AS event_n, decode(repeat('ab', 32), 'hex') AS event_head,
      '{"score":"0:0"}'::jsonb AS event_state, m.price, m.p,
      CASE WHEN NOT m.up THEN 'feed_down' WHEN m.id IS NULL OR NOT m.open THEN 'event_closed'
        WHEN NOT m.active THEN 'market_suspended' WHEN l.counter <> m.counter THEN 'event_changed' END AS refusal
    FROM ${legs} l LEFT JOIN test_rows m ON m.event = l.event
  )`,
  exposures: outcomes => `SELECT market, outcome, payout_usd FROM test_markets.exposures
    WHERE (market, outcome) IN (SELECT market, outcome FROM ${outcomes} o) ORDER BY market, outcome FOR UPDATE`,
  charge:
    changes => `UPDATE test_markets.exposures e SET payout_usd = e.payout_usd + c.payout_usd, stake_usd = e.stake_usd + c.stake_usd,
      slips = e.slips + c.slips FROM ${changes} c WHERE e.market = c.market AND e.outcome = c.outcome`,
  prepare: `INSERT INTO test_markets.exposures (market, outcome) SELECT DISTINCT market, outcome
    FROM unnest($1::int8[], $2::text[]) i(market, outcome) ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
};

export async function testMarkets(db: Queryable): Promise<TestMarkets> {
  await db.query(`CREATE SCHEMA IF NOT EXISTS test_markets;
    CREATE TABLE IF NOT EXISTS test_markets.markets (id bigint PRIMARY KEY, event text NOT NULL UNIQUE, price int NOT NULL,
      active boolean NOT NULL, open boolean NOT NULL, up boolean NOT NULL, counter int NOT NULL, version bigint NOT NULL, n bigint NOT NULL, p jsonb);
    CREATE TABLE IF NOT EXISTS test_markets.exposures (market bigint, outcome text, payout_usd bigint NOT NULL DEFAULT 0 CHECK (payout_usd >= 0),
      stake_usd bigint NOT NULL DEFAULT 0 CHECK (stake_usd >= 0), slips int NOT NULL DEFAULT 0 CHECK (slips >= 0), PRIMARY KEY (market, outcome))`);
  return {
    async set({ id, price = 2_000, status = "active", event = "open", up = true, counter = 0, version = 1, p = null }) {
      await db.query(
        `INSERT INTO test_markets.markets VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9) ON CONFLICT (id) DO UPDATE SET price = $3, active = $4,
           open = $5, up = $6, counter = $7, version = $8, n = markets.n + 1, p = $9`,
        [
          BigInt(id),
          `e${id}`,
          price,
          status === "active",
          event === "open",
          up,
          counter,
          BigInt(version),
          p && JSON.stringify(p),
        ],
      );
    },
    async exposure(market, outcome = "1") {
      const { rows } = await db.query<{ payoutUsd: bigint }>(
        `SELECT payout_usd AS "payoutUsd" FROM test_markets.exposures WHERE market = $1 AND outcome = $2`,
        [BigInt(market), outcome],
      );
      return rows[0]?.payoutUsd ?? 0n;
    },
    async expectExposures() {
      const { rows } = await db.query(
        `SELECT * FROM (SELECT market, outcome, payout_usd, stake_usd, slips FROM test_markets.exposures WHERE slips > 0) e
         FULL JOIN (${slipExposures}) s USING (market, outcome)
         WHERE (e.payout_usd, e.stake_usd, e.slips) IS DISTINCT FROM (s.payout_usd, s.stake_usd, s.slips)`,
      );
      expect(rows).toEqual([]);
      expect(await differencesOf(db, debtInvariants)).toEqual([]);
    },
  };
}
