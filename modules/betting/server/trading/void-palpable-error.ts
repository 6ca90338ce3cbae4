import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import { readTradedMarket, voidPalpableError as voidBets } from "#modules/odds/server/index.ts";
import { errorUnproven } from "../../shared/trading-errors.ts";
import { approvedBy, type Decided, registerKind, requested, type TradingNeeds } from "./needs.ts";

export const voidError = "betting.palpable_error";

/** A palpable error may be found this long after the bet. */
const foundWithinMs = 24 * 3_600_000;
/** A price is one from this many times the fair one. */
const timesFair = 2;
const leastPriceOfAll = 1_001;

const payloadField = z.object({
  market: z.string(),
  outcome: z.string(),
  from: z.string(),
  to: z.string(),
  least_price: z.number(),
});

export interface FoundError {
  readonly market: bigint;
  readonly match: string;
  readonly outcome: string;
  readonly from: Date;
  readonly to: Date;
  /** In thousandths; null: the outcome was mislabelled, and every price of it counts. */
  readonly fairPrice: number | null;
}

/** Asks a second person to void every bet at a palpable error, won or lost. Fails with `not_found`, `error_unproven`. */
export async function askToVoidError(
  needs: TradingNeeds,
  tx: Tx,
  { market: id, match, outcome, from, to, fairPrice }: FoundError,
  reason: string,
  by: Asker,
): Promise<Decided> {
  const nowMs = needs.host.clock.now();
  const market = (await readTradedMarket(tx, id, new Date(nowMs))) ?? fail(notFound);
  if (!(outcome in market.outcomes)) fail(notFound);
  if (from > to || to.getTime() > nowMs || nowMs - from.getTime() > foundWithinMs) fail(errorUnproven);
  const { event, kind, spec } = market;
  const leastPrice = fairPrice === null ? leastPriceOfAll : fairPrice * timesFair;
  if (leastPrice > 1_000_000) fail(errorUnproven);
  const payload = {
    market: String(id),
    event,
    match,
    kind,
    spec,
    outcome,
    from: from.toISOString(),
    to: to.toISOString(),
    least_price: leastPrice,
  };
  return requested(needs, tx, { kind: voidError, subject: `market:${id}`, payload, reason }, by);
}

export function registerVoidError(needs: TradingNeeds): void {
  const now = () => new Date(needs.host.clock.now());
  registerKind(needs, {
    kind: voidError,
    async versionOf(db, payload) {
      const market = await readTradedMarket(db, BigInt(z.parse(payloadField, payload).market), now());
      return market ? String(market.tradingN) : "";
    },
    async run(tx, request, by) {
      const { market: id, outcome, from, to, least_price } = z.parse(payloadField, request.payload);
      const market = (await readTradedMarket(tx, BigInt(id), now(), "FOR NO KEY UPDATE OF m")) ?? fail(notFound);
      const error = { outcome, from: new Date(from), to: new Date(to), leastPrice: least_price };
      await voidBets(needs.host, tx, market, error, approvedBy(needs, request, by));
      return {
        action: "betting.palpable_error",
        subject: `market:${id}`,
        before: {},
        after: { outcome, from, to, least_price },
      };
    },
  });
}
