import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#kit/db/db.ts";
import { spots } from "#modules/games/roulette/shared/cloth.ts";
import { type Environment, withBenchApp } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { ask, Crowd, type Visitor } from "./crowd.ts";
import { openPlayers } from "./players.ts";
import { publishChain } from "./publish-chain.ts";

const sockets = 2000;
const bettors = 500;
/** Betting lasts twenty seconds; all players have bet within the first ten. */
const bettingMs = 10_000;
/** Chips per bet: as many as a called bet and a few more. */
const chipsLaid = 12;
const pauseMs = 500;

const prepare = (db: Db, environment: Environment): Promise<void> => {
  const saltOf = () => randomBytes(32).toString("hex");
  return publishChain(db, environment, { sequence: "roulette-1", game: "roulette", saltOf });
};

/** Plays one spin of the shared table with 2,000 sockets, 500 of them betting, and measures the delay and size of events. */
export const benchRoulette: BenchSuite = () =>
  withBenchApp({ services: "general", prepare }, async app => {
    const crowd = new Crowd(app, "roulette", await openPlayers(app, bettors));
    try {
      await app.order({ kind: "published", channel: "roulette" });
      await crowd.growTo(sockets);
      const row = await playSpin(crowd);
      await app.requireRightBooks();
      return [row];
    } finally {
      crowd.close();
    }
  });

async function playSpin(crowd: Crowd): Promise<BenchRow> {
  await crowd.until("settled");
  await sleep(pauseMs);
  const before = await crowd.begin();
  const settled = crowd.until("settled");
  await crowd.until("betting");
  const players = crowd.visitors.slice(0, bettors);
  await Promise.all(players.map((visitor, i) => layChips(visitor, (i / players.length) * bettingMs, i)));
  await settled;
  await sleep(pauseMs);
  const weight = crowd.weigh();
  const delays = crowd.delays(await crowd.published());
  return {
    sockets,
    bets: players.length,
    chips: players.length * chipsLaid,
    ...delays,
    ...weight,
    ...(await crowd.used(before)),
  };
}

async function layChips(visitor: Visitor, afterMs: number, seat: number): Promise<void> {
  await sleep(afterMs);
  const chips = Array.from({ length: chipsLaid }, (_, i) => ({
    spot: spots[(seat + i * 13) % spots.length]?.id,
    stake: "0.01",
  }));
  const text = await ask(visitor, "POST /api/v1/games/roulette/bets", `,"input":{"chips":${JSON.stringify(chips)}}`);
  if (!text.includes('"status":201')) throw new Error(text);
}
