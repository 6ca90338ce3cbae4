import { randomUUID } from "node:crypto";
import { type BenchApp, withBenchApp } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { closedLoop, type Load, times } from "./figures.ts";
import { HttpClient } from "./http-client.ts";
import { type BenchPlayer, openPlayers } from "./players.ts";
import { SocketClient } from "./socket-client.ts";

const connections = 256;
const call = "/api/v1/games/dice/bets";
const bet = '{"stake":"0.01","direction":"over","target":"49.50"}';

/** Dice bets end to end, one at a time on each connection, beside bets that are one SQL function call each. */
export const benchDice: BenchSuite = ({ seconds }) =>
  withBenchApp({ services: "general,dice" }, async app => {
    const players = await openPlayers(app, connections);
    const rows: BenchRow[] = [];
    for (const [transport, run] of [
      ["socket", overSocket],
      ["http", overHttp],
    ] as const) {
      const baseline = await loaded(app, "function", () => run(app, players, seconds));
      const bets = await loaded(app, "wallet", () => run(app, players, seconds));
      rows.push({
        transport,
        connections,
        "function bets/s": baseline.perSecond,
        "function p50 ms": baseline.p50,
        "function p99 ms": baseline.p99,
        "bets/s": bets.perSecond,
        "p50 ms": bets.p50,
        "p99 ms": bets.p99,
        times: times(bets.perSecond, baseline.perSecond),
        "server µs/bet": bets.serverMicros,
      });
    }
    return rows;
  });

/** Runs the load with bets placed this way; the books are audited after it. */
async function loaded(
  app: BenchApp,
  by: "wallet" | "function",
  run: () => Promise<Load & { readonly sent: number }>,
): Promise<Load & { readonly serverMicros: number }> {
  await app.order({ kind: "place", by });
  const before = await app.order({ kind: "usage" });
  const load = await run();
  const after = await app.order({ kind: "usage" });
  await app.requireRightBooks();
  return { ...load, serverMicros: Math.round(((after.cpu - before.cpu) * 1000) / load.sent) };
}

async function overSocket({ apiPort }: BenchApp, players: readonly BenchPlayer[], seconds: number) {
  const clients = await Promise.all(players.map(({ token }) => SocketClient.open(apiPort, token)));
  let sent = 0;
  const load = await closedLoop(clients, seconds, async client => {
    const answer = client.next();
    client.send(`{"id":${++sent},"call":"POST ${call}","key":"${randomUUID()}","input":${bet}}`);
    const text = await answer;
    if (!text.includes('"status":201')) throw new Error(text.toString());
  });
  for (const client of clients) client.close();
  return { ...load, sent };
}

async function overHttp({ apiPort }: BenchApp, players: readonly BenchPlayer[], seconds: number) {
  const clients = players.map(({ token }) => ({
    client: new HttpClient(apiPort),
    before: `POST ${call} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${bet.length}\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: `,
  }));
  let sent = 0;
  const load = await closedLoop(clients, seconds, async ({ client, before }) => {
    sent += 1;
    const { status, body } = await client.ask(`${before}${randomUUID()}\r\n\r\n${bet}`);
    if (status !== 201) throw new Error(body.toString());
  });
  for (const { client } of clients) client.close();
  return { ...load, sent };
}
