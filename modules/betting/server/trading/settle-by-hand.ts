import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { canonicalJson, type Json } from "#kit/std/json.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import { requestStale } from "#modules/approvals/shared/errors.ts";
import { readBackedOutcomes, readTradedMarket, ruleMarket, type TradedMarket } from "#modules/odds/server/index.ts";
import { endOfFactor, resultByHand, voidOf } from "../../shared/by-hand.ts";
import { nothingToDecide, resultIncomplete } from "../../shared/trading-errors.ts";
import { approvedBy, type Decided, registerKind, requested, type TradingNeeds } from "./needs.ts";

export const settleByHand = "betting.settle_by_hand";

const payloadField = z.object({
  market: z.string(),
  decision: z.enum(["settle", "void", "lift"]),
  ends: z.optional(z.record(z.string(), z.string())),
  decided_at: z.optional(z.nullable(z.number())),
  seen: z.string(),
});

export interface Settlement {
  readonly market: bigint;
  readonly match: string;
  /** `lift`: the provider's result counts again. */
  readonly decision: "settle" | "void" | "lift";
  readonly ends?: Readonly<Record<string, string>> | undefined;
  /** Bets that were accepted from then on are void; milliseconds since 1970. */
  readonly decidedAt?: number | undefined;
}

/** Asks a second person to settle or void a market, or to lift what was settled by hand. Fails with `not_found`, `result_incomplete`, `nothing_to_decide`. */
export async function askToSettle(
  needs: TradingNeeds,
  tx: Tx,
  { market: id, match, decision, ends, decidedAt }: Settlement,
  reason: string,
  by: Asker,
): Promise<Decided> {
  const market = (await readTradedMarket(tx, id, now(needs))) ?? fail(notFound);
  const result = await resultOf(tx, market, decision, ends);
  if (decision === "lift" && !market.ruling) fail(nothingToDecide);
  const { event, kind, spec } = market;
  const payload = {
    market: String(id),
    event,
    match,
    kind,
    spec,
    decision,
    ...(result && { ends: Object.fromEntries(Object.entries(result).map(([key, end]) => [key, endOfFactor(end)])) }),
    decided_at: decidedAt ?? null,
    seen: stateHash(market),
  };
  return requested(needs, tx, { kind: settleByHand, subject: `market:${id}`, payload, reason }, by);
}

export function registerSettlement(needs: TradingNeeds): void {
  registerKind(needs, {
    kind: settleByHand,
    async versionOf(db, payload) {
      const market = await readTradedMarket(db, BigInt(z.parse(payloadField, payload).market), now(needs));
      return market ? stateHash(market) : "";
    },
    async run(tx, request, by) {
      const { market: id, decision, ends, decided_at, seen } = z.parse(payloadField, request.payload);
      const market = (await readTradedMarket(tx, BigInt(id), now(needs), "FOR NO KEY UPDATE OF m")) ?? fail(notFound);
      if (stateHash(market) !== seen) fail(requestStale);
      const result = await resultOf(tx, market, decision, ends);
      const ruling = result && {
        result,
        decidedAt: decided_at ?? market.decidedAt?.getTime() ?? null,
        request: request.id,
      };
      await ruleMarket(needs.host, tx, market, ruling ?? null, approvedBy(needs, request, by));
      const former = { result: market.result, own: market.ownResult, by_hand: market.ruling?.result ?? null };
      return {
        action:
          decision === "lift" ? "betting.settlement_lift" : decision === "void" ? "betting.void" : "betting.settle",
        subject: `market:${id}`,
        before: former as unknown as Json,
        after: { result: (result ?? null) as unknown as Json },
      };
    },
  });
}

const now = ({ host }: TradingNeeds) => new Date(host.clock.now());

/** Outcomes that are offered, settled or backed: a result by hand has to name them all. */
async function resultOf(
  db: Queryable,
  market: TradedMarket,
  decision: Settlement["decision"],
  ends: Settlement["ends"],
) {
  if (decision === "lift") return undefined;
  const backed = await readBackedOutcomes(db, market.id);
  const all = [...Object.keys(market.outcomes), ...Object.keys(market.result ?? {}), ...backed];
  const outcomes = [...new Set(all)];
  if (decision === "void") return voidOf(outcomes);
  return resultByHand(market.kind, outcomes, ends ?? {}) ?? fail(resultIncomplete);
}

/** What a result by hand is decided upon. Prices are none of it. */
function stateHash({ result, ownResult, certainty, disputed, ruling, eventStatus }: TradedMarket): string {
  const facts = { result, ownResult, certainty, disputed, ruling, eventStatus };
  return createHash("sha256").update(canonicalJson(facts)).digest("hex").slice(0, 32);
}
