import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { vipRequestStatuses, vipRequestTypes } from "../shared/contract.ts";

/** Every SQL statement of the club. */

type RequestType = (typeof vipRequestTypes)[number];

interface Row {
  readonly id: Uuid;
  readonly requestType: RequestType;
  readonly status: (typeof vipRequestStatuses)[number];
  readonly createdAt: Date;
}

/** False when the player has an open one; the index decides between concurrent requests. */
export async function insertRequest(
  tx: Tx,
  { id, player, type }: { id: Uuid; player: PlayerId; type: RequestType },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO vip.requests (id, player_id, request_type, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [id, player, type, now],
  );
  return rowCount === 1;
}

export interface OpenRequest extends Row {
  readonly playerId: PlayerId;
  readonly answeredAt: Date | null;
}

/** Open requests, oldest first, and then the last answered ones. */
export async function requestsToSee(db: Queryable, limit: number): Promise<readonly OpenRequest[]> {
  const { rows } = await db.query<OpenRequest>(
    `SELECT id, player_id AS "playerId", request_type AS "requestType", status, created_at AS "createdAt",
      answered_at AS "answeredAt" FROM vip.requests
     ORDER BY status <> 'open', CASE WHEN status = 'open' THEN created_at END, answered_at DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function countOpen(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>("SELECT count(*) AS n FROM vip.requests WHERE status = 'open'");
  return Number(rows[0]?.n ?? 0n);
}

/** The player of the request; null when it is already answered or does not exist. */
export async function answerRequest(
  tx: Tx,
  id: Uuid,
  status: "accepted" | "declined",
  now: Date,
): Promise<{ playerId: PlayerId; requestType: RequestType } | null> {
  const { rows } = await tx.query<{ playerId: PlayerId; requestType: RequestType }>(
    `UPDATE vip.requests SET status = $2, answered_at = $3 WHERE id = $1 AND status = 'open' RETURNING player_id AS "playerId",
      request_type AS "requestType"`,
    [id, status, now],
  );
  return rows[0] ?? null;
}

export async function lastRequest(db: Queryable, player: PlayerId) {
  return (await requestsOf(db, player))[0] ?? null;
}

/** Of one player, newest first. */
export async function requestsOf(db: Queryable, player: PlayerId) {
  const { rows } = await db.query<Row>(
    `SELECT id, request_type AS "requestType", status, created_at AS "createdAt" FROM vip.requests
    WHERE player_id = $1 ORDER BY created_at DESC, id DESC`,
    [player],
  );
  return rows.map(({ id, requestType, status, createdAt }) => {
    return { id, request_type: requestType, status, created_at: createdAt.toISOString() };
  });
}
