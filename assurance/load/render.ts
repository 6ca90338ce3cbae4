import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchApp, withBenchApp } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { percentile, times } from "./figures.ts";
import { type BenchPlayer, openPlayers } from "./players.ts";
import { SocketClient } from "./socket-client.ts";

const bettors = 16;
const connections = 16;
/** Between two bets of one player: a quick hand, not a load test of bets. */
const pauseMs = 20;
const host = "fairhouse.localhost";
const bet = '{"stake":"0.01","direction":"over","target":"49.50"}';

/** How the connections request pages; `undefined` for no page requests. */
interface Asking {
  readonly name: string;
  address(connection: number): string;
  readonly path: () => string;
  readonly cookie?: () => string;
}

const one = () => "198.51.100.1";
const each = (connection: number) => `198.51.100.${connection + 1}`;
const random = () => `/en?${randomUUID()}=1`;
const asking: readonly (Asking | undefined)[] = [
  undefined,
  { name: "random queries, one address", address: one, path: random },
  { name: "random queries, 16 addresses", address: each, path: random },
  { name: "random paths, 16 addresses", address: each, path: () => `/en/${randomUUID()}` },
  { name: "random tokens, 16 addresses", address: each, path: () => "/en", cookie: () => `token=${randomUUID()}` },
];

/** Response times of bets while sixteen connections request pages, one after the other on each, and without page requests. */
export const benchRender: BenchSuite = ({ seconds }) => {
  const environment = { TRUSTED_PROXIES: "127.0.0.1" };
  return withBenchApp({ services: "general,dice", environment }, async app => {
    const players = await openPlayers(app, bettors);
    const rows: BenchRow[] = [];
    for (const mode of asking) {
      await measure(app, players, undefined, 1);
      rows.push({ ...(await measure(app, players, mode, seconds)), times: 1 });
    }
    await app.requireRightBooks();
    const alone = Number(rows[0]?.["bet p50 ms"]);
    return rows.map(row => ({ ...row, times: times(Number(row["bet p50 ms"]), alone) }));
  });
};

async function measure(
  app: BenchApp,
  players: readonly BenchPlayer[],
  mode: Asking | undefined,
  seconds: number,
): Promise<BenchRow> {
  const end = performance.now() + seconds * 1000;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const pages = { sent: 0, refused: 0 };
  const visitors = Array.from({ length: mode ? connections : 0 }, async (_, index) => {
    while (performance.now() < end) {
      const status = await page(app.sitePort, agent, mode as Asking, index);
      if (status === 429 || status === 503) pages.refused++;
      else pages.sent++;
    }
  });
  const answered = await Promise.all(players.map(player => play(app.apiPort, player, end)));
  await Promise.all(visitors);
  agent.destroy();
  const sorted = Float64Array.from(answered.flat()).sort();
  return {
    "asked for": mode?.name ?? "nothing",
    "pages/s": Math.round(pages.sent / seconds),
    "refused/s": Math.round(pages.refused / seconds),
    "bets/s": Math.round(sorted.length / seconds),
    "bet p50 ms": percentile(sorted, 0.5),
    "bet p99 ms": percentile(sorted, 0.99),
  };
}

/** @returns the response times in milliseconds */
async function play(port: number, { token }: BenchPlayer, end: number): Promise<number[]> {
  const client = await SocketClient.open(port, token);
  const took: number[] = [];
  for (let id = 1; performance.now() < end; id++) {
    const sent = performance.now();
    const answer = client.next();
    client.send(`{"id":${id},"call":"POST /api/v1/games/dice/bets","key":"${randomUUID()}","input":${bet}}`);
    const text = await answer;
    if (!text.includes('"status":201')) throw new Error(text.toString());
    took.push(performance.now() - sent);
    await sleep(pauseMs);
  }
  client.close();
  return took;
}

function page(port: number, agent: Agent, mode: Asking, connection: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      "accept-encoding": "br",
      "x-forwarded-for": mode.address(connection),
      ...(mode.cookie && { cookie: mode.cookie() }),
    };
    const asked = request({ host: "127.0.0.1", port, agent, path: mode.path(), headers }, answer =>
      answer
        .resume()
        .on("end", () => resolve(answer.statusCode ?? 0))
        .on("error", reject),
    );
    asked.on("error", reject).end();
  });
}
