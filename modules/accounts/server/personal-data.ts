import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { investigationTags } from "../shared/tags.ts";
import { agreementsOf } from "./agreements.ts";

/**
 * The personal data in accounts: the account without its password's hash, its countries with their dates, every session with its addresses and devices, and known browsers
 * with their times.
 */
export async function personalData(db: Queryable, player: PlayerId): Promise<Json> {
  const account = await db.query<{ known: Json }>(
    "SELECT to_jsonb(p) - 'public_id' - 'lock_reason' AS known FROM accounts.players p WHERE id = $1",
    [player],
  );
  const sessions = await db.query<{ known: Json }>(
    `SELECT to_jsonb(s) - 'salt' - 'generation' AS known FROM accounts.sessions s WHERE player_id = $1 ORDER BY created_at`,
    [player],
  );
  const browsers = await db.query<{ known: Json }>(
    `SELECT to_jsonb(b) - 'browser' - 'player_id' AS known FROM accounts.known_browsers b WHERE player_id = $1 ORDER BY known_since`,
    [player],
  );
  const countries = await db.query<{ known: Json }>(
    `SELECT to_jsonb(c) - 'player_id' - 'number' AS known FROM accounts.countries c WHERE player_id = $1 ORDER BY since, number`,
    [player],
  );
  const { known } = required(account.rows[0], "a player who does not exist");
  const agreements = (await agreementsOf(db, player)).map(({ version, agreedAt }) => ({
    version,
    agreed_at: agreedAt.toISOString(),
  }));
  return {
    account: known,
    countries: countries.rows.map(row => row.known),
    agreements,
    sessions: sessions.rows.map(row => row.known),
    known_browsers: browsers.rows.map(row => row.known),
    tags: await tagsData(db, player, false),
    /** What a person reads before it is handed over: the player asks support for it. */
    on_request: ["notes of operators", "tags of investigations"],
  };
}

/** Operators' names are theirs: neither tags nor notes have them. */
async function tagsData(db: Queryable, player: PlayerId, ofInvestigations: boolean): Promise<readonly Json[]> {
  const { rows } = await db.query<{ known: Json }>(
    `SELECT jsonb_build_object('tag', tag, 'tagged_at', tagged_at) AS known FROM accounts.tags
     WHERE player_id = $1 AND (tag = ANY ($2::text[])) = $3 ORDER BY tagged_at, tag`,
    [player, investigationTags, ofInvestigations],
  );
  return rows.map(({ known }) => known);
}

/** Notes may name other people, and either may reveal that a suspicion was reported, which must not be disclosed. */
export async function reviewedData(db: Queryable, player: PlayerId): Promise<Json> {
  const { rows: notes } = await db.query<{ known: Json }>(
    `SELECT jsonb_build_object('text', text, 'written_at', written_at) AS known FROM accounts.notes
     WHERE player_id = $1 ORDER BY written_at, id`,
    [player],
  );
  return { notes: notes.map(({ known }) => known), tags: await tagsData(db, player, true) };
}
