import { int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";

/** A wallet whose transfers after number `begin`, up to `upto`, are not in the sums. */
export interface Moved {
  readonly playerId: string;
  readonly currency: string;
  readonly begin: bigint;
  readonly upto: bigint;
}

/**
 * A joined table with the position of each wallet of `wallets`, by its key; $1 is the projection, $2 the generation. Of a generation that has
 * just begun PostgreSQL expects one position, and would compare all of them with each wallet: a subquery with OFFSET is not merged, and leaves
 * it only the key.
 */
export const positionOf = (wallets: string, columns: string): string => `LATERAL (
  SELECT ${columns} FROM projections.positions
  WHERE projection = $1::text AND generation = $2::int AND player_id = ${wallets}.player_id AND currency = ${wallets}.currency OFFSET 0
)`;

/** Four parameters of a statement, which reads them by `unnest`. */
export const movedColumns = (moved: readonly Moved[]) => [
  uuidArray(moved.map(({ playerId }) => playerId)),
  textArray(moved.map(({ currency }) => currency)),
  int8Array(moved.map(({ begin }) => begin)),
  int8Array(moved.map(({ upto }) => upto)),
];
