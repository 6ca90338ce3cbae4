import { hash } from "node:crypto";
import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { canonicalJson } from "#kit/std/json.ts";
import { countingMs, reviewMs } from "../shared/phase.ts";
import type { ScoreNeeds } from "./fold-scores.ts";
import { countingOf, recount } from "./score-players.ts";
import { insertRanks, type Ranked, type TournamentRow, tournamentOf } from "./store.ts";

/** Players whose bets are read at once. */
const playersAtOnce = 200;

/**
 * FROZEN: the final ranks, computed from bets alone, whatever the live board says. Once; false when it is not due, or another process does it.
 */
export async function freezeRanks(needs: ScoreNeeds, id: string): Promise<boolean> {
  const { host } = needs;
  return host.db.tx(async tx => {
    const tournament = await tournamentOf(tx, id, "FOR UPDATE OF t");
    if (tournament?.state !== "published" || tournament.endsAt.getTime() + countingMs > host.clock.now()) return false;
    const ranks = await finalRanks(needs, tx, tournament);
    const reviewUntil = new Date(host.clock.now() + reviewMs);
    await insertRanks(tx, { id, hash: ranksHash(id, ranks), reviewUntil }, ranks);
    host.failpoints.hit("tournaments.frozen");
    return true;
  });
}

/** Every player with a score, in order of place. */
export async function finalRanks({ facts }: ScoreNeeds, tx: Tx, tournament: TournamentRow): Promise<readonly Ranked[]> {
  const counting = await countingOf(tx, tournament);
  const ranks: Ranked[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await tx.query<{ playerId: string; joinedAt: Date }>(
      `SELECT player_id AS "playerId", joined_at AS "joinedAt" FROM tournaments.entries WHERE tournament_id = $1 AND player_id > $2 AND disqualified_at IS NULL
       ORDER BY player_id LIMIT ${playersAtOnce}`,
      [tournament.id, after],
    );
    const players = new Map(rows.map(({ playerId, joinedAt }) => [playerId, joinedAt]));
    for (const [player, { score, at }] of await recount(tx, facts, counting, players))
      if (at !== null) ranks.push({ playerId: player as PlayerId, score, reachedAt: at });
    const last = rows.at(-1);
    if (!last || rows.length < playersAtOnce) return ranks.sort(byPlace);
    after = last.playerId;
  }
}

/** The higher score; of equal ones the one reached earlier; then the player's id. */
function byPlace(a: Ranked, b: Ranked): number {
  if (a.score !== b.score) return a.score > b.score ? -1 : 1;
  return a.reachedAt.getTime() - b.reachedAt.getTime() || (a.playerId < b.playerId ? -1 : 1);
}

/** SHA-256 of the canonical JSON of the ranks. */
export function ranksHash(tournament: string, ranks: readonly Ranked[]): Uint8Array {
  const rows = ranks.map(({ playerId, score, reachedAt }, index) => ({
    place: index + 1,
    player: playerId,
    score: String(score),
    reached_at: reachedAt.toISOString(),
  }));
  return hash("sha256", canonicalJson({ tournament, ranks: rows }), "buffer");
}
