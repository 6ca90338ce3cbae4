import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Json } from "#kit/std/json.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import { requestStale } from "#modules/approvals/shared/errors.ts";
import { meanReturn, readTradedMarket, setTerms, type TradedMarket } from "#modules/odds/server/index.ts";
import { findKind } from "#modules/odds/shared/market-kinds.ts";
import { isTightening, type MarketTerms } from "#modules/odds/shared/market-terms.ts";
import { riskLimits } from "../../shared/risk-limits.ts";
import { priceTooHigh } from "../../shared/trading-errors.ts";
import { approvedBy, type Decided, decidedBy, done, registerKind, requested, type TradingNeeds } from "./needs.ts";

export const loosenTerms = "betting.loosen_terms";

const payloadField = z.object({ market: z.string(), trading_n: z.number(), terms: z.string() });

/**
 * Changes prices, margin and limits of a market: at once where that only lowers what bets may win, otherwise a second person approves it.
 * Fails with `not_found`, `price_too_high`.
 */
export async function changeTerms(
  needs: TradingNeeds,
  tx: Tx,
  { market: id, match, terms }: { readonly market: bigint; readonly match: string; readonly terms: MarketTerms },
  reason: string,
  by: Asker,
): Promise<Decided> {
  const market = await lockedMarket(needs, tx, id);
  checkPrices(market, terms);
  const before = market.terms ?? {};
  const subject = `market:${id}`;
  if (isTightening(before, terms, defaultsOf(market.kind), needs.host.clock.now())) {
    await setTerms(needs.host, tx, market, terms, decidedBy(needs, by, reason));
    return done({ action: "betting.terms", subject, reason, before: before as Json, after: terms as Json });
  }
  const { event, kind, spec, tradingN } = market;
  const payload = {
    market: String(id),
    event,
    match,
    kind,
    spec,
    trading_n: tradingN,
    before: JSON.stringify(before),
    terms: JSON.stringify(terms),
  };
  return requested(needs, tx, { kind: loosenTerms, subject, payload, reason }, by);
}

export function registerTerms(needs: TradingNeeds): void {
  registerKind(needs, {
    kind: loosenTerms,
    async versionOf(db: Queryable, payload) {
      const { market: id } = z.parse(payloadField, payload);
      const market = await readTradedMarket(db, BigInt(id), new Date(needs.host.clock.now()));
      return market ? String(market.tradingN) : "";
    },
    async run(tx, request, by) {
      const payload = z.parse(payloadField, request.payload);
      const market = await lockedMarket(needs, tx, BigInt(payload.market));
      if (market.tradingN !== payload.trading_n) fail(requestStale);
      const terms = JSON.parse(payload.terms) as MarketTerms;
      checkPrices(market, terms);
      await setTerms(needs.host, tx, market, terms, approvedBy(needs, request, by));
      const before = (market.terms ?? {}) as Json;
      return {
        action: "betting.terms",
        subject: `market:${payload.market}`,
        before,
        after: terms as { readonly [key: string]: Json },
      };
    },
  });
}

async function lockedMarket({ host }: TradingNeeds, tx: Tx, id: bigint): Promise<TradedMarket> {
  return (await readTradedMarket(tx, id, new Date(host.clock.now()), "FOR NO KEY UPDATE OF m")) ?? fail(notFound);
}

/** A price of our own names an outcome that has chances, and returns at most the stake on average. */
function checkPrices({ outcomes }: TradedMarket, { prices = {} }: MarketTerms): void {
  for (const [outcome, { price, kind }] of Object.entries(prices)) {
    const { p } = outcomes[outcome] ?? {};
    if (kind === "fixed" && (!p || meanReturn(price, p) > 1)) fail(priceTooHigh, { data: { outcome } });
    if (!(outcome in outcomes)) fail(notFound);
  }
}

export function defaultsOf(kind: string) {
  const { win, outcome } = riskLimits[findKind(kind)?.group ?? "main"];
  return { maxWin: win, cap: outcome };
}
