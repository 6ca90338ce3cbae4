import type { Json } from "#kit/std/json.ts";
import { type Result, sheetRounds } from "../shared/roads.ts";
import type { TableState } from "./table-state.ts";

/** Results of the sheet that is being written, the oldest first. The first round of the next sheet begins an empty one. */
export function sheetResults(
  { history, round }: Pick<TableState, "history" | "round">,
  resultOf: (outcome: Json) => Result,
): readonly Result[] {
  const current = round?.number ?? history[0]?.number ?? 1;
  const sheetOf = (number: number) => Math.floor((number - 1) / sheetRounds);
  return history
    .filter(({ number }) => sheetOf(number) === sheetOf(current))
    .map(({ outcome }) => resultOf(outcome))
    .reverse();
}
