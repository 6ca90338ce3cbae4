import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { PlayerTag } from "../shared/tags.ts";
import { countryAt } from "./country-store.ts";

/** Every SQL statement by which operators read players. */

/** A player as operators see them. */
export interface PersonRow {
  readonly id: PlayerId;
  readonly name: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly phoneVerified: boolean;
  readonly registerMethod: "email" | "phone" | "social";
  readonly isTest: boolean;
  readonly currency: Currency | null;
  readonly locale: string | null;
  /** IANA name. */
  readonly timezone: string | null;
  readonly registeredAt: Date;
  readonly closedAt: Date | null;
  readonly lockedAt: Date | null;
  readonly tags: readonly PlayerTag[];
}

const columns = `id, name, email, email_verified AS "emailVerified", phone, phone_verified AS "phoneVerified",
  register_method AS "registerMethod", is_test AS "isTest", currency, locale, timezone,
  registered_at AS "registeredAt", closed_at AS "closedAt", locked_at AS "lockedAt",
  ARRAY(SELECT tag FROM accounts.tags WHERE player_id = players.id ORDER BY tag) AS tags`;

/** What a search looks for. Contacts are found as a whole only: a search for parts would reveal masked data letter by letter. */
export type PeopleQuery =
  | { readonly by: "all" }
  | { readonly by: "id" | "emailKey" | "phone" | "name" | "nameStart"; readonly text: string };

const conditions: Readonly<Record<PeopleQuery["by"], string>> = {
  all: "$1::text IS NULL",
  id: "id = $1::uuid",
  emailKey: "email_key = $1",
  phone: "phone = $1",
  name: "lower(name) LIKE $1",
  nameStart: "lower(name) LIKE $1",
};

/** Newest first. */
export async function findPeople(
  db: Queryable,
  { query, tag, before, limit }: { query: PeopleQuery; tag: PlayerTag | null; before: PlayerId | null; limit: number },
): Promise<readonly PersonRow[]> {
  const { rows } = await db.query<PersonRow>(
    `SELECT ${columns} FROM accounts.players
     WHERE ${conditions[query.by]}
       AND ($2::uuid IS NULL OR id < $2)
       AND ($4::text IS NULL OR id IN (SELECT player_id FROM accounts.tags WHERE tag = $4))
     ORDER BY id DESC LIMIT $3`,
    [textOf(query), before, limit, tag],
  );
  return rows;
}

function textOf(query: PeopleQuery): string | null {
  if (query.by === "all") return null;
  if (query.by !== "name" && query.by !== "nameStart") return query.text;
  const escaped = query.text.toLowerCase().replace(/[\\%_]/g, "\\$&");
  return query.by === "name" ? `%${escaped}%` : `${escaped}%`;
}

export async function peopleOf(db: Queryable, players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, PersonRow>> {
  if (players.length === 0) return new Map();
  const { rows } = await db.query<PersonRow>(`SELECT ${columns} FROM accounts.players WHERE id = ANY($1::uuid[])`, [
    [...new Set(players)],
  ]);
  return new Map(rows.map(row => [row.id, row]));
}

/** Where a player is from and when they were last seen. */
export interface PresenceRow {
  readonly playerId: PlayerId;
  /** ISO 3166-1 alpha-2; null where it is unknown. */
  readonly country: string | null;
  readonly seenAt: Date | null;
}

/** Presence of these players, from their last thirty sessions. */
export async function presenceOf(
  db: Queryable,
  players: readonly PlayerId[],
  now: Date,
): Promise<ReadonlyMap<PlayerId, PresenceRow>> {
  const { rows } = await db.query<PresenceRow>(
    `SELECT p.id AS "playerId", ${countryAt("p.id", "$2::timestamptz")} AS country,
       (SELECT max(s.seen_at) FROM (SELECT seen_at FROM accounts.sessions WHERE player_id = p.id ORDER BY created_at DESC LIMIT 30) s) AS "seenAt"
     FROM unnest($1::uuid[]) AS p(id)`,
    [players, now],
  );
  return new Map(rows.map(row => [row.playerId, row]));
}

/** Demo and test accounts: reports can leave them out. */
export async function testPeople(db: Queryable): Promise<readonly PlayerId[]> {
  const { rows } = await db.query<{ id: PlayerId }>("SELECT id FROM accounts.players WHERE is_test");
  return rows.map(row => row.id);
}

/** Those of these players who have closed their accounts. */
export async function closedAmong(db: Queryable, players: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>> {
  const { rows } = await db.query<{ id: PlayerId }>(
    "SELECT id FROM accounts.players WHERE id = ANY ($1::uuid[]) AND closed_at IS NOT NULL",
    [uuidArray(players)],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface SeenSession {
  readonly id: Uuid;
  readonly hostname: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: string | null;
}

/** The last thirty. */
export async function sessionsOf(db: Queryable, player: PlayerId): Promise<readonly SeenSession[]> {
  const { rows } = await db.query<SeenSession>(
    `SELECT id, hostname, ip, user_agent AS "userAgent", created_at AS "createdAt", seen_at AS "seenAt",
      expires_at AS "expiresAt", ended_at AS "endedAt", end_reason AS "endReason" FROM accounts.sessions
     WHERE player_id = $1 ORDER BY created_at DESC LIMIT 30`,
    [player],
  );
  return rows;
}
