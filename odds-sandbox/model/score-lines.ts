import type { Chances } from "../shared/protocol.ts";
import { lineChances, winChance } from "./chances.ts";
import type { Outcome } from "./events/rules.ts";
import type { ScoreChances } from "./score-chances.ts";

/** Outcomes of markets that compare a score with a line, whatever the sport counts. */

const outcome = (id: string, p: Chances): Outcome => ({ id, p });

/** Chances that the home side is ahead, level and behind. */
export function above({ difference, offset }: ScoreChances): readonly [number, number, number] {
  const found: [number, number, number] = [0, 0, 0];
  for (const [index, p] of difference.entries()) found[index > offset ? 0 : index === offset ? 1 : 2] += p;
  return found;
}

export function sideOutcomes(home: number): readonly Outcome[] {
  return [outcome("home", winChance(Math.min(1, home))), outcome("away", winChance(Math.max(0, 1 - home)))];
}

export function threeOutcomes([home, draw, away]: readonly [number, number, number]): readonly Outcome[] {
  return [outcome("home", winChance(home)), outcome("draw", winChance(draw)), outcome("away", winChance(away))];
}

export function handicapOutcomes(
  { difference, offset }: Pick<ScoreChances, "difference" | "offset">,
  hcp: number,
): readonly Outcome[] {
  const [home, away] = lineChances({ from: -offset, p: difference }, -Math.round(4 * hcp));
  return [outcome("home", home), outcome("away", away)];
}

/** Over and under of a count from 0 on. */
export function totalOutcomes(p: Float64Array, total: number): readonly Outcome[] {
  const [over, under] = lineChances({ from: 0, p }, Math.round(4 * total));
  return [outcome("over", over), outcome("under", under)];
}
