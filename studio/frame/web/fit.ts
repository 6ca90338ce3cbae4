import type { GameData } from "#studio/frame/shared/game-data.ts";
import type { Stage } from "./stage.ts";
import type { View } from "./view.ts";

/** Gives the reels the largest cells that their box has room for. */
export function fitStage(view: View, stage: Stage, { grid }: GameData): Promise<void> {
  const edge = 2 * pixels(getComputedStyle(view.frame).paddingTop);
  const box = getComputedStyle(view.box);
  const beside = view.plate.hidden ? 0 : view.plate.offsetWidth + 12;
  const wide = view.box.clientWidth - pixels(box.paddingLeft) - pixels(box.paddingRight) - edge - beside;
  const high = view.box.clientHeight - edge;
  const narrow = innerWidth < 768;
  // Tall grids would be a narrow tower: their cells are wider than high.
  const shape = narrow ? 1 : grid.rows > 6 ? 1.35 : 1.08;
  const width = Math.min(wide / grid.reels, (high / grid.rows) * shape, narrow ? 140 : 190);
  const height = Math.min(high / grid.rows, narrow ? width * 1.45 : width);
  return stage.resize(Math.floor(width * grid.reels), Math.floor(height * grid.rows));
}

const pixels = (length: string) => Number.parseInt(length || "0", 10);

/** What lies on the reels before the first spin: a piece of each strip, or the symbols in order. */
export function firstWindow({ grid, strips, symbols }: GameData): string[] {
  const letters = symbols.filter(({ role }) => role === "pay").map(({ letter }) => letter);
  return Array.from({ length: grid.reels }, (_, reel) => {
    const strip = strips.base?.[reel];
    if (strip) return strip.slice(reel + 2, reel + 2 + grid.rows);
    return Array.from({ length: grid.rows }, (_, row) => letters[(reel * 3 + row * 2) % letters.length]).join("");
  });
}
