import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { PostbackEvent } from "../shared/postback.ts";
import { type OutgoingRow, outgoingStore } from "./outgoing-store.ts";

/** The SQL of postbacks. */

export interface PostbackRow {
  readonly event: PostbackEvent;
  readonly url: string;
}

export async function postbacksOf(on: Queryable, partner: Uuid): Promise<readonly PostbackRow[]> {
  const { rows } = await on.query<PostbackRow>(
    "SELECT event, url FROM partners.postbacks WHERE partner_id = $1 ORDER BY event",
    [partner],
  );
  return rows;
}

/** An address of null removes it: what waits is not sent. */
export async function putPostback(
  tx: Tx,
  partner: Uuid,
  { event, url, at }: { readonly event: PostbackEvent; readonly url: string | null; readonly at: Date },
): Promise<void> {
  await tx.query("DELETE FROM partners.postbacks WHERE partner_id = $1 AND event = $2", [partner, event]);
  if (url === null) return;
  await tx.query("INSERT INTO partners.postbacks (partner_id, event, url, changed_at) VALUES ($1, $2, $3, $4)", [
    partner,
    event,
    url,
    at,
  ]);
}

export interface EventRow extends OutgoingRow {
  readonly partnerId: Uuid;
  readonly event: PostbackEvent;
  readonly amount: Micros | null;
  readonly endedAt: Date | null;
}

const columns = `id, partner_id AS "partnerId", player_id AS "playerId", event, amount, happened_at AS "happenedAt", state, url, tries,
  outcome, ended_at AS "endedAt"`;
export const eventStore = outgoingStore<EventRow>("partners.events", columns);

/** Does nothing if this event of the player is stored already, or if the partner has no address for it. */
export async function insertEvent(
  tx: Tx,
  row: Pick<EventRow, "id" | "partnerId" | "playerId" | "event" | "amount" | "happenedAt"> & { readonly nextAt: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO partners.events (id, partner_id, player_id, event, amount, happened_at, next_at)
     SELECT $1, $2, $3, $4, $5::bigint, $6, $7
     WHERE EXISTS (SELECT FROM partners.postbacks WHERE partner_id = $2 AND event = $4) ON CONFLICT DO NOTHING`,
    [row.id, row.partnerId, row.playerId, row.event, row.amount, row.happenedAt, row.nextAt],
  );
}

/** The newest first. */
export async function eventsOf(on: Queryable, partner: Uuid, limit: number): Promise<readonly EventRow[]> {
  const { rows } = await on.query<EventRow>(
    `SELECT ${columns} FROM partners.events WHERE partner_id = $1 ORDER BY happened_at DESC, id DESC LIMIT $2`,
    [partner, limit],
  );
  return rows;
}

/** Events of all partners, the newest first. */
export async function latestEvents(
  on: Queryable,
  { state, before }: { readonly state: EventRow["state"] | null; readonly before: Uuid | null },
  limit: number,
): Promise<readonly (EventRow & { readonly nextAt: Date | null })[]> {
  const { rows } = await on.query<EventRow & { readonly nextAt: Date | null }>(
    `SELECT ${columns}, next_at AS "nextAt" FROM partners.events WHERE ($1::uuid IS NULL OR id < $1) AND ($2::text IS NULL OR state = $2)
     ORDER BY id DESC LIMIT $3`,
    [before, state, limit],
  );
  return rows;
}

/** Sends one again that was given up, under its own id; what keeps it from being sent is decided again. False if it was not given up. */
export async function sendAgain(tx: Tx, id: Uuid, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "UPDATE partners.events SET state = 'waiting', next_at = $2, ended_at = NULL WHERE id = $1 AND state IN ('failed', 'withheld')",
    [id, at],
  );
  return rowCount === 1;
}
