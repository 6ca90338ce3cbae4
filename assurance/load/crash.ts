import { setTimeout as sleep } from "node:timers/promises";
import { withBenchApp } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { publishBenchChain } from "./crash-chain.ts";
import { ask, Crowd, type Visitor } from "./crowd.ts";
import { percentile } from "./figures.ts";
import { openPlayers } from "./players.ts";

const sizes = [500, 1000, 2000];
const betShare = 1 / 4;
const cashOutShare = 3 / 20;
/** Betting lasts five seconds; all players have bet within the first four. */
const bettingMs = 4000;
/** How long the bench waits until the crash has reached all clients; the next event follows three seconds later. */
const pauseMs = 1000;
/** Every round of the bench flies longer than this. */
const cashingMs = { from: 300, to: 3300 };

/** Simultaneous bets, and single bets. */
const burstSize = 500;
const loneBets = 20;
const lonePauseMs = 100;

/**
 * One whole round of crash with so many sockets listening, a quarter of them betting: how late events come, what they weigh, and how
 * soon bets and cash-outs are answered. Then a burst, and bets one by one.
 */
export const benchCrash: BenchSuite = () =>
  withBenchApp({ services: "general,crash", prepare: publishBenchChain }, async app => {
    const players = await openPlayers(app, Math.max(...sizes) * betShare);
    const crowd = new Crowd(app, "crash", players);
    await app.order({ kind: "published", channel: "crash" });
    const rows: BenchRow[] = [];
    for (const size of sizes) {
      await crowd.growTo(size);
      rows.push(await playRound(crowd));
    }
    rows.push(await playBurst(crowd), await playAlone(crowd));
    crowd.close();
    await app.requireRightBooks();
    return rows;
  });

/** From one crash to the next: while a crash is shown nothing else is published. */
async function playRound(crowd: Crowd): Promise<BenchRow> {
  const size = crowd.visitors.length;
  await crowd.until("crash");
  await sleep(pauseMs);
  const before = await crowd.begin();
  await crowd.until("betting");
  const bettors = crowd.visitors.slice(0, Math.round(size * betShare));
  const flying = crowd.until("fly");
  const crashed = crowd.until("crash");
  const placed = await Promise.all(bettors.map((visitor, i) => placeBet(visitor, (i / bettors.length) * bettingMs)));
  await flying;
  const leavers = bettors.slice(0, Math.round(size * cashOutShare));
  const { from, to } = cashingMs;
  const left = await Promise.all(
    leavers.map((visitor, i) => cashOut(visitor, placed[i]?.id ?? "", from + (i / leavers.length) * (to - from))),
  );
  await crashed;
  await sleep(pauseMs);
  const weight = crowd.weigh();
  const delays = crowd.delays(await crowd.published());
  await crowd.until("settled");
  return {
    sockets: size,
    bets: bettors.length,
    "cash-outs": leavers.length,
    ...delays,
    ...weight,
    ...(await crowd.used(before)),
    ...answerTimes(
      "bet",
      placed.map(({ ms }) => ms),
    ),
    ...answerTimes("cash-out", left),
  };
}

async function playBurst(crowd: Crowd): Promise<BenchRow> {
  await crowd.until("betting");
  const began = performance.now();
  const placed = await Promise.all(crowd.visitors.slice(0, burstSize).map(visitor => placeBet(visitor, 0)));
  const seconds = (performance.now() - began) / 1000;
  await crowd.until("settled");
  return {
    sockets: crowd.visitors.length,
    bets: placed.length,
    "bets/s": Math.round(placed.length / seconds),
    ...answerTimes(
      "bet",
      placed.map(({ ms }) => ms),
    ),
  };
}

async function playAlone(crowd: Crowd): Promise<BenchRow> {
  await crowd.until("betting");
  const took: number[] = [];
  for (const visitor of crowd.visitors.slice(0, loneBets)) took.push((await placeBet(visitor, lonePauseMs)).ms);
  await crowd.until("settled");
  return { sockets: crowd.visitors.length, bets: took.length, ...answerTimes("bet", took) };
}

function answerTimes(name: string, took: readonly number[]): BenchRow {
  const sorted = Float64Array.from(took).sort();
  return { [`${name} p50 ms`]: percentile(sorted, 0.5), [`${name} p99 ms`]: percentile(sorted, 0.99) };
}

interface PlacedBet {
  /** The public ID of the bet. */
  readonly id: string;
  /** Milliseconds to the response. */
  readonly ms: number;
}

async function placeBet(visitor: Visitor, afterMs: number): Promise<PlacedBet> {
  await sleep(afterMs);
  const sent = performance.now();
  const text = await ask(visitor, "POST /api/v1/games/crash/bets", ',"input":{"stake":"0.01"}');
  const { status, body } = JSON.parse(text) as { status: number; body: { data: { id: string } } };
  if (status !== 201) throw new Error(text);
  return { id: body.data.id, ms: performance.now() - sent };
}

/** @returns milliseconds to the response */
async function cashOut(visitor: Visitor, id: string, afterMs: number): Promise<number> {
  await sleep(afterMs);
  const sent = performance.now();
  const text = await ask(visitor, `POST /api/v1/games/crash/bets/${id}/cash-out`, "");
  if (!text.includes('"status":200')) throw new Error(text);
  return performance.now() - sent;
}
