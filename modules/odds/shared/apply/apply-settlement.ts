import type { RollbackSettlementMessage, SettledMarket, SettlementMessage } from "../feed.ts";
import type { Line } from "../market-kinds.ts";
import { type Result, resultOf, sameResult } from "../result.ts";
import {
  type EventModel,
  type FrameContext,
  type MarketRow,
  marketKey,
  marketRow,
  raise,
  touch,
} from "./event-model.ts";
import { compareResult } from "./own-result.ts";

/** Stores the provider's results. A repeated one changes nothing; a confirmed one replaces a seen one. */
export function applySettlement(
  model: EventModel,
  message: SettlementMessage,
  context: FrameContext,
): string | undefined {
  const applied = message.markets.filter(each => settle(model, each, message, context));
  return message.markets.length > 0 && applied.length === 0 ? "no_new_result" : undefined;
}

function settle(
  model: EventModel,
  stated: SettledMarket,
  { n, certainty }: SettlementMessage,
  context: FrameContext,
): boolean {
  const { row, line } = marketRow(model, stated.id, stated.spec, context.producer);
  if (row.settledN !== null && n <= row.settledN) return false;
  const result = resultOf(stated.outcomes);
  const fault = resultFault(model, line, result, stated, context);
  if (fault || !result) {
    raise(model, fault ?? "bad_result", marketKey(row.kind, row.spec), `settlement ${n} is not applied`);
    return false;
  }
  const isRepeated = row.result !== null && sameResult(row.result, result) && sameResult(result, row.result);
  if (isRepeated && row.certainty !== null && certainty <= row.certainty) return false;
  row.result = result;
  row.certainty = certainty;
  row.settledN = n;
  row.decidedAt = stated.decidedAt + context.offsetMs;
  row.status = "settled";
  row.n = Math.max(row.n, n);
  touch(model, row);
  model.decisions.push({ kind: row.kind, spec: row.spec, n, cause: "settlement" });
  compareResult(model, row);
  return true;
}

function resultFault(
  { row }: EventModel,
  line: Line | undefined,
  result: Result | undefined,
  stated: SettledMarket,
  { sent }: FrameContext,
): string | undefined {
  if (!result || stated.outcomes.length === 0) return "bad_result";
  if (stated.decidedAt > sent + 60_000) return "bad_time";
  const factors = Object.values(result);
  const winners = factors.filter(each => each.result === 1 && each.voidFactor < 1 && each.deadHeat[1] === 1).length;
  if (line?.kind.winners !== undefined && winners > line.kind.winners) return "two_winners";
  const isVoid = factors.every(each => each.voidFactor === 1);
  const isBefore = row.status === "scheduled" && row.home !== null && row.startedAt === null;
  return isBefore && !isVoid ? "settled_before_start" : undefined;
}

/** Takes results back; the markets stay closed until new prices arrive. What was never settled is only logged. */
export function applyRollback(
  model: EventModel,
  { n, markets }: RollbackSettlementMessage,
  context: FrameContext,
): string | undefined {
  const settled = markets.filter(({ id, spec }) =>
    rollBack(model, marketRow(model, id, spec, context.producer).row, n),
  );
  return settled.length === 0 ? "never_settled" : undefined;
}

function rollBack(model: EventModel, row: MarketRow, n: number): boolean {
  if (row.settledN !== null && n <= row.settledN) return false;
  if (row.version === 0) {
    model.markets.delete(marketKey(row.kind, row.spec));
    return false;
  }
  const wasSettled = row.result !== null;
  row.settledN = n;
  row.result = null;
  row.certainty = null;
  row.decidedAt = null;
  row.ownResult = null;
  row.disputed = false;
  if (row.status === "settled") row.status = "suspended";
  touch(model, row);
  if (wasSettled) model.decisions.push({ kind: row.kind, spec: row.spec, n, cause: "rollback_settlement" });
  return wasSettled;
}
