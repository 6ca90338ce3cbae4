import { availableParallelism } from "node:os";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { numberOf as wholeNumberOf } from "#tools/cluster/settings.ts";
import { simulateCluster } from "./cluster/run.ts";
import { simulateProviders } from "./providers/run.ts";
import { simulate } from "./run.ts";
import { FoundOut, flagOf, type Played, simulateMany } from "./spread.ts";

/**
 * `npm run simulate -- --seeds=2000` plays so many seeds, from `--from` on, on `--workers` threads, and prints how often what was
 * reached; `--seed=17` plays one and prints its trace; `--providers`
 * plays rounds at a game provider in place of own games, and `cluster` a cluster of nodes and databases. Exits with 1 at a seed with a failure, and prints how to replay
 * it again.
 */
const played: Played = process.argv.includes("--providers")
  ? "providers"
  : process.argv.includes("cluster")
    ? "cluster"
    : "games";
const plays = { games: simulate, providers: simulateProviders, cluster: simulateCluster };

const mostSeeds = 1_000_000_000;
const numberOf = (name: string, fallback: number) => wholeNumberOf(process.argv, name, fallback, mostSeeds);

async function one(seed: number): Promise<void> {
  const { transcript, bets, killed, trace } = await plays[played](seed);
  for (const line of transcript) console.log(line);
  console.log(`${bets} bets, ${killed} processes killed, trace ${trace}.`);
}

async function many(seeds: number): Promise<void> {
  const begin = performance.now();
  const workers = numberOf("workers", availableParallelism());
  const { bets, killed, coverage } = await simulateMany(seeds, { from: numberOf("from", 1), workers, played });
  for (const [name, times] of [...coverage.counts].sort()) console.log(`${String(times).padStart(9)}  ${name}`);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(
    `${seeds} seeds, ${bets} bets, ${killed} processes killed, ${seconds} s: the books were right after every step.`,
  );
}

let seed = 0;
try {
  seed = numberOf("seed", 0);
  await (seed ? one(seed) : many(numberOf("seeds", 2000)));
} catch (error) {
  console.error(error instanceof FoundOut || error instanceof StartFailure ? error.message : error);
  if (seed) console.error(`\nPlay it again: npm run simulate -- ${flagOf(played)}--seed=${seed}`);
  process.exitCode = 1;
}
