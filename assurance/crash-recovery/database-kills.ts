import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchStudio, withBenchStudio } from "#assurance/load/bench-studio.ts";
import type { BenchRow, BenchSuite } from "#assurance/load/bench-suite.ts";
import { required } from "#kit/std/invariant.ts";
import { countRounds, roundDifferences, untilRoundsEnd } from "./compare-rounds.ts";
import { hands, openCrowd, wheel } from "./round-players.ts";

/** Milliseconds of betting, dealing, rest and a decision. */
const timing = "2500,400,100,1500";

/**
 * `npm run bench -- database-kills --times=10`: a casino and the studio, each with a PostgreSQL of its own. While players spin, play hands
 * of blackjack and bet at roulette, the one or the other PostgreSQL is killed with every session of it, that many times each. Afterwards
 * every round must have ended once, as the other side has it, and as the response to its player said.
 */
export const benchDatabaseKills: BenchSuite = () => {
  const times = Number(process.argv.find(argument => argument.startsWith("--times="))?.slice("--times=".length) ?? 10);
  return withBenchStudio(
    {
      services: "general",
      program: join(import.meta.dirname, "../load/table-studio.ts"),
      environment: { BENCH_TABLE_TIMING: timing, BENCH_TABLES: `${hands},${wheel}` },
      ownCluster: true,
      // Every call that meets a dead database is an error of its own.
      logLevel: "silent",
    },
    studio => killDatabases(studio, times),
  );
};

async function killDatabases(studio: BenchStudio, times: number): Promise<readonly BenchRow[]> {
  const crowd = await openCrowd(studio);
  const clusters = { casino: studio.app.cluster, studio: required(studio.cluster, "a cluster of the studio's own") };
  const backAfterMs = { casino: [] as number[], studio: [] as number[] };
  for (let kill = 0; kill < times * 2; kill++) {
    const name = kill % 2 === 0 ? "casino" : "studio";
    await sleep(randomInt(1_500, 5_000));
    backAfterMs[name].push(await clusters[name].kill());
  }
  await sleep(3_000);
  await crowd.leave();
  const restMs = await untilRoundsEnd(studio);
  const found = await roundDifferences(studio, crowd.answered);
  for (const difference of found) console.log(difference);
  if (found.length > 0) throw new Error(`${found.length} rounds differ`);
  await studio.app.requireRightBooks();
  const rounds = await countRounds(studio);
  return Object.entries(backAfterMs).map(([database, ms]) => ({
    database,
    kills: ms.length,
    "most ms until it answered": Math.round(Math.max(...ms)),
    ...rounds,
    answered: crowd.answered.size,
    differences: found.length,
    "all ended after s": Math.round(restMs / 1000),
  }));
}
