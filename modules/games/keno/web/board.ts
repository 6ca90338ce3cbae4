import { mostPicks, numbersOnBoard } from "../shared/odds.ts";

/** What may be done to the board's picks, and how the keyboard walks over it: 40 numbers in rows of eight. */
export const perRow = 8;

/** The picks with the number added or taken away, ascending; unchanged when ten are picked already. */
export function toggled(picks: readonly number[], number: number): readonly number[] {
  if (picks.includes(number)) return picks.filter(pick => pick !== number);
  return picks.length < mostPicks ? [...picks, number].sort((a, b) => a - b) : picks;
}

/**
 * Picks drawn by the browser for a player who does not mind which; as many as there were, or ten. It decides nothing: the
 * result is drawn by the seeds.
 * @param randomBytes the browser's random source
 */
export function randomPicks(count: number, randomBytes: (count: number) => Uint8Array): readonly number[] {
  const picks = new Set<number>();
  // 240 is the largest multiple of 40 in a byte: what is above it is passed over, so that no number is likelier.
  while (picks.size < count)
    for (const byte of randomBytes(16)) if (byte < 240 && picks.size < count) picks.add(1 + (byte % 40));
  return [...picks].sort((a, b) => a - b);
}

/** Where an arrow key leads from a number; the number itself at an edge, undefined for other keys. */
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

/** Hundredths as a multiplier without needless zeros: 1600 is "16", 950 "9.5", 153 "1.53". */
export function brief(hundredths: number): string {
  return String(hundredths / 100);
}
