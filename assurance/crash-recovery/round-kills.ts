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
 * `npm run bench -- round-kills --times=10`: a casino and the studio, each with a PostgreSQL of its own. While players spin, play hands of
 * blackjack and bet at roulette, one of the two processes or one of the two databases with every session of it is killed, that many times
 * each; `--only=databases` leaves the processes alive. Afterwards every round must have ended once, as the other side has it, and as the
 * response to its player said.
 */
export const benchRoundKills: BenchSuite = () => {
  const option = (name: string) => process.argv.find(text => text.startsWith(`--${name}=`))?.slice(name.length + 3);
  const times = Number(option("times") ?? 10);
  const parts = option("only") === "databases" ? databases : all;
  return withBenchStudio(
    {
      services: "general",
      program: join(import.meta.dirname, "../load/table-studio.ts"),
      environment: { BENCH_TABLE_TIMING: timing, BENCH_TABLES: `${hands},${wheel}` },
      ownCluster: true,
      // Every call that meets a dead database is an error of its own.
      logLevel: "silent",
    },
    studio => killAll(studio, parts, times),
  );
};

const databases = ["casino's database", "studio's database"] as const;
const all = [...databases, "casino", "studio"] as const;
type Part = (typeof all)[number];

async function killAll(studio: BenchStudio, parts: readonly Part[], times: number): Promise<readonly BenchRow[]> {
  const crowd = await openCrowd(studio);
  const kill: Readonly<Record<Part, () => Promise<void>>> = {
    "casino's database": studio.app.cluster.kill,
    "studio's database": required(studio.cluster, "a cluster of the studio's own").kill,
    casino: studio.app.killProcess,
    studio: studio.killProcess,
  };
  const backAfterMs = new Map<Part, number[]>(parts.map(part => [part, []]));
  for (let count = 0; count < times; count++) {
    for (const part of parts) {
      await sleep(randomInt(1_500, 5_000));
      const killedAt = performance.now();
      await kill[part]();
      backAfterMs.get(part)?.push(performance.now() - killedAt);
    }
  }
  await sleep(3_000);
  await crowd.leave();
  const restMs = await untilRoundsEnd(studio);
  const found = await roundDifferences(studio, crowd.answered);
  for (const difference of found) console.log(difference);
  if (found.length > 0) throw new Error(`${found.length} rounds differ`);
  await studio.app.requireRightBooks();
  const rounds = await countRounds(studio);
  return [...backAfterMs].map(([part, ms]) => ({
    killed: part,
    kills: ms.length,
    "back after ms at most": Math.round(Math.max(...ms)),
    ...rounds,
    answered: crowd.answered.size,
    differences: found.length,
    "all ended after s": Math.round(restMs / 1000),
  }));
}
