import { randomUUID } from "node:crypto";
import { closedLoop, type Load, times } from "./figures.ts";
import { type BenchHouse, withHouse } from "./house.ts";
import { HttpLine } from "./http-line.ts";
import type { BenchRow, BenchSuite } from "./main.ts";
import { type BenchPlayer, openPlayers } from "./players.ts";
import { SocketLine } from "./socket-line.ts";

const connections = 256;
const call = "/api/v1/games/dice/bets";
const bet = '{"stake":"0.01","direction":"over","target":"49.50"}';

/** Dice bets end to end, one at a time on each connection, beside bets that are one SQL function call each. */
export const benchDice: BenchSuite = ({ seconds }) =>
  withHouse({ services: "general,dice" }, async house => {
    const players = await openPlayers(house, connections);
    const rows: BenchRow[] = [];
    for (const [door, run] of [
      ["socket", overSocket],
      ["http", overHttp],
    ] as const) {
      const baseline = await loaded(house, "function", () => run(house, players, seconds));
      const bets = await loaded(house, "wallet", () => run(house, players, seconds));
      rows.push({
        ...{ door, connections },
        ...{ "function bets/s": baseline.perSecond, "function p50 ms": baseline.p50, "function p99 ms": baseline.p99 },
        ...{ "bets/s": bets.perSecond, "p50 ms": bets.p50, "p99 ms": bets.p99 },
        times: times(bets.perSecond, baseline.perSecond),
        "server µs/bet": bets.serverMicros,
      });
    }
    return rows;
  });

/** Runs the load with bets placed this way; the books are audited after it. */
async function loaded(
  house: BenchHouse,
  by: "wallet" | "function",
  run: () => Promise<Load & { readonly sent: number }>,
): Promise<Load & { readonly serverMicros: number }> {
  await house.order({ kind: "place", by });
  const before = await house.order({ kind: "usage" });
  const load = await run();
  const after = await house.order({ kind: "usage" });
  await house.requireRightBooks();
  return { ...load, serverMicros: Math.round(((after.cpu - before.cpu) * 1000) / load.sent) };
}

async function overSocket({ apiPort }: BenchHouse, players: readonly BenchPlayer[], seconds: number) {
  const lines = await Promise.all(players.map(({ token }) => SocketLine.open(apiPort, token)));
  let sent = 0;
  const load = await closedLoop(lines, seconds, async line => {
    const answer = line.next();
    line.send(`{"id":${++sent},"call":"POST ${call}","key":"${randomUUID()}","input":${bet}}`);
    const text = await answer;
    if (!text.includes('"status":201')) throw new Error(text.toString());
  });
  for (const line of lines) line.close();
  return { ...load, sent };
}

async function overHttp({ apiPort }: BenchHouse, players: readonly BenchPlayer[], seconds: number) {
  const lines = players.map(({ token }) => ({
    line: new HttpLine(apiPort),
    before: `POST ${call} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${bet.length}\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: `,
  }));
  let sent = 0;
  const load = await closedLoop(lines, seconds, async ({ line, before }) => {
    sent += 1;
    const { status, body } = await line.ask(`${before}${randomUUID()}\r\n\r\n${bet}`);
    if (status !== 201) throw new Error(body.toString());
  });
  for (const { line } of lines) line.close();
  return { ...load, sent };
}
