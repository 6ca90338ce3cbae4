import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** What a published hash belongs to. Secrets that are not revealed are in no table that this reads. */
export type NamedByHash =
  | { readonly kind: "server_seed"; readonly player: PlayerId }
  /** `link`, revealed, and `commitment`: of one round. `head`: of a chain, whose first round is named. */
  | { readonly kind: "link" | "head" | "commitment"; readonly sequence: string; readonly round: bigint };

/** Finds what a hash names, by indexes of each kind of hash. */
export async function namedByHash(db: Queryable, hash: Uint8Array): Promise<readonly NamedByHash[]> {
  const { rows } = await db.query<NamedByHash>(
    `SELECT 'server_seed' AS kind, player_id AS player, NULL AS sequence, NULL::bigint AS round FROM fairness.seeds WHERE hash = $1
     UNION ALL SELECT 'link', NULL, sequence, round FROM fairness.revealed_links WHERE link = $1
     UNION ALL SELECT 'head', NULL, sequence, first_round FROM fairness.chains WHERE head = $1
     UNION ALL SELECT 'commitment', NULL, game, round FROM fairness.between_rounds WHERE commitment = $1
     LIMIT 8`,
    [hash],
  );
  return rows;
}
