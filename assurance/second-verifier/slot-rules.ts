import type { SlotGame } from "#studio/engine/shared/types.ts";
import { slots } from "#studio/slots/registry.ts";

/** The data of all slots as the second verifier reads it: what a PAR sheet prints. How a round is played it has written down itself. */
export function printSlotRules(games: readonly SlotGame[] = slots): string {
  const entries = games.map(game => `  ${JSON.stringify(game.slug)}: ${JSON.stringify(dataOf(game))}`);
  return `{\n${entries.join(",\n")}\n}\n`;
}

function dataOf({ symbols, strips, tables, evaluation, grid, units, maxWin, modes, stakes }: SlotGame): object {
  const letterOf = (role: "wild" | "scatter") => symbols.find(symbol => symbol.role === role)?.letter ?? null;
  return {
    rows: grid.rows,
    letters: symbols.map(({ letter }) => letter).join(""),
    wild: letterOf("wild"),
    scatter: letterOf("scatter"),
    pays: Object.fromEntries(symbols.flatMap(({ letter, pays }) => (pays ? [[letter, pays]] : []))),
    strips,
    tables,
    lines: evaluation.kind === "lines" ? evaluation.lines : [],
    units,
    max_win: maxWin,
    modes: Object.keys(modes),
    stakes,
  };
}
