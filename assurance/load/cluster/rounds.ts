import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#kit/db/db.ts";
import { type BenchApp, type BenchNode, type Environment, withBenchApp } from "../bench-app.ts";
import type { BenchRow } from "../bench-suite.ts";
import { publishBenchChain, shortPoints } from "../crash-chain.ts";
import { ask, Crowd, type Visitor } from "../crowd.ts";
import { percentile } from "../figures.ts";
import { openPlayers } from "../players.ts";
import { comparison, median } from "./in-turn.ts";
import { nodeSettings, startBus } from "./nodes.ts";

/** Sockets of each node, a quarter of them players who bet. */
const perNode = 400;
const bettors = perNode / 4;
/** Some 100 bets a second at either node: 200 in all. */
const betsMs = 1_000;
const pauseMs = 500;

/** Crash on two nodes: bets at the one that does not lead compared with those at the leader, and how late events reach the sockets of both. */
export async function benchRounds(seconds: number): Promise<readonly BenchRow[]> {
  const bus = await startBus();
  const secret = randomBytes(24).toString("hex");
  const rounds = Math.max(2, Math.round(seconds * 3));
  try {
    const environment = await nodeSettings("first", bus.url, secret);
    const prepare = (db: Db, to: Environment) => publishBenchChain(db, to, shortPoints);
    return await withBenchApp({ services: "general,crash", environment, prepare }, async app => {
      const second = await app.startNode(await nodeSettings("second", bus.url, secret));
      const nodes = { first: app as BenchNode, second };
      const players = await openPlayers(app, 2 * bettors);
      const crowds = {
        first: new Crowd(nodes.first, "crash", players.slice(0, bettors)),
        second: new Crowd(nodes.second, "crash", players.slice(bettors)),
      };
      for (const node of Object.values(nodes)) await node.order({ kind: "published", channel: "crash" });
      for (const crowd of Object.values(crowds)) await crowd.growTo(perNode);
      // From the crash of one round to that of the next: while a crash is shown nothing else is published.
      await crowds.first.until("crash");
      const played: Round[] = [];
      while (played.length < rounds) played.push(await playRound(app, crowds));
      for (const crowd of Object.values(crowds)) crowd.close();
      await app.requireRightBooks();
      return rowsOf(played);
    });
  } finally {
    bus.stop();
  }
}

type Name = "first" | "second";

/** Milliseconds. */
interface Round {
  readonly bets: { readonly led: readonly number[]; readonly handed: readonly number[] };
  readonly events: { readonly led: number; readonly repeated: number };
}

async function playRound({ db }: Pick<BenchApp, "db">, crowds: Readonly<Record<Name, Crowd>>): Promise<Round> {
  await sleep(pauseMs);
  const leader = await leaderOf(db);
  const other = leader === "first" ? "second" : "first";
  await Promise.all(Object.values(crowds).map(crowd => crowd.begin()));
  await crowds[leader].until("betting");
  const crashed = Promise.all(Object.values(crowds).map(crowd => crowd.until("crash")));
  const betsOf = (name: Name) =>
    Promise.all(
      crowds[name].visitors.slice(0, bettors).map((visitor, index) => placeBet(visitor, (index / bettors) * betsMs)),
    );
  const [led, handed] = await Promise.all([betsOf(leader), betsOf(other)]);
  await crashed;
  await sleep(pauseMs);
  const published = await crowds[leader].published();
  const delay = (name: Name) => crowds[name].delays(published)["p99 ms"];
  return { bets: { led, handed }, events: { led: delay(leader), repeated: delay(other) } };
}

function rowsOf(rounds: readonly Round[]): readonly BenchRow[] {
  const p99 = (values: readonly number[]) => percentile(Float64Array.from(values).sort(), 0.99);
  const led = rounds.map(({ bets }) => p99(bets.led));
  const handed = rounds.map(({ bets }) => p99(bets.handed));
  const more = median(handed.map((value, index) => value - (led[index] ?? 0)));
  return [
    comparison({
      figure: "p99 ms of a crash bet at the other node, of one at the leader",
      players: 2 * bettors,
      values: handed,
      baseline: led,
      bar: `at most 3 ms more: ${more.toFixed(1)}`,
    }),
    comparison({
      figure: "p99 ms of an event at the other node, of one at the leader",
      players: 2 * perNode,
      values: rounds.map(({ events }) => events.repeated),
      baseline: rounds.map(({ events }) => events.led),
      bar: "at most 1.3",
    }),
  ];
}

async function leaderOf(db: Db): Promise<Name> {
  const { rows } = await db.query<{ node: Name }>(
    "SELECT node FROM cluster.leaders WHERE name = 'crash' AND beat > '-infinity'",
  );
  const [row] = rows;
  if (!row) throw new Error("nobody leads crash");
  return row.node;
}

/** @returns milliseconds to the response */
async function placeBet(visitor: Visitor, afterMs: number): Promise<number> {
  await sleep(afterMs);
  const sent = performance.now();
  const text = await ask(visitor, "POST /api/v1/games/crash/bets", ',"input":{"stake":"0.01"}');
  if (!text.includes('"status":201')) throw new Error(text);
  return performance.now() - sent;
}
