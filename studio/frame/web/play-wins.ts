import type { Cell, SpinEvent } from "#studio/engine/shared/types.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import type { PlayOptions } from "./play-options.ts";

type Win = Extract<SpinEvent, { type: "win" }>;

/** @param quiet without light and sound */
export function createWins(options: PlayOptions, { quiet, pace }: { readonly quiet: boolean; readonly pace: number }) {
  const { data, stage, motion, sound, say, shown, reduced } = options;
  let units = 0;
  let steps = 0;

  async function show(list: readonly Win[]): Promise<void> {
    units += list.reduce((sum, win) => sum + win.units, 0);
    const first = list[0];
    if (!first) return;
    const text = list.length === 1 ? winText(first, options) : say("total", { n: list.length });
    if (!quiet) {
      const cells = unique(list.flatMap(win => win.cells));
      if (cells.length > 0) await lightUp(cells, list);
      sound.win(steps++);
    }
    shown.win(units, text);
    if (first.kind === "scatter") sound.scatter(quiet ? 1 : first.count);
    await motion.wait((quiet ? 200 : 620) * pace);
  }

  async function lightUp(cells: readonly Cell[], list: readonly Win[]): Promise<void> {
    const path = list.length === 1 ? pathOf(data, list[0] as Win) : [];
    const ordered = cells.toSorted(([a, b], [c, d]) => b - d || a - c);
    if (reduced) return stage.light(ordered, path);
    for (let n = 1; n <= ordered.length; n += Math.ceil(ordered.length / 8)) {
      stage.light(ordered.slice(0, n), path);
      await motion.wait(60 * pace);
    }
    stage.light(ordered, path);
  }

  return { show };
}

export function winText(win: Win, { data, say, language }: Pick<PlayOptions, "data" | "say" | "language">): string {
  const title = data.symbols.find(({ letter }) => letter === win.symbol)?.titles[language] ?? win.symbol;
  const facts = { symbol: title, count: win.count, line: (win.line ?? 0) + 1, ways: win.ways ?? 1 };
  if (win.kind === "line" && win.line !== undefined) return say("lineWin", facts);
  return say(win.kind === "ways" ? "waysWin" : "plainWin", facts);
}

function unique(cells: readonly Cell[]): Cell[] {
  return [...new Map(cells.map(cell => [cell.join("."), cell])).values()];
}

export function pathOf({ evaluation, grid }: Pick<GameData, "evaluation" | "grid">, win: Win): readonly Cell[] {
  const line = evaluation.kind === "lines" && win.line !== undefined ? evaluation.lines[win.line] : undefined;
  return line === undefined ? [] : Array.from({ length: grid.reels }, (_, reel) => [reel, Number(line[reel])] as const);
}
