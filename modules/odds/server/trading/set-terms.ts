import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Json } from "#kit/std/json.ts";
import type { MarketTerms } from "../../shared/market-terms.ts";
import { announce } from "../announce.ts";
import type { DecidedBy } from "./by.ts";
import { insertDecision } from "./decisions.ts";
import type { TradedMarket } from "./market-facts.ts";

/** Sets prices, margin and limits of a market that `tx` has locked. */
export async function setTerms(
  { signals }: Pick<Host, "signals">,
  tx: Tx,
  { id, event, terms: before }: TradedMarket,
  terms: MarketTerms,
  by: DecidedBy,
): Promise<void> {
  const isEmpty = Object.keys(terms).length === 0;
  await tx.query("UPDATE odds.markets SET terms = $2, trading_n = trading_n + 1 WHERE id = $1", [
    id,
    isEmpty ? null : JSON.stringify(terms),
  ]);
  const facts = { before: (before ?? {}) as Json, after: terms as Json };
  await insertDecision(tx, "terms", { event, market: id }, facts, by);
  await announce(signals, tx, [event]);
}
