import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { VerificationLevel } from "../shared/level.ts";

/** The player's verification level: by their statement, by accepted documents, and by which. */
export async function levelOf(db: Queryable, player: PlayerId): Promise<VerificationLevel> {
  const { rows } = await db.query<Standing>(`SELECT ${standing("$1::uuid")}`, [player]);
  return rows[0] ? levelFrom(rows[0]) : 0;
}

interface Standing {
  readonly accepted: boolean;
  readonly address: boolean;
  readonly identity: boolean;
}

const standing = (player: string) => `
  coalesce((SELECT status IN ('success', 'verified') FROM verification.cases WHERE player_id = ${player}), false) AS accepted,
  EXISTS (SELECT FROM verification.documents WHERE player_id = ${player} AND kind = 'address') AS address,
  EXISTS (SELECT FROM verification.identities WHERE player_id = ${player} AND standing IN ('stated', 'proved')) AS identity`;

function levelFrom({ accepted, address, identity }: Standing): VerificationLevel {
  if (accepted) return address ? 3 : 2;
  return identity ? 1 : 0;
}

/** The levels of these players; as `levelOf`. */
export async function levelsOf(
  db: Queryable,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, VerificationLevel>> {
  const { rows } = await db.query<Standing & { readonly player: PlayerId }>(
    `SELECT p.id AS player, ${standing("p.id")} FROM unnest($1::uuid[]) AS p(id)`,
    [players],
  );
  return new Map(rows.map(row => [row.player, levelFrom(row)]));
}
