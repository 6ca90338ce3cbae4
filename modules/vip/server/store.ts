import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
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
  readonly answeredBy: string | null;
}

/** Open requests, oldest first, and then the last answered ones. */
export async function requestsToSee(db: Queryable, limit: number): Promise<readonly OpenRequest[]> {
  const { rows } = await db.query<OpenRequest>(
    `SELECT id, player_id AS "playerId", request_type AS "requestType", status, created_at AS "createdAt",
      answered_at AS "answeredAt", answered_by AS "answeredBy" FROM vip.requests
     ORDER BY status <> 'open', CASE WHEN status = 'open' THEN created_at END, answered_at DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function countOpen(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>("SELECT count(*) AS n FROM vip.requests WHERE status = 'open'");
  return Number(rows[0]?.n ?? 0n);
}

/** The reply to the player, by language. */
export type AnswerTexts = Readonly<Record<Locale, string>>;

/** The player of the request; null when it is already answered or does not exist. */
export async function closeRequest(
  tx: Tx,
  answer: {
    readonly id: Uuid;
    readonly status: "accepted" | "declined";
    readonly at: Date;
    readonly by: string;
    readonly texts: AnswerTexts;
  },
): Promise<{ playerId: PlayerId; requestType: RequestType } | null> {
  const { rows } = await tx.query<{ playerId: PlayerId; requestType: RequestType }>(
    `UPDATE vip.requests SET status = $2, answered_at = $3, answered_by = $4, answer = $5 WHERE id = $1 AND status = 'open'
     RETURNING player_id AS "playerId", request_type AS "requestType"`,
    [answer.id, answer.status, answer.at, answer.by, JSON.stringify(answer.texts)],
  );
  return rows[0] ?? null;
}

export async function lastRequest(db: Queryable, player: PlayerId, locale: Locale) {
  return (await requestsOf(db, player, locale))[0] ?? null;
}

/** Requests of one player, newest first. */
export async function requestsOf(db: Queryable, player: PlayerId, locale: Locale) {
  const { rows } = await db.query<Row & { answeredAt: Date | null; answer: string | null }>(
    `SELECT id, request_type AS "requestType", status, created_at AS "createdAt", answered_at AS "answeredAt", answer ->> $2 AS answer
     FROM vip.requests WHERE player_id = $1 ORDER BY created_at DESC, id DESC`,
    [player, locale],
  );
  return rows.map(({ id, requestType, status, createdAt, answeredAt, answer }) => {
    return {
      id,
      request_type: requestType,
      status,
      created_at: createdAt.toISOString(),
      answered_at: answeredAt?.toISOString() ?? null,
      answer,
    };
  });
}
