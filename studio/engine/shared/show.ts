import type { LineWin } from "./lines.ts";
import { type Machine, type Window, windowText } from "./reels.ts";
import type { Round } from "./types.ts";

/** Events that many games tell alike; each does nothing in simulation. */

export function showReels(round: Round, set: string, machine: Machine, window: Window): void {
  if (!round.show) return;
  const { letters, rows, stops } = machine;
  round.show({ type: "reels", set, stops: [...stops], window: windowText(letters, rows, window) });
}

/** The listener for line wins; undefined in simulation. */
export function showLine(round: Round, letters: string): ((win: LineWin) => void) | undefined {
  const { show } = round;
  if (!show) return undefined;
  return ({ line, code, count, units, cells, reversed }) =>
    show({
      type: "win",
      kind: "line",
      symbol: letters.charAt(code),
      count,
      units,
      cells,
      line,
      ...(reversed ? { reversed } : {}),
    });
}
