import { createHash } from "node:crypto";
import { textArray } from "#kit/db/array-parameters.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Alarm, EventModel, LogEntry, MarketRow } from "../shared/apply/event-model.ts";
import { marketKey } from "../shared/apply/event-model.ts";

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** The frame that messages belong to. */
export interface FrameKey {
  readonly producer: string;
  readonly epoch: number;
  readonly frame: number;
}

/** Writes what the messages changed, one statement a table. @returns the ids of the markets that changed, by event and key */
export async function saveEvents(
  tx: Tx,
  models: readonly EventModel[],
  frame: FrameKey,
  offsetMs: number,
): Promise<ReadonlyMap<string, bigint>> {
  if (models.length === 0) return new Map();
  const log = models.flatMap(chainLog);
  await saveRows(tx, models);
  const ids = await saveMarkets(
    tx,
    models.flatMap(model => [...model.changed]),
  );
  await closeAtStart(tx, models);
  await saveIncidents(tx, models);
  await saveCancels(tx, models);
  await saveLog(tx, log, frame, offsetMs);
  return ids;
}

async function saveRows(tx: Tx, models: readonly EventModel[]): Promise<void> {
  const rows = models.map(({ row }) =>
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

/** A market that takes bets before the start. */
const takesBets = (row: string) => `(${row}.producer = 'pre' AND ${row}.status = 'active' AND ${row}.fault IS NULL)`;
const pricesOf = (row: string) =>
  `(SELECT jsonb_object_agg(key, value -> 'price') FROM jsonb_each(${row}.outcomes) WHERE value ->> 'price' IS NOT NULL)`;

/** With the start no market takes bets before it any more: those that nothing has closed have their closing prices. */
async function closeAtStart(tx: Tx, models: readonly EventModel[]): Promise<void> {
  const started = models.filter(({ hasStarted }) => hasStarted).map(({ row }) => row.id);
  if (started.length === 0) return;
  await tx.query(
    `UPDATE odds.markets m SET closing = ${pricesOf("m")} WHERE m.event = ANY($1::text[]) AND ${takesBets("m")}`,
    [textArray(started)],
  );
}

async function saveMarkets(tx: Tx, changed: readonly MarketRow[]): Promise<ReadonlyMap<string, bigint>> {
  if (changed.length === 0) return new Map();
  const rows = changed.map(market => Object.assign({}, market, { id: undefined, decidedAt: isoOf(market.decidedAt) }));
  const { rows: saved } = await tx.query<{ id: bigint; event: string; kind: string; spec: string }>(
    `INSERT INTO odds.markets AS m (event, kind, spec, grp, producer, status, fault, fault_n, outcomes, n, version, result, certainty,
       settled_n, decided_at, own_result, disputed)
     SELECT event, kind, spec, "group", producer, status, fault, "faultN", outcomes, n, version, nullif(result, 'null'), certainty,
       "settledN", "decidedAt", nullif("ownResult", 'null'), disputed
     FROM jsonb_to_recordset($1::jsonb) AS r (event text, kind text, spec text, "group" text, producer text, status text, fault text,
       "faultN" bigint, outcomes jsonb, n bigint, version bigint, result jsonb, certainty smallint, "settledN" bigint,
       "decidedAt" timestamptz, "ownResult" jsonb, disputed boolean)
     ON CONFLICT (event, kind, spec) DO UPDATE SET producer = excluded.producer, status = excluded.status, fault = excluded.fault,
       fault_n = excluded.fault_n, outcomes = excluded.outcomes, n = excluded.n, version = excluded.version, result = excluded.result,
       certainty = excluded.certainty, settled_n = excluded.settled_n, decided_at = excluded.decided_at,
       own_result = excluded.own_result, disputed = excluded.disputed,
       closing = CASE WHEN ${takesBets("excluded")} THEN NULL WHEN ${takesBets("m")} THEN ${pricesOf("m")} ELSE m.closing END
     RETURNING id, event, kind, spec`,
    [JSON.stringify(rows)],
  );
  return new Map(saved.map(({ id, event, kind, spec }) => [`${event} ${marketKey(kind, spec)}`, id]));
}

async function saveIncidents(tx: Tx, models: readonly EventModel[]): Promise<void> {
  const rows = models.flatMap(({ row, incidents, incidentsN: n }) =>
    n === undefined
      ? []
      : incidents.map((incident, position) => ({
          event: row.id,
          id: incident.id,
          n,
          position,
          incident,
          cancelled: incident.cancelled === true,
        })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO odds.incidents AS i (event, id, n, position, incident, cancelled_n)
     SELECT event, id, n, position, incident, CASE WHEN cancelled THEN n END
     FROM jsonb_to_recordset($1::jsonb) AS r (event text, id text, n bigint, position integer, incident jsonb, cancelled boolean)
     ON CONFLICT (event, id) DO UPDATE SET incident = excluded.incident,
       cancelled_n = CASE WHEN excluded.cancelled_n IS NULL THEN NULL ELSE coalesce(i.cancelled_n, excluded.cancelled_n) END
     WHERE i.incident <> excluded.incident OR (i.cancelled_n IS NULL) <> (excluded.cancelled_n IS NULL)`,
    [JSON.stringify(rows)],
  );
}

async function saveCancels(tx: Tx, models: readonly EventModel[]): Promise<void> {
  const rows = models.flatMap(({ row, cancels }) =>
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

interface LogRow extends LogEntry {
  readonly event: string;
  readonly position: number;
  readonly head: string;
}

/** Moves the head of the event over its new messages: head = SHA-256(head before || SHA-256(message)). */
function chainLog({ row, log }: EventModel): readonly LogRow[] {
  return log.map(entry => {
    const sum = createHash("sha256").update(Buffer.from(row.head, "hex")).update(Buffer.from(entry.hash, "hex"));
    row.head = sum.digest("hex");
    row.position += 1;
    return Object.assign({ event: row.id, position: row.position, head: row.head }, entry);
  });
}

async function saveLog(
  tx: Tx,
  rows: readonly LogRow[],
  { producer, epoch, frame }: FrameKey,
  offsetMs: number,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO odds.messages (event, position, n, type, producer, epoch, frame, skipped, message, hash, head, offset_ms)
     SELECT event, position, n, type, $2, $3, $4, skipped, text, decode(hash, 'hex'), decode(head, 'hex'), $5
     FROM jsonb_to_recordset($1::jsonb)
       AS r (event text, position bigint, n bigint, type text, skipped text, text text, hash text, head text)`,
    [JSON.stringify(rows), producer, epoch, frame, Math.round(offsetMs)],
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
