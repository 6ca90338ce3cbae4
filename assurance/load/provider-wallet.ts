import { type BenchApp, withBenchApp } from "./bench-app.ts";
import { type BenchProvider, openBenchProvider } from "./bench-provider.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { type OpenLoad, openLoop, round, times } from "./figures.ts";
import { HttpClient } from "./http-client.ts";
import { openPlayers } from "./players.ts";
import { createProviderCalls, type ProviderCalls } from "./provider-calls.ts";

const playerCount = 500;
const connections = 256;
const plannedPerSecond = 1_000;
/** The rate that counts is the highest one whose p99 stays below this. */
const mostP99Ms = 60;
/** Tried for the highest rate: each a seventh above the one before. */
const rates = Array.from({ length: 34 }, (_, index) => Math.round((100 * (8 / 7) ** index) / 10) * 10);
/** Connections that the baseline is tried with: it is measured with those that suit it best. */
const laneCounts = [4, 16];

type Way = "wallet" | number;

/**
 * `npm run bench -- provider-wallet`: signed calls of a game provider in an open loop, from another process, through the wallet's batches
 * and each in a transaction of its own: 1,000 a second for ten times `--seconds`, then the highest rate whose p99 is below 60 ms.
 */
export const benchProviderWallet: BenchSuite = async ({ seconds }) => {
  const provider = await openBenchProvider();
  try {
    return await withBenchApp({ services: "general", environment: provider.environment }, async app => {
      const calls = await openCalls(app, provider);
      const baseline = await bestBaseline(app, calls, seconds);
      const highest = await highestRate(app, calls, "wallet", seconds);
      const batched = await run(app, calls, "wallet", plannedPerSecond, seconds * 10);
      calls.close();
      await app.requireRightBooks();
      return [
        planned("one transaction a call", await baseline.planned),
        planned("batches", batched),
        {
          calls: "highest rate, one transaction a call",
          "calls/s": baseline.highest,
          connections: baseline.connections,
        },
        { calls: "highest rate, batches", "calls/s": highest, times: times(highest, baseline.highest) },
      ];
    });
  } finally {
    provider.close();
  }
};

async function openCalls(app: BenchApp, provider: BenchProvider): Promise<ProviderCalls> {
  const players = await openPlayers(app, playerCount);
  const playing = await provider.openSessions(
    app,
    players.map(({ player }) => player),
  );
  const clients = Array.from({ length: connections }, () => new HttpClient(app.apiPort));
  return createProviderCalls({ clients, playing, key: provider.key });
}

const planned = (calls: string, load: OpenLoad): BenchRow => ({
  calls,
  "planned/s": plannedPerSecond,
  "calls/s": load.perSecond,
  "p50 ms": load.p50,
  "p95 ms": load.p95,
  "p99 ms": load.p99,
  unanswered: load.unanswered,
});

interface Baseline {
  readonly connections: number;
  readonly highest: number;
  readonly planned: OpenLoad;
}

/** With the number of connections that holds the highest rate. Throws where none holds the lowest one. */
async function bestBaseline(app: BenchApp, calls: ProviderCalls, seconds: number): Promise<Baseline> {
  const tried: { connections: number; highest: number }[] = [];
  for (const connections of laneCounts)
    tried.push({ connections, highest: await highestRate(app, calls, connections, seconds / 2) });
  const [best] = tried.toSorted((one, other) => other.highest - one.highest);
  if (!best || best.highest === 0) throw new Error("the baseline held no rate, so there is nothing to compare with");
  return { ...best, planned: await run(app, calls, best.connections, plannedPerSecond, seconds) };
}

/** Halving: 0 where not even the lowest rate is held. */
async function highestRate(app: BenchApp, calls: ProviderCalls, way: Way, seconds: number): Promise<number> {
  let [held, refused] = [-1, rates.length];
  while (refused - held > 1) {
    const middle = Math.floor((held + refused) / 2);
    const rate = rates[middle] ?? 0;
    const { p99, perSecond, unanswered } = await run(app, calls, way, rate, seconds / 2);
    const isHeld = unanswered === 0 && p99 < mostP99Ms && perSecond > rate * 0.95;
    console.log(`${way === "wallet" ? "batches" : `${way} connections`}: ${rate}/s planned, p99 ${round(p99)} ms`);
    if (isHeld) held = middle;
    else refused = middle;
  }
  return rates[held] ?? 0;
}

async function run(app: BenchApp, calls: ProviderCalls, way: Way, rate: number, seconds: number): Promise<OpenLoad> {
  await app.order({ kind: "provider calls", connections: way });
  const load = await openLoop(rate, seconds, calls.send);
  await calls.settled();
  return load;
}
