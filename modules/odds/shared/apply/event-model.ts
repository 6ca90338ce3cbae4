import type { Facts, Incident } from "../facts.ts";
import type { Chances, MarketStatus } from "../feed.ts";
import { findLine, type Line } from "../market-kinds.ts";
import type { Result } from "../result.ts";

export type EventStatus =
  | "unknown"
  | "scheduled"
  | "live"
  | "ended"
  | "cancelled"
  | "postponed"
  | "abandoned"
  | "retired"
  | "walkover";

/** The newest facts as stored with the event; empty before the first `event_state`. */
export type EventState = Partial<Pick<Facts, "status" | "clock" | "score" | "standings">> & {
  /** When the clock showed this, by our clock. */
  readonly at?: number | undefined;
  readonly seed?: string | undefined;
};

/** An event's row while a frame is applied. Times are milliseconds by our clock. */
export interface EventRow {
  readonly id: string;
  sport: string;
  category: string;
  tournament: string;
  home: string | null;
  away: string | null;
  fixture: Readonly<Record<string, unknown>>;
  status: EventStatus;
  fault: string | null;
  plannedStart: number | null;
  startedAt: number | null;
  state: EventState;
  stateN: number;
  incidentCounter: number;
  /** Newest `bet_stop` by group, `*` for all. */
  stops: Record<string, number>;
  n: number;
  ns: Record<string, number>;
  position: number;
  head: string;
}

export interface StoredOutcome {
  readonly price: number | null;
  readonly p: Chances | null;
}

export interface MarketRow {
  /** Undefined until it is written. */
  readonly id?: bigint | undefined;
  readonly event: string;
  readonly kind: string;
  readonly spec: string;
  readonly group: string;
  producer: string;
  status: MarketStatus;
  fault: string | null;
  faultN: number | null;
  outcomes: Readonly<Record<string, StoredOutcome>>;
  n: number;
  version: number;
  result: Result | null;
  certainty: 1 | 2 | null;
  settledN: number | null;
  decidedAt: number | null;
  ownResult: Result | null;
  disputed: boolean;
}

export interface CancelRow {
  readonly kind: string;
  readonly spec: string;
  readonly n: number;
  readonly fromAt: number | null;
  readonly toAt: number | null;
  readonly reason: string;
  rolledBackN: number | null;
}

/** A message as the public log keeps it. */
export interface LogEntry {
  readonly n: number;
  readonly type: string;
  /** Why it changed nothing; null when it was applied. */
  readonly skipped: string | null;
  readonly text: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string;
}

export interface Alarm {
  readonly kind: string;
  readonly event: string | null;
  readonly market: string | null;
  readonly detail: string;
}

export const decisionCauses = ["settlement", "rollback_settlement", "cancel", "rollback_cancel", "dispute"] as const;
export type DecisionCause = (typeof decisionCauses)[number];

export interface Decision {
  readonly kind: string;
  readonly spec: string;
  readonly n: number;
  readonly cause: DecisionCause;
}

/** What a message may use of its frame. */
export interface FrameContext {
  readonly producer: string;
  readonly sent: number;
  /** Our clock. */
  readonly now: number;
  /** Our clock less the provider's, milliseconds. */
  readonly offsetMs: number;
  /** While a producer recovers, its messages repeat what is known. */
  readonly isRecovering: boolean;
}

/** An event while a frame is applied to it: its rows, and what has to be written in addition to them. */
export interface EventModel {
  readonly row: EventRow;
  readonly markets: Map<string, MarketRow>;
  readonly changed: Set<MarketRow>;
  /** Incidents of this event, as stored; replaced by each `event_state`. */
  incidents: readonly Incident[];
  incidentsN: number | undefined;
  readonly cancels: CancelRow[];
  readonly log: LogEntry[];
  /** Hashes of messages logged earlier, by their numbers. */
  readonly logged: Map<number, Set<string>>;
  readonly alarms: Alarm[];
  readonly decisions: Decision[];
  hasStarted: boolean;
}

export const marketKey = (kind: string, spec: string) => `${kind}|${spec}`;

export const firstHead = "0".repeat(64);

export function emptyRow(id: string): EventRow {
  return {
    id,
    sport: "",
    category: "",
    tournament: "",
    home: null,
    away: null,
    fixture: {},
    status: "unknown",
    fault: null,
    plannedStart: null,
    startedAt: null,
    state: {},
    stateN: 0,
    incidentCounter: 0,
    stops: {},
    n: 0,
    ns: {},
    position: 0,
    head: firstHead,
  };
}

export function eventModel(row: EventRow): EventModel {
  return {
    row,
    markets: new Map(),
    changed: new Set(),
    incidents: [],
    incidentsN: undefined,
    cancels: [],
    log: [],
    logged: new Map(),
    alarms: [],
    decisions: [],
    hasStarted: false,
  };
}

export function raise(model: EventModel, kind: string, market: string | null, detail: string): void {
  model.alarms.push({ kind, event: model.row.id, market, detail });
}

/** The market's row, new and closed where there is none. Kinds we do not list are stored under the provider's id, permanently closed. */
export function marketRow(
  model: EventModel,
  id: string,
  spec: string,
  producer: string,
): { row: MarketRow; line: Line | undefined } {
  const line = findLine(id, spec);
  const canonical = line?.spec ?? spec;
  const known = model.markets.get(marketKey(id, canonical));
  if (known) return { row: known, line };
  const row: MarketRow = {
    event: model.row.id,
    kind: id,
    spec: canonical,
    group: line?.kind.group ?? "main",
    producer,
    status: "suspended",
    fault: line ? null : "unknown_market",
    faultN: null,
    outcomes: {},
    n: 0,
    version: 0,
    result: null,
    certainty: null,
    settledN: null,
    decidedAt: null,
    ownResult: null,
    disputed: false,
  };
  model.markets.set(marketKey(id, canonical), row);
  if (!line) raise(model, "unknown_market", marketKey(id, spec), "a market kind or specifier we do not list");
  return { row, line };
}

export function touch(model: EventModel, market: MarketRow): void {
  market.version += 1;
  model.changed.add(market);
}
