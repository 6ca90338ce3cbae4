import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** Every SQL statement about calls of providers. */

export interface WebhookCallRow {
  readonly id: Uuid;
  readonly provider: string;
  readonly receivedAt: Date;
  readonly eventId: Uuid | null;
  readonly type: string | null;
  readonly result: string;
  readonly error: string | null;
  readonly size: number;
  readonly replays: number;
  readonly replayedAt: Date | null;
  /** Its text is stored, so that it can be processed again. */
  readonly isStored: boolean;
}

export interface StoredCall extends WebhookCallRow {
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
}

const columns = `id, provider, received_at AS "receivedAt", event_id AS "eventId", type, result, error, size, replays,
  replayed_at AS "replayedAt", body IS NOT NULL AS "isStored"`;

export interface NewCall
  extends Pick<StoredCall, "id" | "provider" | "receivedAt" | "eventId" | "type" | "result" | "size"> {
  readonly error?: string;
  readonly happenedAt?: Date | undefined;
  readonly stored?: { readonly body: string; readonly headers: Readonly<Record<string, string>> };
}

export async function insertCall(on: Queryable, call: NewCall): Promise<void> {
  await on.query(
    `INSERT INTO payments.webhook_calls (id, provider, received_at, event_id, type, result, error, size, body, headers)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      call.id,
      call.provider,
      call.receivedAt,
      call.eventId,
      call.type,
      call.result,
      call.error ?? null,
      call.size,
      call.stored?.body ?? null,
      call.stored ? JSON.stringify(call.stored.headers satisfies Json) : null,
    ],
  );
  if (call.happenedAt)
    await on.query("INSERT INTO payments.webhook_lags (call_id, received_at, lag_ms) VALUES ($1, $2, $3)", [
      call.id,
      call.receivedAt,
      Math.max(0, call.receivedAt.getTime() - call.happenedAt.getTime()),
    ]);
}

export interface CallFilter {
  readonly provider: string | null;
  readonly result: string | null;
  readonly before: Uuid | null;
}

/** Newest first. */
export async function webhookCalls(
  on: Queryable,
  filter: CallFilter,
  limit: number,
): Promise<readonly WebhookCallRow[]> {
  const { rows } = await on.query<WebhookCallRow>(
    `SELECT ${columns} FROM payments.webhook_calls WHERE ($1::uuid IS NULL OR id < $1)
       AND ($2::text IS NULL OR provider = $2) AND ($3::text IS NULL OR result = $3) ORDER BY id DESC LIMIT $4`,
    [filter.before, filter.provider, filter.result, limit],
  );
  return rows;
}

export async function lockCall(tx: Tx, id: Uuid): Promise<StoredCall | undefined> {
  const { rows } = await tx.query<StoredCall>(
    `SELECT ${columns}, body, headers FROM payments.webhook_calls WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

/** The effect of a replay. The text is no longer needed. */
export async function noteReplay(tx: Tx, id: Uuid, result: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE payments.webhook_calls SET result = $2, error = NULL, body = NULL, headers = NULL, replays = replays + 1, replayed_at = $3
     WHERE id = $1`,
    [id, result, at],
  );
}

/** The text stays for another replay. */
export async function noteFailedReplay(tx: Tx, id: Uuid, error: string, at: Date): Promise<void> {
  await tx.query(
    "UPDATE payments.webhook_calls SET error = $2, replays = replays + 1, replayed_at = $3 WHERE id = $1 AND body IS NOT NULL",
    [id, error, at],
  );
}

export async function forgetCalls(on: Queryable, before: Date): Promise<void> {
  await on.query("DELETE FROM payments.webhook_calls WHERE received_at < $1", [before]);
  await on.query("DELETE FROM payments.webhook_lags WHERE received_at < $1", [before]);
}
