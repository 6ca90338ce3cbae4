import { int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";

/** A wallet whose transfers after number `begin`, up to `upto`, are not in the sums. */
export interface Moved {
  readonly playerId: string;
  readonly currency: string;
  readonly begin: bigint;
  readonly upto: bigint;
}

/** Four parameters of a statement, which reads them by `unnest`. */
export const movedColumns = (moved: readonly Moved[]) => [
  uuidArray(moved.map(({ playerId }) => playerId)),
  textArray(moved.map(({ currency }) => currency)),
  int8Array(moved.map(({ begin }) => begin)),
  int8Array(moved.map(({ upto }) => upto)),
];
