import { isWhole, partOf } from "#kit/testing/commit-sample.ts";

/** Sizes of runs that are large by hand and small in `npm test`. */

/** The full run: HOSTILE_ROUNDS=100000 npx vitest run --project integration studio/rgs/server/hostile-casino.it.test.ts */
export const hostileRounds = (usual: number): number => Number(process.env.HOSTILE_ROUNDS ?? usual);

/** How often each failpoint is hit; undefined: a part of them once. The full run: KILLS=10 npx vitest run --project integration studio -t "kill -9" */
const kills = process.env.KILLS === undefined ? undefined : Number(process.env.KILLS);

/** Every second failpoint, chosen by the commit, once; every one as often as KILLS says. Each with the number of its kill. */
export function eachKill(points: readonly string[]): (readonly [point: string, kill: number])[] {
  if (kills === undefined && !isWhole) {
    const first = partOf(points.join(), 2);
    return points.filter((_, index) => index % 2 === first).map(point => [point, 1]);
  }
  return points.flatMap(point => Array.from({ length: kills ?? 1 }, (_, index) => [point, index + 1] as const));
}
