import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { boardTopic, type ScoreNeeds } from "./fold-scores.ts";

/**
 * Whether a prize of the player is owed: a place is frozen and not paid, or the tournament is over and its places are being counted. Ranks of their
 * tournaments stay as they are until `tx` ends.
 */
export async function hasOpenPrize({ host }: Pick<ScoreNeeds, "host">, tx: Tx, player: PlayerId): Promise<boolean> {
  const { rows } = await tx.query<{ counting: boolean }>(
    `SELECT t.state = 'published' AND t.ends_at <= $2 AND e.disqualified_at IS NULL AS counting
     FROM tournaments.tournaments t JOIN tournaments.entries e ON e.tournament_id = t.id
     WHERE e.player_id = $1 AND t.state IN ('published', 'review', 'paid') ORDER BY t.id FOR SHARE OF t`,
    [player, new Date(host.clock.now())],
  );
  if (rows.some(({ counting }) => counting)) return true;
  const { rowCount } = await tx.query(
    `SELECT FROM tournaments.ranks r JOIN tournaments.tournaments t ON t.id = r.tournament_id
     WHERE r.player_id = $1 AND t.state IN ('review', 'paid') AND r.place <= cardinality(t.prizes)
       AND NOT EXISTS (SELECT FROM tournaments.prizes p WHERE p.tournament_id = r.tournament_id AND p.place = r.place) LIMIT 1`,
    [player],
  );
  return rowCount > 0;
}

/** Who closes their account takes no place of a tournament whose ranks are not frozen: its prize could never be paid. */
export async function leaveTournaments({ host }: Pick<ScoreNeeds, "host">, tx: Tx, player: PlayerId): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE tournaments.entries e SET disqualified_at = $2, disqualified_reason = 'account closed' FROM tournaments.tournaments t
     WHERE t.id = e.tournament_id AND t.state = 'published' AND e.player_id = $1 AND e.disqualified_at IS NULL RETURNING t.id`,
    [player, new Date(host.clock.now())],
  );
  for (const { id } of rows) await host.signals.send(tx, boardTopic, id);
}
