import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { PlayerTag } from "../shared/tags.ts";

/** @returns those that the player did not have */
export async function addTags(
  tx: Tx,
  player: PlayerId,
  { tags, author, now }: { tags: readonly PlayerTag[]; author: string; now: Date },
): Promise<readonly PlayerTag[]> {
  const { rows } = await tx.query<{ tag: PlayerTag }>(
    `INSERT INTO accounts.tags (player_id, tag, author, tagged_at) SELECT $1, given, $3, $4 FROM unnest($2::text[]) AS given
     ON CONFLICT DO NOTHING RETURNING tag`,
    [player, tags, author, now],
  );
  return rows.map(({ tag }) => tag);
}

/** @returns those that the player had */
export async function removeTags(tx: Tx, player: PlayerId, tags: readonly PlayerTag[]): Promise<readonly PlayerTag[]> {
  const { rows } = await tx.query<{ tag: PlayerTag }>(
    "DELETE FROM accounts.tags WHERE player_id = $1 AND tag = ANY($2::text[]) RETURNING tag",
    [player, tags],
  );
  return rows.map(({ tag }) => tag);
}
