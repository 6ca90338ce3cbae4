import { mostPicks, numbersOnBoard } from "../shared/odds.ts";

/** Changes to the board's picks, and keyboard movement over it: 40 numbers in rows of eight. */
export const perRow = 8;

/** The picks with the number added or removed, ascending; unchanged when ten are already selected. */
export function toggled(picks: readonly number[], number: number): readonly number[] {
  if (picks.includes(number)) return picks.filter(pick => pick !== number);
  return picks.length < mostPicks ? [...picks, number].sort((a, b) => a - b) : picks;
}

/**
 * Random picks; as many as before, or ten. They decide nothing: the seeds draw the result.
 * @param randomBytes the browser's random source
 */
export function randomPicks(count: number, randomBytes: (count: number) => Uint8Array): readonly number[] {
  const picks = new Set<number>();
  // 240 is the largest multiple of 40 in a byte: larger values are skipped, so that all numbers are equally likely.
  while (picks.size < count)
    for (const byte of randomBytes(16)) if (byte < 240 && picks.size < count) picks.add(1 + (byte % 40));
  return [...picks].sort((a, b) => a - b);
}

/** The number that an arrow key moves to; the number itself at an edge, undefined for other keys. */
export function stepFrom(number: number, key: string): number | undefined {
  const index = number - 1;
  const column = index % perRow;
  switch (key) {
    case "ArrowRight":
      return column === perRow - 1 ? number : number + 1;
    case "ArrowLeft":
      return column === 0 ? number : number - 1;
    case "ArrowDown":
      return number + perRow > numbersOnBoard ? number : number + perRow;
    case "ArrowUp":
      return number - perRow < 1 ? number : number - perRow;
    case "Home":
      return number - column;
    case "End":
      return number - column + perRow - 1;
    default:
      return undefined;
  }
}

/** Hundredths as a multiplier without trailing zeros: 1600 is "16", 950 "9.5", 153 "1.53". */
export function brief(hundredths: number): string {
  return String(hundredths / 100);
}
