import { createHash } from "node:crypto";
import {
  type Alarm,
  type CancelRow,
  type Decision,
  type EventModel,
  type LogEntry,
  type MarketRow,
  marketKey,
} from "../shared/apply/event-model.ts";
import type { Incident } from "../shared/facts.ts";

/** Prices of a market by outcome, thousandths; null where it has none. */
export type Prices = Readonly<Record<string, number>> | null;

/** An incident as its row has it: the first message that listed it, and its place there. */
export interface StoredIncident {
  readonly id: string;
  readonly n: number;
  readonly position: number;
  readonly incident: Incident;
  readonly cancelledN: number | null;
}

export interface LogRow extends LogEntry {
  readonly event: string;
  readonly position: number;
  readonly head: string;
  readonly epoch: number;
  readonly frame: number;
  readonly offsetMs: number;
}

/** An event while one frame after another is applied to it, with what has to be written at the end. */
export interface LoadedEvent {
  readonly model: EventModel;
  /** Last prices before the start of each market. */
  readonly closing: Map<MarketRow, Prices>;
  /** Prices, after the newest frame, of markets that take bets before the start. */
  readonly taking: Map<MarketRow, Prices>;
  readonly incidents: Map<string, StoredIncident>;
  readonly writes: {
    readonly markets: Set<MarketRow>;
    readonly incidents: Set<string>;
    readonly log: LogRow[];
  };
}

/** The position of a frame in its stream, and our clock less the provider's when it arrived. */
export interface FramePlace {
  readonly epoch: number;
  readonly frame: number;
  readonly offsetMs: number;
}

/** What listeners hear of one frame and one event. */
export interface FrameChanges {
  readonly event: string;
  readonly n: number;
  /** When the event began, if this frame showed it. */
  readonly startedAt: number | null;
  readonly decisions: readonly Decision[];
  readonly changed: readonly MarketRow[];
  readonly alarms: readonly Alarm[];
}

export function loadedEvent(model: EventModel): LoadedEvent {
  return {
    model,
    closing: new Map(),
    taking: new Map(),
    incidents: new Map(),
    writes: { markets: new Set(), incidents: new Set(), log: [] },
  };
}

export function addMarket(loaded: LoadedEvent, market: MarketRow, closing: Prices): void {
  loaded.model.markets.set(marketKey(market.kind, market.spec), market);
  loaded.closing.set(market, closing);
  if (takesBets(market)) loaded.taking.set(market, pricesOf(market));
}

/**
 * Ends a frame: the event is then as it would be after its rows were written and read again. @returns undefined when the frame said nothing new of it
 */
export function endFrame(loaded: LoadedEvent, place: FramePlace): FrameChanges | undefined {
  const { model, writes } = loaded;
  if (model.log.length === 0) return undefined;
  const { row } = model;
  const changes: FrameChanges = {
    event: row.id,
    n: row.n,
    startedAt: model.hasStarted ? row.startedAt : null,
    decisions: model.decisions.splice(0),
    changed: [...model.changed],
    alarms: model.alarms.splice(0),
  };
  writes.log.push(...chainLog(model, place));
  for (const market of model.changed) writes.markets.add(market);
  closePrices(loaded);
  storeIncidents(loaded);
  mergeCancels(model.cancels);
  // Rows that no message filled are never written.
  for (const [key, market] of model.markets) if (market.version === 0) model.markets.delete(key);
  model.changed.clear();
  model.hasStarted = false;
  return changes;
}

/** A market that takes bets before the start. */
const takesBets = ({ producer, status, fault }: MarketRow) =>
  producer === "pre" && status === "active" && fault === null;

function pricesOf({ outcomes }: MarketRow): Prices {
  const prices = Object.entries(outcomes).flatMap(([id, { price }]) => (price === null ? [] : [[id, price] as const]));
  return prices.length === 0 ? null : Object.fromEntries(prices);
}

/** A market that stops taking bets before the start keeps its last prices; with the start every market does. */
function closePrices({ model, closing, taking, writes }: LoadedEvent): void {
  for (const market of model.changed) {
    const before = taking.get(market);
    if (takesBets(market)) {
      closing.set(market, null);
      taking.set(market, pricesOf(market));
    } else if (before !== undefined) {
      closing.set(market, before);
      taking.delete(market);
    }
  }
  if (!model.hasStarted) return;
  for (const [market, prices] of taking) {
    closing.set(market, prices);
    writes.markets.add(market);
  }
}

function storeIncidents({ model, incidents, writes }: LoadedEvent): void {
  const n = model.incidentsN;
  if (n === undefined) return;
  for (const [position, incident] of model.incidents.entries()) {
    const { id } = incident;
    const known = incidents.get(id);
    const cancelledN = incident.cancelled === true ? (known?.cancelledN ?? n) : null;
    incidents.set(id, { id, n: known?.n ?? n, position: known?.position ?? position, incident, cancelledN });
    writes.incidents.add(id);
  }
  model.incidents = listIncidents(incidents);
  model.incidentsN = undefined;
}

/** In the order in which they were first listed. */
export function listIncidents(incidents: ReadonlyMap<string, StoredIncident>): readonly Incident[] {
  return [...incidents.values()]
    .sort((a, b) => a.n - b.n || a.position - b.position)
    .map(({ incident, cancelledN }) => Object.assign({}, incident, { cancelled: cancelledN !== null }));
}

/** One window for each market and message: the first one counts. */
function mergeCancels(cancels: CancelRow[]): void {
  const merged = new Map<string, CancelRow>();
  for (const cancel of cancels.splice(0)) {
    const key = `${marketKey(cancel.kind, cancel.spec)} ${cancel.n}`;
    const known = merged.get(key);
    if (known) known.rolledBackN ??= cancel.rolledBackN;
    else merged.set(key, cancel);
  }
  cancels.push(...merged.values());
}

/** Moves the head of the event over its new messages: head = SHA-256(head before || SHA-256(message)). */
function chainLog({ row, log }: EventModel, place: FramePlace): readonly LogRow[] {
  return log.splice(0).map(entry => {
    const sum = createHash("sha256").update(Buffer.from(row.head, "hex")).update(Buffer.from(entry.hash, "hex"));
    row.head = sum.digest("hex");
    row.position += 1;
    return Object.assign({ event: row.id, position: row.position, head: row.head }, place, entry);
  });
}
