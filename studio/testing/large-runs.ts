/** Sizes of runs that are large by hand and small in `npm test`. */

/** The full run: HOSTILE_ROUNDS=100000 npx vitest run --project integration studio/rgs/server/hostile-casino.it.test.ts */
export const hostileRounds = (usual: number): number => Number(process.env.HOSTILE_ROUNDS ?? usual);

/** How often each failpoint is hit. The full run: KILLS=10 npx vitest run --project integration studio -t "kill -9" */
const kills = Number(process.env.KILLS ?? 1);

/** Every failpoint with the number of its kill, once unless KILLS says more. */
export const eachKill = (points: readonly string[]): (readonly [point: string, kill: number])[] =>
  points.flatMap(point => Array.from({ length: kills }, (_, index) => [point, index + 1] as const));
