import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** The statements of disputes. */

export interface DisputeRow {
  readonly tournamentId: string;
  readonly playerId: PlayerId;
  readonly title: Readonly<Record<Locale, string>>;
  readonly text: string;
  /** The place that the player disputes; null for none. */
  readonly place: number | null;
  readonly createdAt: Date;
  readonly answer: string | null;
  readonly answeredBy: string | null;
  readonly answeredAt: Date | null;
}

export interface NewDispute extends Pick<DisputeRow, "tournamentId" | "playerId" | "text" | "place" | "createdAt"> {
  readonly ranksHash: Uint8Array;
}

const columns = `d.tournament_id AS "tournamentId", d.player_id AS "playerId", t.title, d.text, d.place, d.created_at AS "createdAt", d.answer,
  d.answered_by AS "answeredBy", d.answered_at AS "answeredAt"`;
const from = "FROM tournaments.disputes d JOIN tournaments.tournaments t ON t.id = d.tournament_id";

/** False when the player has disputed them before. */
export async function insertDispute(tx: Tx, dispute: NewDispute): Promise<boolean> {
  const { tournamentId, playerId, text, ranksHash, place, createdAt } = dispute;
  const { rowCount } = await tx.query(
    `INSERT INTO tournaments.disputes (tournament_id, player_id, text, ranks_hash, place, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING`,
    [tournamentId, playerId, text, ranksHash, place, createdAt],
  );
  return rowCount === 1;
}

export async function disputeOf(
  on: Queryable,
  { id, player }: { readonly id: string; readonly player: PlayerId },
  lock: "" | "FOR UPDATE OF d" = "",
): Promise<DisputeRow | undefined> {
  const { rows } = await on.query<DisputeRow>(
    `SELECT ${columns} ${from} WHERE d.tournament_id = $1 AND d.player_id = $2 ${lock}`,
    [id, player],
  );
  return rows[0];
}

/** Disputes, those without an answer first, the oldest of them first. */
export async function allDisputes(on: Queryable, limit: number): Promise<readonly DisputeRow[]> {
  const { rows } = await on.query<DisputeRow>(
    `SELECT ${columns} ${from} ORDER BY d.answered_at DESC NULLS FIRST, d.created_at, d.player_id LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function hasOpenDispute(on: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await on.query(
    "SELECT FROM tournaments.disputes WHERE tournament_id = $1 AND answered_at IS NULL LIMIT 1",
    [id],
  );
  return rowCount === 1;
}

export async function setAnswer(
  tx: Tx,
  { tournamentId, playerId }: Pick<DisputeRow, "tournamentId" | "playerId">,
  { answer, by, at }: { readonly answer: string; readonly by: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    "UPDATE tournaments.disputes SET answer = $3, answered_by = $4, answered_at = $5 WHERE tournament_id = $1 AND player_id = $2",
    [tournamentId, playerId, answer, by, at],
  );
}

/** What the player wrote, and what they were answered; that there was a dispute stays. */
export async function redactDispute(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query(
    "UPDATE tournaments.disputes SET text = '', answer = CASE WHEN answer IS NULL THEN NULL ELSE '' END WHERE player_id = $1",
    [player],
  );
}
