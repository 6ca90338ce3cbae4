import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#kit/db/db.ts";
import { type BenchNode, type Environment, withBenchApp } from "../bench-app.ts";
import type { BenchRow } from "../bench-suite.ts";
import { publishBenchChain, shortPoints } from "../crash-chain.ts";
import { ask, Crowd, type Visitor } from "../crowd.ts";
import { percentile } from "../figures.ts";
import { openPlayers } from "../players.ts";
import { comparison, inTurn, median, pairsOf } from "./in-turn.ts";
import { nodeSettings, startBus } from "./nodes.ts";

/** In all: at the leader alone, or half of them at each node. */
const sockets = 2_000;
/** Players of each node; half at either place, some 200 bets a second in all. */
const bettors = 100;
const betsMs = 1_000;
const pauseMs = 500;

/**
 * Crash on two nodes: bets at the one that does not lead compared with those at the leader, and how late events reach sockets that are half at
 * either node, compared with as many that are all at the leader.
 */
export async function benchRounds(seconds: number): Promise<readonly BenchRow[]> {
  const bus = await startBus();
  const secret = randomBytes(24).toString("hex");
  const rounds = Math.max(1, Math.round(seconds));
  try {
    const environment = await nodeSettings("first", bus.url, secret);
    const prepare = (db: Db, to: Environment) => publishBenchChain(db, to, shortPoints);
    return await withBenchApp({ services: "general,crash", environment, prepare }, async app => {
      const second = await app.startNode(await nodeSettings("second", bus.url, secret));
      const nodes = { first: app as BenchNode, second };
      const players = await openPlayers(app, 2 * bettors);
      const leader = nodes[await leaderOf(app.db)];
      const other = leader === second ? nodes.first : second;
      await leader.order({ kind: "published", channel: "crash" });
      const handOver: HandOver[] = [];
      const delays = await inTurn(
        {
          one: async () => {
            const crowd = new Crowd(leader, "crash", players);
            await crowd.growTo(sockets);
            const all = await playRounds(leader, [crowd], rounds);
            return p99(all.flatMap(each => each.delays));
          },
          two: async () => {
            const crowds = [
              new Crowd(leader, "crash", players.slice(0, bettors)),
              new Crowd(other, "crash", players.slice(bettors)),
            ];
            for (const crowd of crowds) await crowd.growTo(sockets / 2);
            const all = await playRounds(leader, crowds, rounds);
            for (const { bets } of all) handOver.push({ led: p99(bets[0] ?? []), handed: p99(bets[1] ?? []) });
            return p99(all.flatMap(each => each.delays));
          },
        },
        pairsOf(),
      );
      await app.requireRightBooks();
      return [betsRow(handOver), eventsRow(delays)];
    });
  } finally {
    bus.stop();
  }
}

/** Milliseconds, the 99th percentile of a round. */
interface HandOver {
  readonly led: number;
  readonly handed: number;
}

/** Milliseconds: of each bet by crowd, and of each event at each socket. */
interface Round {
  readonly bets: readonly (readonly number[])[];
  readonly delays: readonly number[];
}

/** From the crash of one round to that of the next: while a crash is shown nothing else is published. The crowds leave afterwards. */
async function playRounds(leader: BenchNode, crowds: readonly Crowd[], rounds: number): Promise<readonly Round[]> {
  const played: Round[] = [];
  await crowds[0]?.until("crash");
  while (played.length < rounds) played.push(await playRound(leader, crowds));
  for (const crowd of crowds) crowd.close();
  return played;
}

async function playRound(leader: BenchNode, crowds: readonly Crowd[]): Promise<Round> {
  await sleep(pauseMs);
  for (const crowd of crowds) crowd.clear();
  await leader.order({ kind: "published", channel: "crash" });
  await crowds[0]?.until("betting");
  const crashed = Promise.all(crowds.map(crowd => crowd.until("crash")));
  const bets = await Promise.all(crowds.map(placeBets));
  await crashed;
  await sleep(pauseMs);
  const published = await leader.order({ kind: "published", channel: "crash" });
  return { bets, delays: crowds.flatMap(crowd => crowd.eachDelay(published)) };
}

function placeBets(crowd: Crowd): Promise<readonly number[]> {
  const { players } = crowd;
  return Promise.all(players.map((visitor, index) => placeBet(visitor, (index / players.length) * betsMs)));
}

const p99 = (values: readonly number[]) => percentile(Float64Array.from(values).sort(), 0.99);

function betsRow(rounds: readonly HandOver[]): BenchRow {
  const more = median(rounds.map(({ led, handed }) => handed - led));
  return comparison({
    figure: "p99 ms of a crash bet at the other node, of one at the leader",
    players: 2 * bettors,
    values: rounds.map(({ handed }) => handed),
    baseline: rounds.map(({ led }) => led),
    bar: `at most 3 ms more: ${more.toFixed(1)}`,
  });
}

function eventsRow({ one, two }: Readonly<Record<"one" | "two", readonly number[]>>): BenchRow {
  return comparison({
    figure: "p99 ms of an event, sockets at two nodes, of one",
    players: sockets,
    values: two,
    baseline: one,
    bar: "at most 1.3",
  });
}

async function leaderOf(db: Db): Promise<"first" | "second"> {
  const { rows } = await db.query<{ node: "first" | "second" }>(
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
