import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Json } from "#kit/std/json.ts";
import { marketsDecided } from "../../shared/events.ts";
import type { Result } from "../../shared/result.ts";
import { announce } from "../announce.ts";
import type { DecidedBy } from "./by.ts";
import { insertDecision } from "./decisions.ts";
import type { TradedMarket } from "./market-facts.ts";

export interface GivenRuling {
  readonly result: Result;
  readonly decidedAt: number | null;
  readonly request: string;
}

/** Sets the result of a market that `tx` has locked, or lifts the one that was set: every slip on it is judged again. */
export async function ruleMarket(
  { signals, bus }: Pick<Host, "signals" | "bus">,
  tx: Tx,
  market: TradedMarket,
  ruling: GivenRuling | null,
  by: DecidedBy,
): Promise<void> {
  const { id, event } = market;
  await tx.query("UPDATE odds.markets SET ruling = $2, trading_n = trading_n + 1 WHERE id = $1", [
    id,
    ruling && JSON.stringify(ruling),
  ]);
  const facts = {
    before: { result: market.result, ownResult: market.ownResult, ruling: market.ruling } as unknown as Json,
    after: { ruling } as unknown as Json,
  };
  await insertDecision(tx, ruling ? "ruling" : "ruling_lifted", { event, market: id }, facts, by);
  await bus.publish(tx, marketsDecided, { event, markets: [id], n: 0, cause: "trading" });
  await announce(signals, tx, [event]);
}

export interface PalpableError {
  readonly outcome: string;
  readonly from: Date;
  readonly to: Date;
  /** Thousandths: bets at this price or above are void. */
  readonly leastPrice: number;
}

/** Voids the bets on an outcome that were accepted in a window at a price that was an error. */
export async function voidPalpableError(
  { bus }: Pick<Host, "bus">,
  tx: Tx,
  { id, event }: TradedMarket,
  { outcome, from, to, leastPrice }: PalpableError,
  by: DecidedBy & Required<Pick<DecidedBy, "request">>,
): Promise<void> {
  await tx.query(
    `INSERT INTO odds.palpable_errors (market, outcome, from_at, to_at, least_price, request) VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, outcome, from, to, leastPrice, by.request],
  );
  await tx.query("UPDATE odds.markets SET trading_n = trading_n + 1 WHERE id = $1", [id]);
  const after = { outcome, from: from.toISOString(), to: to.toISOString(), leastPrice };
  await insertDecision(tx, "palpable_error", { event, market: id }, { before: {}, after }, by);
  await bus.publish(tx, marketsDecided, { event, markets: [id], n: 0, cause: "trading" });
}
