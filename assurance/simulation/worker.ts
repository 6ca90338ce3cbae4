import { parentPort, workerData } from "node:worker_threads";
import { required } from "#kit/std/invariant.ts";
import { simulateCluster } from "./cluster/run.ts";
import { createCoverage } from "./coverage.ts";
import { simulateProviders } from "./providers/run.ts";
import { simulate } from "./run.ts";
import type { Order, Report } from "./spread.ts";

/** Plays its share of the seeds and reports once. */
const { from, to, step, again, played } = workerData as Order;
const port = required(parentPort, "a worker has a port");
const coverage = createCoverage();
const play = { games: simulate, providers: simulateProviders, cluster: simulateCluster }[played];
let [bets, killed] = [0, 0];

async function run(): Promise<Report> {
  for (let seed = from; seed < to; seed += step) {
    try {
      const result = await play(seed);
      bets += result.bets;
      killed += result.killed;
      coverage.add(result.coverage);
      if (seed % again === 0 && (await play(seed)).trace !== result.trace)
        return { seed, text: "played twice it went two ways" };
    } catch (error) {
      return { seed, text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }
  return { bets, killed, coverage: [...coverage.counts] };
}

port.postMessage(await run());
