import type { Queryable } from "#kit/db/db.ts";
import type { EventStatus, StoredOutcome } from "../../shared/apply/event-model.ts";
import type { MarketStatus } from "../../shared/feed.ts";
import type { MarketTerms } from "../../shared/market-terms.ts";
import type { Result } from "../../shared/result.ts";
import type { Hold } from "./hold.ts";

/** A result by hand. */
export interface Ruling {
  readonly result: Result;
  /** Bets accepted from then on are late; milliseconds since 1970. */
  readonly decidedAt: number | null;
  readonly request: string;
}

export interface TradedMarket {
  readonly id: bigint;
  readonly event: string;
  readonly kind: string;
  readonly spec: string;
  readonly group: string;
  readonly producer: string;
  readonly status: MarketStatus;
  readonly fault: string | null;
  readonly hold: Hold | null;
  readonly tradingN: number;
  readonly terms: MarketTerms | null;
  readonly ruling: Ruling | null;
  /** Outcomes as the provider states them. */
  readonly outcomes: Readonly<Record<string, StoredOutcome>>;
  /** Prices as they are offered, in thousandths. */
  readonly offered: Readonly<Record<string, StoredOutcome>>;
  readonly result: Result | null;
  readonly ownResult: Result | null;
  readonly certainty: 1 | 2 | null;
  readonly disputed: boolean;
  readonly decidedAt: Date | null;
  readonly eventStatus: EventStatus;
}

/** Columns of {@link TradedMarket}; `now` is an expression. */
export const tradedMarketColumns = (
  now: string,
) => `m.id, m.event, m.kind, m.spec, m.grp AS group, m.producer, m.status, m.fault, m.hold,
  m.trading_n AS "tradingN", m.terms, m.ruling, m.outcomes, odds.offered_outcomes(m.outcomes, m.terms, ${now}) AS offered, m.result,
  m.own_result AS "ownResult", m.certainty, m.disputed, m.decided_at AS "decidedAt", e.status AS "eventStatus"`;

export async function readTradedMarket(
  db: Queryable,
  id: bigint,
  now: Date,
  lock: "" | "FOR NO KEY UPDATE OF m" = "",
): Promise<TradedMarket | undefined> {
  const { rows } = await db.query<TradedMarket>(
    `SELECT ${tradedMarketColumns("$2::timestamptz")} FROM odds.markets m JOIN odds.events e ON e.id = m.event WHERE m.id = $1 ${lock}`,
    [id, now],
  );
  return rows[0];
}
