import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchRow, BenchSuite } from "../bench.ts";
import { openBeacon } from "./beacon.ts";
import { ask, Crowd, type Visitor } from "./crowd.ts";
import { closedLoop, type Load, round, times } from "./figures.ts";
import { type BenchHouse, withHouse } from "./house.ts";
import { type BenchPlayer, openPlayers } from "./players.ts";
import { SocketLine } from "./socket-line.ts";

const connections = 256;
const sockets = 2000;
const bettors = 500;
/** The count lasts thirty seconds from the second player on; everybody is in by then. */
const enteringMs = 15_000;
const pauseMs = 500;

/** Bets that are decided at once, each as a client sends it. */
const instant: Readonly<Record<string, { readonly call: string; readonly input: string }>> = {
  dice: { call: "dice/bets", input: '{"stake":"0.01","direction":"over","target":"49.50"}' },
  keno: { call: "keno/bets", input: '{"stake":"0.01","risk":"classic","picks":[3,7,24]}' },
  cases: { call: "cases/bets", input: '{"slug":"amber","count":1}' },
  coinflip: { call: "coinflip/bets", input: '{"stake":"0.01","side":"heads"}' },
  roulette: { call: "roulette/spins", input: '{"chips":[{"spot":"red","stake":"0.01"}]}' },
};

/** All games beside dice: bets that are decided at once, duels opened and joined, one room with a crowd, and what stays in memory. */
export const benchGames: BenchSuite = async ({ seconds }) => {
  const beacon = await openBeacon();
  try {
    return await withHouse(
      { services: "general,dice,keno,cases,coinflip", environment: beacon.environment },
      async house => {
        const players = await openPlayers(house, bettors);
        const rows = await benchInstant(house, players.slice(0, connections), seconds);
        rows.push(await benchDuels(house, players.slice(0, connections), seconds));
        rows.push(await benchRoom(house, players));
        await house.requireRightBooks();
        return rows;
      },
    );
  } finally {
    beacon.close();
  }
};

/** Each game's rate beside that of dice just before it, and the heap after a collection at so many of its bets. */
async function benchInstant(house: BenchHouse, players: readonly BenchPlayer[], seconds: number): Promise<BenchRow[]> {
  const lines = await Promise.all(players.map(({ token }) => SocketLine.open(house.apiPort, token)));
  const rows: BenchRow[] = [];
  try {
    for (const game of Object.keys(instant)) {
      const dice = await playFor(lines, "dice", seconds);
      const load = await playFor(lines, game, seconds);
      rows.push({
        ...{ game, "dice/s": dice.perSecond, "bets/s": load.perSecond, "p99 ms": load.p99 },
        ...{ "of dice": times(load.perSecond, dice.perSecond), ...(await heaps(house, lines, game)) },
      });
      await house.requireRightBooks();
    }
  } finally {
    for (const line of lines) line.close();
  }
  return rows;
}

/** Megabytes of the server's heap, collected, after so many bets of a game. */
async function heaps(house: BenchHouse, lines: readonly SocketLine[], game: string): Promise<BenchRow> {
  const found: Record<string, number> = {};
  let sent = 0;
  for (const until of [1_000, 5_000, 10_000]) {
    await Promise.all(
      lines.map(async line => {
        while (sent < until) {
          sent += 1;
          await bet(line, game);
        }
      }),
    );
    // What is told at most four times a second has gone out by then.
    await sleep(pauseMs);
    found[`MB at ${until}`] = round((await house.order({ kind: "heap" })).used / 1e6);
  }
  return found;
}

const playFor = (lines: readonly SocketLine[], game: string, seconds: number): Promise<Load> =>
  closedLoop(lines, seconds, line => bet(line, game));

async function bet(line: SocketLine, game: string): Promise<void> {
  const { call, input } = instant[game] ?? { call: "", input: "" };
  const text = await send(line, `POST /api/v1/games/${call}`, `"input":${input}`);
  if (!text.includes('"status":201')) throw new Error(text);
}

async function send(line: SocketLine, call: string, rest: string): Promise<string> {
  const answer = line.next();
  line.send(`{"id":1,"call":"${call}","key":"${randomUUID()}",${rest}}`);
  return (await answer).toString();
}

/** Pairs of players: one opens a duel, the other joins it and is answered when the close record is told. */
async function benchDuels(house: BenchHouse, players: readonly BenchPlayer[], seconds: number): Promise<BenchRow> {
  const lines = await Promise.all(players.map(({ token }) => SocketLine.open(house.apiPort, token)));
  const pairs = Array.from(
    { length: lines.length / 2 },
    (_, i) => lines.slice(2 * i, 2 * i + 2) as [SocketLine, SocketLine],
  );
  let tooMany = 0;
  try {
    const load = await closedLoop(pairs, seconds, async pair => {
      const opened = await send(
        pair[0],
        "POST /api/v1/games/coinflip/duels",
        '"input":{"stake":"0.01","side":"heads","house":false}',
      );
      if (opened.includes("too_many_duels")) {
        // Twenty of this player's are being drawn.
        tooMany += 1;
        return sleep(100);
      }
      const number = /"round":(\d+)/.exec(opened)?.[1];
      if (number === undefined) throw new Error(opened);
      const joined = await send(pair[1], `POST /api/v1/games/coinflip/duels/duels-${number}/join`, '"input":{}');
      if (!joined.includes('"status":201')) throw new Error(joined);
    });
    // Those under way are drawn two seconds after their close.
    await sleep(5_000);
    await house.requireRightBooks();
    const waited = Math.round(tooMany / seconds);
    return {
      game: "duels",
      "opened and joined/s": Math.max(0, load.perSecond - waited),
      "p99 ms": load.p99,
      "waits/s": waited,
    };
  } finally {
    for (const line of lines) line.close();
  }
}

/** One round of the red room with 2,000 sockets listening and 500 players in it. */
async function benchRoom(house: BenchHouse, players: readonly BenchPlayer[]): Promise<BenchRow> {
  const channel = "rooms-usd";
  const crowd = new Crowd(house, channel, players);
  try {
    await house.order({ kind: "told", channel });
    await crowd.growTo(sockets);
    await sleep(pauseMs);
    const before = await crowd.begin();
    const paid = crowd.until("paid");
    const inside = crowd.visitors.slice(0, bettors);
    await Promise.all(inside.map((visitor, i) => enter(visitor, (i / inside.length) * enteringMs)));
    await paid;
    await sleep(pauseMs);
    const weight = crowd.weigh();
    const delays = crowd.delays(await crowd.told());
    return { game: "rooms", sockets, bets: inside.length, ...delays, ...weight, ...(await crowd.used(before)) };
  } finally {
    crowd.close();
  }
}

async function enter(visitor: Visitor, afterMs: number): Promise<void> {
  await sleep(afterMs);
  const text = await ask(visitor, "POST /api/v1/games/rooms/red/bets", ',"input":{"stake":"0.01"}');
  if (!text.includes('"status":201')) throw new Error(text);
}
