import type { Cell, SpinEvent } from "#studio/engine/shared/types.ts";
import type { RoundView } from "#studio/frame/shared/calls.ts";

type Win = Extract<SpinEvent, { type: "win" }>;
type Values = Extract<SpinEvent, { type: "values" }>;

/** The window, wins and labels that a round leaves: for a reload. */
export function restOf(round: RoundView): { readonly window: readonly string[]; readonly wins: readonly Win[] } {
  let window: readonly string[] = [];
  let wins: Win[] = [];
  let held: readonly Cell[] = [];
  for (const event of round.events) {
    if (event.type === "reels" || event.type === "window") [window, wins] = [event.window, []];
    if (isHeld(event)) {
      held = [...held, ...event.cells];
      window = heldAlone(window, held);
    }
    if (event.type === "win") wins.push(event);
  }
  return { window, wins };
}

/** Hold and win: what lands stays until the feature ends. */
export const isHeld = (event: SpinEvent): event is Values & { readonly name: "lanterns" } =>
  event.type === "values" && event.name === "lanterns";

/** Only the symbols that are held lie on the reels, all of them like the first. */
export function heldAlone(window: readonly string[], held: readonly Cell[]): readonly string[] {
  const [reel = 0, row = 0] = held[0] ?? [];
  const letter = window[reel]?.[row] ?? " ";
  const isIn = (at: number, place: number) => held.some(([x, y]) => x === at && y === place);
  return window.map((text, at) => [...text].map((_, place) => (isIn(at, place) ? letter : " ")).join(""));
}
