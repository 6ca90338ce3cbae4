import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Coverage, createCoverage } from "./coverage.ts";

/** The seeds of a worker: the seeds `from`, `from + step`, ... below `to`; every `again`th of them twice. */
export interface Order {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly again: number;
  /** What is played: own games, rounds at a provider, or a cluster. */
  readonly played: Played;
}

export type Played = "games" | "providers" | "cluster";

/** What the command needs before its `--seed`. */
export const flagOf = (played: Played): string =>
  ({ games: "", providers: "--providers ", cluster: "cluster " })[played];

/** The result of a worker, or the seed that failed. */
export type Report =
  | { readonly bets: number; readonly killed: number; readonly coverage: readonly (readonly [string, number])[] }
  | { readonly seed: number; readonly text: string };

export interface Simulated {
  readonly bets: number;
  readonly killed: number;
  readonly coverage: Coverage;
}

/** A seed that failed. */
export class FoundOut extends Error {
  readonly seed: number;
  constructor(seed: number, text: string, played: Played) {
    super(`Seed ${seed} shows it. Play it again: npm run simulate -- ${flagOf(played)}--seed=${seed}\n${text}`);
    this.seed = seed;
  }
}

/** Plays this many seeds on this many threads. Throws {@link FoundOut} with the lowest seed that failed. */
export async function simulateMany(
  seeds: number,
  {
    from = 1,
    workers = 2,
    again = 40,
    played = "games",
  }: { readonly from?: number; readonly workers?: number; readonly again?: number; readonly played?: Played } = {},
): Promise<Simulated> {
  const orders = Array.from({ length: workers }, (_, i) => ({
    from: from + i,
    to: from + seeds,
    step: workers,
    again,
    played,
  }));
  const reports = await Promise.all(orders.map(reportOf));
  const [worst] = reports.filter(report => "seed" in report).sort((a, b) => a.seed - b.seed);
  if (worst) throw new FoundOut(worst.seed, worst.text, played);
  const coverage = createCoverage();
  let [bets, killed] = [0, 0];
  for (const report of reports) {
    if ("seed" in report) continue;
    bets += report.bets;
    killed += report.killed;
    coverage.add(report.coverage);
  }
  return { bets, killed, coverage };
}

async function reportOf(order: Order): Promise<Report> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: order, execArgv: [] });
  const [report] = (await once(worker, "message")) as [Report];
  await worker.terminate();
  return report;
}
