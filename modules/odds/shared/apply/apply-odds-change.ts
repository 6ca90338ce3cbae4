import type { NamedMarket, OddsChangeMessage, PricedMarket } from "../feed.ts";
import { hasOutcome, type Line } from "../market-kinds.ts";
import { stopOf } from "./apply-bet-stop.ts";
import {
  type EventModel,
  type FrameContext,
  type MarketRow,
  marketKey,
  marketRow,
  raise,
  touch,
} from "./event-model.ts";
import { familyFaults, marketFault } from "./sanity.ts";

/** Prices and statuses of a message, market by market. */
export function applyOddsChange(
  model: EventModel,
  message: OddsChangeMessage,
  context: FrameContext,
): string | undefined {
  const applied: MarketRow[] = [];
  for (const stated of message.markets) {
    const { row, line } = marketRow(model, stated.id, stated.spec, context.producer);
    if (isOutdated(row, message, context)) continue;
    applyMarket(model, row, line, stated, message, context);
    applied.push(row);
  }
  for (const { market, fault } of familyFaults(model, applied)) setFault(model, market, fault, message.n);
  return message.markets.length > 0 && applied.length === 0 ? "older" : undefined;
}

/** An older price, or one of a producer that handed the market over. */
function isOutdated(row: MarketRow, { n }: OddsChangeMessage, { producer, isRecovering }: FrameContext): boolean {
  if (n < row.n || (n === row.n && !isRecovering)) return true;
  const isBehind = row.producer === "live" || row.status === "handed_over";
  return producer !== "live" && isBehind;
}

function applyMarket(
  model: EventModel,
  row: MarketRow,
  line: Line | undefined,
  stated: PricedMarket,
  { n, reason }: OddsChangeMessage,
  { producer, isRecovering }: FrameContext,
): void {
  const outcomes = Object.fromEntries(stated.outcomes.map(({ id, price, p }) => [id, { price, p }]));
  const fault =
    stated.fault ??
    outcomeFault(line, stated) ??
    marketFault({
      row,
      line,
      outcomes,
      stated,
      isRepeated: isRecovering || reason === "snapshot",
      event: model.row,
    });
  row.producer = producer;
  row.outcomes = outcomes;
  row.n = n;
  // A bet_stop that is newer than these prices keeps the market closed.
  row.status = stated.status === "active" && n < stopOf(model.row, row.group) ? "suspended" : stated.status;
  touch(model, row);
  setFault(model, row, fault, n);
}

function outcomeFault(line: Line | undefined, { outcomes }: PricedMarket): string | undefined {
  if (!line) return "unknown_market";
  if (new Set(outcomes.map(({ id }) => id)).size !== outcomes.length) return "repeated_outcome";
  return outcomes.every(({ id }) => hasOutcome(line.kind, id)) ? undefined : "unknown_outcome";
}

function setFault(model: EventModel, row: MarketRow, fault: string | undefined, n: number): void {
  if (fault && fault !== row.fault && fault !== "unknown_market")
    raise(model, fault, marketKey(row.kind, row.spec), `closed by message ${n}`);
  if (fault !== row.fault || !fault) row.faultN = fault ? n : null;
  row.fault = fault ?? null;
}

/** Closes markets whose message could not be read. */
export function closeNamed(model: EventModel, markets: readonly NamedMarket[], fault: string): void {
  for (const { id, spec } of markets) {
    const { row, line } = marketRow(model, id, spec, "");
    if (row.version === 0) {
      model.markets.delete(marketKey(id, line?.spec ?? spec));
      continue;
    }
    if (row.status === "active") row.status = "suspended";
    row.fault = fault;
    touch(model, row);
  }
}
