import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { uuidArray } from "#kit/db/array-parameters.ts";
import { fixTestRates } from "#modules/wallet/testing/test-app.ts";
import { type BenchApp, withBenchApp } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { percentile } from "./figures.ts";
import { HttpClient } from "./http-client.ts";
import { playerSql } from "./many-players.ts";
import { type BenchPlayer, openPlayers } from "./players.ts";
import { SocketClient } from "./socket-client.ts";

const boardPlayers = 100_000;
/** Everybody whom the board shows. */
const leaders = 100;
const stake = 1;
/** A quarter of a stake of dice counts. */
const scorePerBet = stake / 4;
/** Between two of the leaders, and above everybody else, in units of the tournament's currency. */
const [apart, above] = [1_000, 1_000_000];
/** Bets of leaders a second: as 2,000 bets a second of all 100,000 bring, ten times as many, and one of each leader. */
const paces = [2, 20, leaders];
const watchers = Number(process.argv.find(argument => argument.startsWith("--watchers="))?.slice(11) ?? 2_000);
/** Opened at once. */
const batch = 50;

/**
 * `npm run bench -- board`: a tournament of 100,000 players whose board so many sockets follow (`--watchers=10000`) while its leaders play dice: from the response
 * to a bet until a socket has the line with its score, and what each socket receives.
 */
export const benchBoard: BenchSuite = ({ seconds }) =>
  withBenchApp({ services: "general,dice" }, async app => {
    const players = await openPlayers(app, leaders);
    const tournament = await hold(app, players);
    const board = new Board();
    await board.growTo(app, tournament, watchers);
    const rows: BenchRow[] = [];
    for (const pace of paces) rows.push(await play(app, board, players, { pace, seconds }));
    board.close();
    return rows;
  });

async function hold({ db }: BenchApp, players: readonly BenchPlayer[]): Promise<string> {
  const id = randomUUID();
  const prices = { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115" };
  await fixTestRates(db, Date.now(), prices);
  await db.query(
    `INSERT INTO tournaments.tournaments (id, title, scoring, currency, prizes, starts_at, ends_at, state, min_stake)
     VALUES ($1, '{"ru": "a", "en": "a", "kz": "a"}', 'wagered', 'USD', ARRAY[1000000]::bigint[], now() - interval '1 hour', now() + interval '1 day', 'published', 0)`,
    [id],
  );
  await db.query(
    `INSERT INTO tournaments.entries (tournament_id, player_id, joined_at, score, reached_at)
     SELECT $1, ${playerSql("n")}, now(), 1 + n * 7919::bigint % 10000019, now() FROM generate_series(1, ${boardPlayers - leaders}) n`,
    [id],
  );
  await db.query(
    `INSERT INTO tournaments.entries (tournament_id, player_id, joined_at, score, reached_at, rest_score, rest_reached_at)
     SELECT $1, p, now(), s, now(), s, now() FROM unnest($2::uuid[]) WITH ORDINALITY AS u(p, n), LATERAL (SELECT (${above} + n * ${apart}) * 1000000::bigint AS s) x`,
    [id, uuidArray(players.map(({ player }) => player))],
  );
  return id;
}

/** Sockets of guests that follow one board; the first one reads what it receives. */
class Board {
  readonly #sockets: SocketClient[] = [];
  /** Of each leader, the bets that are not on the board yet: how many before, and when the response came. */
  readonly #waiting: { readonly bets: number; readonly at: number }[][] = Array.from({ length: leaders }, () => []);
  readonly #bets = new Uint32Array(leaders);
  delays: number[] = [];

  async growTo(app: BenchApp, tournament: string, size: number): Promise<void> {
    while (this.#sockets.length < size) {
      const count = Math.min(batch, size - this.#sockets.length);
      const opened = await Promise.all(Array.from({ length: count }, () => SocketClient.open(app.apiPort)));
      for (const socket of opened) {
        const snapshot = socket.next();
        socket.send(JSON.stringify({ sub: `tournament.board/${tournament}` }));
        await snapshot;
        socket.onText = this.#sockets.length === 0 ? text => this.#read(text.toString()) : () => {};
        this.#sockets.push(socket);
      }
    }
  }

  get size(): number {
    return this.#sockets.length;
  }
  get bytes(): number {
    return this.#sockets.reduce((sum, { bytes }) => sum + bytes, 0);
  }
  get missing(): number {
    return this.#waiting.reduce((sum, { length }) => sum + length, 0);
  }

  placed(leader: number, at: number): void {
    const bets = (this.#bets[leader] ?? 0) + 1;
    this.#bets[leader] = bets;
    this.#waiting[leader]?.push({ bets, at });
  }

  #read(text: string): void {
    const now = performance.now();
    for (const [, score = ""] of text.matchAll(/"score":"([\d.]+)"/g)) {
      const over = Number(score) - above;
      const leader = Math.floor(over / apart) - 1;
      const waiting = this.#waiting[leader] ?? [];
      const bets = Math.round((over - (leader + 1) * apart) / scorePerBet);
      while (waiting[0] && waiting[0].bets <= bets) this.delays.push(now - (waiting.shift()?.at ?? now));
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}

async function play(
  app: BenchApp,
  board: Board,
  players: readonly BenchPlayer[],
  { pace, seconds }: { readonly pace: number; readonly seconds: number },
): Promise<BenchRow> {
  board.delays = [];
  const clients = players.map(() => new HttpClient(app.apiPort));
  const count = pace * seconds;
  const [bytesBefore, began] = [board.bytes, performance.now()];
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await sleep(Math.max(0, began + (index * 1_000) / pace - performance.now()));
      // Neighbours on the board play apart from one another.
      const leader = (index * 37) % leaders;
      const status = await bet(clients[leader] as HttpClient, players[leader] as BenchPlayer);
      if (status !== 201) throw new Error(`a bet was answered ${status}`);
      board.placed(leader, performance.now());
    }),
  );
  const took = (performance.now() - began) / 1_000;
  const bytes = board.bytes - bytesBefore;
  for (let waited = 0; board.missing > 0 && waited < 200; waited += 1) await sleep(50);
  for (const client of clients) client.close();
  if (board.missing > 0) throw new Error(`${board.missing} of ${count} bets never came to the board`);
  const sorted = Float64Array.from(board.delays).sort();
  return {
    watchers: board.size,
    "bets of leaders a second": pace,
    "bet to board p50 ms": percentile(sorted, 0.5),
    "p99 ms": percentile(sorted, 0.99),
    "bytes a watcher and second": Math.round(bytes / board.size / took),
  };
}

async function bet(client: HttpClient, { token }: BenchPlayer): Promise<number> {
  const body = `{"stake":"${stake}","direction":"over","target":"49.50"}`;
  const { status } = await client.ask(
    `POST /api/v1/games/dice/bets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: ${randomUUID()}\r\n\r\n${body}`,
  );
  return status;
}
