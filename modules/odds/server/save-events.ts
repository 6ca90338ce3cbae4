import type { Tx } from "#kit/db/db.ts";
import type { Alarm } from "../shared/apply/event-model.ts";
import { marketKey } from "../shared/apply/event-model.ts";
import type { LoadedEvent, LogRow } from "./loaded-event.ts";

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Writes what the messages changed, one statement a table. @returns the ids of the markets that changed, by event and key */
export async function saveEvents(
  tx: Tx,
  producer: string,
  loaded: readonly LoadedEvent[],
): Promise<ReadonlyMap<string, bigint>> {
  const events = loaded.filter(({ writes }) => writes.log.length > 0);
  if (events.length === 0) return new Map();
  await saveRows(tx, events);
  const ids = await saveMarkets(tx, events);
  await saveIncidents(tx, events);
  await saveCancels(tx, events);
  await saveLog(
    tx,
    producer,
    events.flatMap(({ writes }) => writes.log),
  );
  return ids;
}

async function saveRows(tx: Tx, events: readonly LoadedEvent[]): Promise<void> {
  const rows = events.map(({ model: { row } }) =>
    Object.assign({}, row, { plannedStart: isoOf(row.plannedStart), startedAt: isoOf(row.startedAt) }),
  );
  await tx.query(
    `UPDATE odds.events e SET sport = r.sport, category = r.category, tournament = r.tournament, home = r.home, away = r.away,
       fixture = r.fixture, status = r.status, fault = r.fault, planned_start = r."plannedStart", started_at = r."startedAt",
       state = r.state, state_n = r."stateN", incident_counter = r."incidentCounter", stops = r.stops, n = r.n, ns = r.ns,
       position = r.position, head = decode(r.head, 'hex')
     FROM jsonb_to_recordset($1::jsonb) AS r (id text, sport text, category text, tournament text, home text, away text,
       fixture jsonb, status text, fault text, "plannedStart" timestamptz, "startedAt" timestamptz, state jsonb, "stateN" bigint,
       "incidentCounter" integer, stops jsonb, n bigint, ns jsonb, position bigint, head text)
     WHERE e.id = r.id`,
    [JSON.stringify(rows)],
  );
}

async function saveMarkets(tx: Tx, events: readonly LoadedEvent[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = events.flatMap(({ writes, closing }) =>
    [...writes.markets].map(market => {
      const decidedAt = isoOf(market.decidedAt);
      return Object.assign({}, market, { id: undefined, decidedAt, closing: closing.get(market) ?? null });
    }),
  );
  if (rows.length === 0) return new Map();
  const { rows: saved } = await tx.query<{ id: bigint; event: string; kind: string; spec: string }>(
    `INSERT INTO odds.markets AS m (event, kind, spec, grp, producer, status, fault, fault_n, outcomes, n, version, result, certainty,
       settled_n, decided_at, own_result, disputed, closing)
     SELECT event, kind, spec, "group", producer, status, fault, "faultN", outcomes, n, version, nullif(result, 'null'), certainty,
       "settledN", "decidedAt", nullif("ownResult", 'null'), disputed, nullif(closing, 'null')
     FROM jsonb_to_recordset($1::jsonb) AS r (event text, kind text, spec text, "group" text, producer text, status text, fault text,
       "faultN" bigint, outcomes jsonb, n bigint, version bigint, result jsonb, certainty smallint, "settledN" bigint,
       "decidedAt" timestamptz, "ownResult" jsonb, disputed boolean, closing jsonb)
     ON CONFLICT (event, kind, spec) DO UPDATE SET producer = excluded.producer, status = excluded.status, fault = excluded.fault,
       fault_n = excluded.fault_n, outcomes = excluded.outcomes, n = excluded.n, version = excluded.version, result = excluded.result,
       certainty = excluded.certainty, settled_n = excluded.settled_n, decided_at = excluded.decided_at,
       own_result = excluded.own_result, disputed = excluded.disputed, closing = excluded.closing
     RETURNING id, event, kind, spec`,
    [JSON.stringify(rows)],
  );
  return new Map(saved.map(({ id, event, kind, spec }) => [`${event} ${marketKey(kind, spec)}`, id]));
}

async function saveIncidents(tx: Tx, events: readonly LoadedEvent[]): Promise<void> {
  const rows = events.flatMap(({ model, incidents, writes }) =>
    [...writes.incidents].map(id => Object.assign({ event: model.row.id }, incidents.get(id))),
  );
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO odds.incidents AS i (event, id, n, position, incident, cancelled_n)
     SELECT event, id, n, position, incident, "cancelledN"
     FROM jsonb_to_recordset($1::jsonb) AS r (event text, id text, n bigint, position integer, incident jsonb, "cancelledN" bigint)
     ON CONFLICT (event, id) DO UPDATE SET incident = excluded.incident, cancelled_n = excluded.cancelled_n
     WHERE i.incident <> excluded.incident OR i.cancelled_n IS DISTINCT FROM excluded.cancelled_n`,
    [JSON.stringify(rows)],
  );
}

async function saveCancels(tx: Tx, events: readonly LoadedEvent[]): Promise<void> {
  const rows = events.flatMap(({ model: { row, cancels } }) =>
    cancels.map(each => Object.assign({}, each, { event: row.id, fromAt: isoOf(each.fromAt), toAt: isoOf(each.toAt) })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO odds.cancels AS c (market, n, from_at, to_at, reason, rolled_back_n)
     SELECT m.id, r.n, r."fromAt", r."toAt", r.reason, r."rolledBackN"
     FROM jsonb_to_recordset($1::jsonb) AS r (event text, kind text, spec text, n bigint, "fromAt" timestamptz, "toAt" timestamptz,
       reason text, "rolledBackN" bigint)
     JOIN odds.markets m ON m.event = r.event AND m.kind = r.kind AND m.spec = r.spec
     ON CONFLICT (market, n) DO UPDATE SET rolled_back_n = coalesce(c.rolled_back_n, excluded.rolled_back_n)`,
    [JSON.stringify(rows)],
  );
}

async function saveLog(tx: Tx, producer: string, rows: readonly LogRow[]): Promise<void> {
  await tx.query(
    `INSERT INTO odds.messages (event, position, n, type, producer, epoch, frame, skipped, message, hash, head, offset_ms)
     SELECT event, position, n, type, $2, epoch, frame, skipped, text, decode(hash, 'hex'), decode(head, 'hex'), "offsetMs"
     FROM jsonb_to_recordset($1::jsonb) AS r (event text, position bigint, n bigint, type text, epoch bigint, frame bigint, skipped text,
       text text, hash text, head text, "offsetMs" integer)`,
    [JSON.stringify(rows), producer],
  );
}

export async function saveAlarms(tx: Tx, producer: string, alarms: readonly Alarm[], at: number): Promise<void> {
  if (alarms.length === 0) return;
  await tx.query(
    `INSERT INTO odds.alarms (at, kind, producer, event, market, detail)
     SELECT $3, kind, $2, event, market, detail
     FROM jsonb_to_recordset($1::jsonb) AS r (kind text, event text, market text, detail text)`,
    [JSON.stringify(alarms), producer, new Date(at)],
  );
}
