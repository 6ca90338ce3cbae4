import { minerRules } from "../shared/rules.ts";

const { tiles, rows: perRow } = minerRules.current;

/** The tile that an arrow key moves to; the tile itself at an edge, undefined for other keys. */
export function tileFrom(tile: number, key: string): number | undefined {
  const column = tile % perRow;
  switch (key) {
    case "ArrowRight":
      return column === perRow - 1 ? tile : tile + 1;
    case "ArrowLeft":
      return column === 0 ? tile : tile - 1;
    case "ArrowDown":
      return tile + perRow >= tiles ? tile : tile + perRow;
    case "ArrowUp":
      return tile < perRow ? tile : tile - perRow;
    case "Home":
      return tile - column;
    case "End":
      return tile - column + perRow - 1;
    default:
      return undefined;
  }
}

/**
 * A random closed tile, all equally likely. It decides nothing: the mines were placed when the round began.
 * @param randomBytes the browser's random source
 */
export function randomTile(opened: readonly number[], randomBytes: (count: number) => Uint8Array): number | undefined {
  const left = Array.from({ length: tiles }, (_, tile) => tile).filter(tile => !opened.includes(tile));
  if (left.length === 0) return undefined;
  // Values above the largest multiple in a byte are skipped, so that all tiles are equally likely.
  const fair = 256 - (256 % left.length);
  for (;;) for (const byte of randomBytes(16)) if (byte < fair) return left[byte % left.length];
}

/** The pattern with the tile appended, or without it; at most as long as there are gems. */
export function patternWith(pattern: readonly number[], tile: number, mines: number): readonly number[] {
  if (pattern.includes(tile)) return pattern.filter(each => each !== tile);
  return pattern.length < tiles - mines ? [...pattern, tile] : pattern;
}

/** The visible steps of the ladder: as many as fit, the current one after the first two. */
export function ladderWindow(found: number, all: number, shown = 7): readonly number[] {
  const first = Math.max(1, Math.min(found - 2, all - shown + 1));
  return Array.from({ length: Math.min(shown, all) }, (_, index) => first + index);
}
