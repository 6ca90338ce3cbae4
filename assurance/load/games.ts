import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { required } from "#kit/std/invariant.ts";
import type { Game } from "#modules/games/game.ts";
import { games } from "#modules/games/index.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { openBeacon } from "./beacon.ts";
import { type BenchApp, withBenchApp } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { ask, Crowd, type Visitor } from "./crowd.ts";
import { closedLoop, type Load, round } from "./figures.ts";
import { type BenchPlayer, openPlayers } from "./players.ts";
import { SocketClient } from "./socket-client.ts";

const connections = 256;
const sockets = 2000;
const bettors = 500;
/** The countdown lasts thirty seconds from the second player on; all players have joined by then. */
const enteringMs = 15_000;
const pauseMs = 500;
/** How often a game and dice take turns in a measurement. */
const repeats = 4;

/** Crash has a benchmark of its own: its rounds would take turns with what is measured here. */
const services = [
  "general",
  ...new Set((games as readonly Game[]).flatMap(each => (each.engine === "shared-rounds" ? [] : (each.service ?? [])))),
];
const played = Object.entries(gameTesting);
/** Bets that are decided at once, and rounds in steps, each as a client sends it. */
const instant = new Map(played.flatMap(([game, { benchBet }]) => (benchBet ? [[game, benchBet] as const] : [])));
const stepwise = new Map(
  played.flatMap(([game, { benchRound }]) => (benchRound ? [[benchRound.name ?? game, benchRound] as const] : [])),
);

type Play = (client: SocketClient, game: string) => Promise<void>;

/** All games beside dice: bets that are decided at once or in steps, duels opened and joined, one room with a crowd, and what stays in memory. */
export const benchGames: BenchSuite = async ({ seconds }) => {
  const beacon = await openBeacon();
  try {
    return await withBenchApp({ services: services.join(), environment: beacon.environment }, async app => {
      const players = await openPlayers(app, bettors);
      const rows = await benchBets(app, players.slice(0, connections), seconds);
      rows.push(await benchDuels(app, players.slice(0, connections), seconds));
      rows.push(await benchRoom(app, players));
      await app.requireRightBooks();
      return rows;
    });
  } finally {
    beacon.close();
  }
};

/** Each game's rate, beside that of dice if it is decided at once, and the heap after a collection at so many of its rounds. */
async function benchBets(app: BenchApp, players: readonly BenchPlayer[], seconds: number): Promise<BenchRow[]> {
  const clients = await Promise.all(players.map(({ token }) => SocketClient.open(app.apiPort, token)));
  const rows: BenchRow[] = [];
  try {
    for (const game of instant.keys()) {
      rows.push({ game, ...(await besideDice(clients, game, seconds)), ...(await heaps(app, clients, game, bet)) });
      await app.requireRightBooks();
    }
    for (const game of stepwise.keys()) {
      const load = await playFor(clients, game, playRound, seconds);
      rows.push({
        game,
        "rounds in steps/s": load.perSecond,
        "p99 ms": load.p99,
        ...(await heaps(app, clients, game, playRound)),
      });
      await app.requireRightBooks();
    }
  } finally {
    for (const client of clients) client.close();
  }
  return rows;
}

/** Means of a game and of dice, which take turns: what else the machine does meets both. */
async function besideDice(clients: readonly SocketClient[], game: string, seconds: number): Promise<BenchRow> {
  const loads: { readonly dice: Load[]; readonly own: Load[] } = { dice: [], own: [] };
  for (let repeat = 0; repeat < repeats; repeat++) {
    const order = repeat % 2 === 0 ? (["dice", "own"] as const) : (["own", "dice"] as const);
    for (const which of order)
      loads[which].push(await playFor(clients, which === "own" ? game : "dice", bet, seconds / repeats));
  }
  const mean = (of: readonly Load[], what: "perSecond" | "p99") =>
    of.reduce((sum, load) => sum + load[what], 0) / repeats;
  const [dice, own] = [mean(loads.dice, "perSecond"), mean(loads.own, "perSecond")];
  return {
    "dice/s": Math.round(dice),
    "bets/s": Math.round(own),
    "of dice": Math.round((100 * own) / dice) / 100,
    "p99 ms": round(mean(loads.own, "p99")),
  };
}

/** Megabytes of the server's heap, collected, after so many rounds of a game. */
async function heaps(app: BenchApp, clients: readonly SocketClient[], game: string, play: Play): Promise<BenchRow> {
  const found: Record<string, number> = {};
  let sent = 0;
  for (const until of [1_000, 5_000, 10_000]) {
    await Promise.all(
      clients.map(async client => {
        while (sent < until) {
          sent += 1;
          await play(client, game);
        }
      }),
    );
    // Updates limited to four a second have been sent by then.
    await sleep(pauseMs);
    found[`MB at ${until}`] = round((await app.order({ kind: "heap" })).used / 1e6);
  }
  return found;
}

const playFor = (clients: readonly SocketClient[], game: string, play: Play, seconds: number): Promise<Load> =>
  closedLoop(clients, seconds, client => play(client, game));

async function bet(client: SocketClient, game: string): Promise<void> {
  const { call, input } = required(instant.get(game), game);
  const text = await send(client, `POST /api/v1/games/${call}`, `"input":${input}`);
  if (!text.includes('"status":201')) throw new Error(text);
}

/** A whole round in steps: two calls if the step loses, else three. */
async function playRound(client: SocketClient, game: string): Promise<void> {
  const { call, input, step } = required(stepwise.get(game), game);
  const opened = await send(client, `POST /api/v1/games/${call}`, `"input":${input}`);
  if (!opened.includes('"status":201')) throw new Error(opened);
  const round = `POST /api/v1/games/${call}/${/"id":"([^"]+)"/.exec(opened)?.[1]}`;
  const next = step(opened);
  const stepped = await send(client, `${round}/${next.call}`, `"input":${next.input}`);
  if (stepped.includes('"status":"settled"')) return;
  const paid = await send(client, `${round}/cash-out`, '"input":{}');
  if (!paid.includes('"status":"settled"')) throw new Error(paid);
}

async function send(client: SocketClient, call: string, rest: string): Promise<string> {
  const answer = client.next();
  client.send(`{"id":1,"call":"${call}","key":"${randomUUID()}",${rest}}`);
  return (await answer).toString();
}

/** Pairs of players: one opens a duel, the other joins it and gets the response when the close record is published. */
async function benchDuels(app: BenchApp, players: readonly BenchPlayer[], seconds: number): Promise<BenchRow> {
  const clients = await Promise.all(players.map(({ token }) => SocketClient.open(app.apiPort, token)));
  const pairs = Array.from(
    { length: clients.length / 2 },
    (_, i) => clients.slice(2 * i, 2 * i + 2) as [SocketClient, SocketClient],
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
    await app.requireRightBooks();
    const waited = Math.round(tooMany / seconds);
    return {
      game: "duels",
      "opened and joined/s": Math.max(0, load.perSecond - waited),
      "p99 ms": load.p99,
      "waits/s": waited,
    };
  } finally {
    for (const client of clients) client.close();
  }
}

/** One round of the red room with 2,000 sockets listening and 500 players in it. */
async function benchRoom(app: BenchApp, players: readonly BenchPlayer[]): Promise<BenchRow> {
  const channel = "rooms-usd";
  const crowd = new Crowd(app, channel, players);
  try {
    await app.order({ kind: "published", channel });
    await crowd.growTo(sockets);
    await sleep(pauseMs);
    const before = await crowd.begin();
    const paid = crowd.until("paid");
    const inside = crowd.visitors.slice(0, bettors);
    await Promise.all(inside.map((visitor, i) => enter(visitor, (i / inside.length) * enteringMs)));
    await paid;
    await sleep(pauseMs);
    const weight = crowd.weigh();
    const delays = crowd.delays(await crowd.published());
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
