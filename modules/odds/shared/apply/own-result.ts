import { type Facts, sports } from "../facts.ts";
import { marketFactors } from "../market-rules.ts";
import { type Result, sameResult } from "../result.ts";
import { type EventModel, type MarketRow, marketKey, raise, touch } from "./event-model.ts";

/** The event's facts as the rules take them; undefined before the first state. */
export function factsOf({ row, incidents }: Pick<EventModel, "row" | "incidents">): Facts | undefined {
  const sport = sports.find(each => each === row.sport);
  const { status, clock, score, standings } = row.state;
  if (!sport || !status || !clock || !score) return undefined;
  return { sport, status, clock, score, standings, incidents, setsToWin: setsToWin(row.fixture) };
}

function setsToWin({ format }: Readonly<Record<string, unknown>>): number | undefined {
  const sets =
    typeof format === "object" && format !== null && "sets_to_win" in format ? format.sets_to_win : undefined;
  return Number.isInteger(sets) && Number(sets) >= 1 && Number(sets) <= 10 ? Number(sets) : undefined;
}

/** What our own rules make of a market; null while the facts do not decide all of its outcomes. */
export function ownResult(model: EventModel, market: MarketRow): Result | null {
  const facts = factsOf(model);
  if (!facts) return null;
  const outcomes = [...new Set([...Object.keys(market.outcomes), ...Object.keys(market.result ?? {})])];
  const factors = marketFactors({ kind: market.kind, spec: market.spec, outcomes }, facts);
  return factors ? Object.fromEntries(factors) : null;
}

/** Compares every settled market with the facts: nothing is paid while both sources differ. */
export function compareResults(model: EventModel): void {
  for (const market of model.markets.values()) if (market.result) compareResult(model, market);
}

export function compareResult(model: EventModel, market: MarketRow): void {
  if (!market.result) return;
  const own = ownResult(model, market);
  const disputed = own !== null && !sameResult(market.result, own);
  if (isSame(own, market.ownResult) && disputed === market.disputed) return;
  if (disputed && !market.disputed)
    raise(
      model,
      "result_disputed",
      marketKey(market.kind, market.spec),
      "the provider's result is not the one of the facts",
    );
  if (disputed !== market.disputed)
    model.decisions.push({ kind: market.kind, spec: market.spec, n: model.row.n, cause: "dispute" });
  market.ownResult = own;
  market.disputed = disputed;
  touch(model, market);
}

/** Keys have another order once they are stored. */
function isSame(a: Result | null, b: Result | null): boolean {
  return a === null || b === null ? a === b : sameResult(a, b) && sameResult(b, a);
}
