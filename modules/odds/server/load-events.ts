import type { Tx } from "#kit/db/db.ts";
import {
  type CancelRow,
  type EventRow,
  type EventState,
  type EventStatus,
  emptyRow,
  eventModel,
  firstHead,
  type MarketRow,
  type StoredOutcome,
} from "../shared/apply/event-model.ts";
import { matchKindOf } from "../shared/apply/sanity.ts";
import type { Incident } from "../shared/facts.ts";
import type { EventMessage, MarketStatus, UnreadMessage } from "../shared/feed.ts";
import type { Result } from "../shared/result.ts";
import { addMarket, type LoadedEvent, listIncidents, loadedEvent, type Prices } from "./loaded-event.ts";

/** Messages of one frame or of several, by their events. */
export type MessagesByEvent = ReadonlyMap<
  string,
  readonly { readonly text: string; readonly message: EventMessage | UnreadMessage }[]
>;

interface EventRecord {
  readonly id: string;
  readonly sport: string;
  readonly category: string;
  readonly tournament: string;
  readonly home: string | null;
  readonly away: string | null;
  readonly fixture: Readonly<Record<string, unknown>>;
  readonly status: EventStatus;
  readonly fault: string | null;
  readonly plannedStart: Date | null;
  readonly startedAt: Date | null;
  readonly state: EventState;
  readonly stateN: bigint;
  readonly incidentCounter: number;
  readonly stops: Record<string, number>;
  readonly n: bigint;
  readonly ns: Record<string, number>;
  readonly position: bigint;
  readonly head: Uint8Array;
}

const eventColumns = `id, sport, category, tournament, home, away, fixture, status, fault,
  planned_start AS "plannedStart", started_at AS "startedAt", state, state_n AS "stateN", incident_counter AS "incidentCounter", stops, n, ns, position, head`;

interface MarketRecord {
  readonly id: bigint;
  readonly event: string;
  readonly kind: string;
  readonly spec: string;
  readonly grp: string;
  readonly producer: string;
  readonly status: MarketStatus;
  readonly fault: string | null;
  readonly faultN: bigint | null;
  readonly outcomes: Readonly<Record<string, StoredOutcome>>;
  readonly n: bigint;
  readonly version: bigint;
  readonly result: Result | null;
  readonly certainty: 1 | 2 | null;
  readonly settledN: bigint | null;
  readonly decidedAt: Date | null;
  readonly ownResult: Result | null;
  readonly disputed: boolean;
  readonly closing: Prices;
}

const marketColumns = `id, event, kind, spec, grp, producer, status, fault, fault_n AS "faultN", outcomes, n, version, result,
  certainty, settled_n AS "settledN", decided_at AS "decidedAt", own_result AS "ownResult", disputed, closing`;

/** Locks and reads what the messages concern; events that are new get a closed row. Events first, then markets, by id: as bets lock them. */
export async function loadEvents(tx: Tx, messages: MessagesByEvent): Promise<ReadonlyMap<string, LoadedEvent>> {
  const ids = [...messages.keys()].sort();
  const events = new Map<string, LoadedEvent>();
  if (ids.length === 0) return events;
  await tx.query(
    `INSERT INTO odds.events (id, sport, category, tournament, fixture, status, head)
     SELECT id, '', '', '', '{}', 'unknown', decode($2, 'hex') FROM unnest($1::text[]) AS id ORDER BY id ON CONFLICT DO NOTHING`,
    [ids, firstHead],
  );
  const { rows } = await tx.query<EventRecord>(
    `SELECT ${eventColumns} FROM odds.events WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
  for (const row of rows) events.set(row.id, loadedEvent(eventModel(eventRow(row))));
  await loadMarkets(tx, messages, events);
  await loadIncidents(tx, events);
  await loadCancels(tx, messages, events);
  await loadLogged(tx, messages, events);
  return events;
}

function eventRow(record: EventRecord): EventRow {
  const { id, sport, category, tournament, home, away, fixture, status, fault, state, stops, ns } = record;
  return Object.assign(emptyRow(id), {
    sport,
    category,
    tournament,
    home,
    away,
    fixture,
    status,
    fault,
    state,
    stops,
    ns,
    plannedStart: record.plannedStart?.getTime() ?? null,
    startedAt: record.startedAt?.getTime() ?? null,
    stateN: Number(record.stateN),
    incidentCounter: record.incidentCounter,
    n: Number(record.n),
    position: Number(record.position),
    head: Buffer.from(record.head).toString("hex"),
  });
}

/**
 * The kinds that the messages name, with those they are compared with; all open markets after a bet_stop, all settled ones after a state; and
 * with the start of an event those that close with it.
 */
async function loadMarkets(tx: Tx, messages: MessagesByEvent, events: ReadonlyMap<string, LoadedEvent>): Promise<void> {
  const wanted: { event: string; kind: string }[] = [];
  const stopped: string[] = [];
  const stated: string[] = [];
  const starting: string[] = [];
  for (const [event, list] of messages) {
    const kinds = new Set<string>();
    for (const { message } of list) {
      if (message.type === "bet_stop") stopped.push(event);
      if (message.type === "event_state") stated.push(event);
      if (message.type === "event_state" && events.get(event)?.model.row.startedAt === null) starting.push(event);
      if ("markets" in message) for (const { id } of message.markets) kinds.add(id).add(matchKindOf(id) ?? id);
    }
    for (const kind of kinds) wanted.push({ event, kind });
  }
  const { rows } = await tx.query<MarketRecord>(
    `SELECT ${marketColumns} FROM odds.markets m
     WHERE event = ANY($5) AND ((event, kind) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       OR (event = ANY($3) AND status = 'active') OR (event = ANY($4) AND result IS NOT NULL)
       OR (event = ANY($6) AND status = 'active' AND producer = 'pre'))
     ORDER BY id FOR NO KEY UPDATE`,
    [wanted.map(({ event }) => event), wanted.map(({ kind }) => kind), stopped, stated, [...events.keys()], starting],
  );
  for (const row of rows) {
    const loaded = events.get(row.event);
    if (loaded) addMarket(loaded, marketRowOf(row), row.closing);
  }
}

function marketRowOf(record: MarketRecord): MarketRow {
  const { id, event, kind, spec, grp, producer, status, fault, outcomes, result, certainty, disputed } = record;
  return {
    id,
    event,
    kind,
    spec,
    group: grp,
    producer,
    status,
    fault,
    faultN: numberOf(record.faultN),
    outcomes,
    n: Number(record.n),
    version: Number(record.version),
    result,
    certainty,
    settledN: numberOf(record.settledN),
    decidedAt: record.decidedAt?.getTime() ?? null,
    ownResult: record.ownResult,
    disputed,
  };
}

const numberOf = (value: bigint | null) => (value === null ? null : Number(value));

interface IncidentRecord {
  readonly event: string;
  readonly id: string;
  readonly n: bigint;
  readonly position: number;
  readonly incident: Incident;
  readonly cancelledN: bigint | null;
}

async function loadIncidents(tx: Tx, events: ReadonlyMap<string, LoadedEvent>): Promise<void> {
  const { rows } = await tx.query<IncidentRecord>(
    `SELECT event, id, n, position, incident, cancelled_n AS "cancelledN" FROM odds.incidents WHERE event = ANY($1) ORDER BY event, n, position`,
    [[...events.keys()]],
  );
  for (const { event, id, n, position, incident, cancelledN } of rows)
    events.get(event)?.incidents.set(id, { id, n: Number(n), position, incident, cancelledN: numberOf(cancelledN) });
  for (const { model, incidents } of events.values()) model.incidents = listIncidents(incidents);
}

interface CancelRecord {
  readonly event: string;
  readonly kind: string;
  readonly spec: string;
  readonly n: bigint;
  readonly fromAt: Date | null;
  readonly toAt: Date | null;
  readonly reason: string;
  readonly rolledBackN: bigint | null;
}

async function loadCancels(tx: Tx, messages: MessagesByEvent, events: ReadonlyMap<string, LoadedEvent>): Promise<void> {
  const wanted = [...messages].filter(([, list]) => list.some(({ message }) => message.type === "rollback_bet_cancel"));
  if (wanted.length === 0) return;
  const { rows } = await tx.query<CancelRecord>(
    `SELECT m.event, m.kind, m.spec, c.n, c.from_at AS "fromAt", c.to_at AS "toAt", c.reason, c.rolled_back_n AS "rolledBackN"
     FROM odds.cancels c JOIN odds.markets m ON m.id = c.market WHERE m.event = ANY($1)`,
    [wanted.map(([event]) => event)],
  );
  for (const row of rows) events.get(row.event)?.model.cancels.push(cancelRow(row));
}

function cancelRow({ kind, spec, n, fromAt, toAt, reason, rolledBackN }: CancelRecord): CancelRow {
  return {
    kind,
    spec,
    n: Number(n),
    fromAt: fromAt?.getTime() ?? null,
    toAt: toAt?.getTime() ?? null,
    reason,
    rolledBackN: numberOf(rolledBackN),
  };
}

async function loadLogged(tx: Tx, messages: MessagesByEvent, events: ReadonlyMap<string, LoadedEvent>): Promise<void> {
  const pairs = [...messages].flatMap(([event, list]) => list.map(({ message }) => ({ event, n: message.n ?? 0 })));
  const { rows } = await tx.query<{ event: string; n: bigint; hash: string }>(
    `SELECT event, n, encode(hash, 'hex') AS hash FROM odds.messages
     WHERE (event, n) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))`,
    [pairs.map(({ event }) => event), pairs.map(({ n }) => n)],
  );
  for (const { event, n, hash } of rows) {
    const logged = events.get(event)?.model.logged;
    const hashes = logged?.get(Number(n)) ?? new Set();
    logged?.set(Number(n), hashes.add(hash));
  }
}
