import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { leastBets } from "#modules/community-chat/shared/contract.ts";
import { slowSeconds } from "#modules/community-chat/shared/message-rules.ts";
import { type BenchApp, withBenchApp } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { percentile, times } from "./figures.ts";
import { HttpClient } from "./http-client.ts";
import { type BenchPlayer, openPlayers } from "./players.ts";
import { SocketClient } from "./socket-client.ts";

const sizes = [50, 2_000];
const perSecond = 20;
/** Each writes once within the pause of the slow mode, and one more for what comes late. */
const writers = perSecond * (slowSeconds + 1);
/** Opened at once. */
const batch = 50;

/**
 * `npm run bench -- chat`: so many sockets in a chat room and 20 messages a second, from the request of a message to its arrival at each socket. The same with 50
 * sockets is the baseline: what a message takes without a crowd.
 */
export const benchChat: BenchSuite = ({ seconds }) =>
  withBenchApp({ services: "general" }, async app => {
    const players = await openPlayers(app, writers);
    await letWrite(app, players);
    const room = new Room(app);
    const rows: BenchRow[] = [];
    for (const size of sizes) {
      await room.growTo(size);
      const row = await talk(app, room, players, seconds);
      rows.push({ ...row, "times p99": times(Number(row["p99 ms"]), Number((rows[0] ?? row)["p99 ms"])) });
    }
    room.close();
    return rows;
  });

/** A confirmed address and enough settled bets. */
async function letWrite({ db }: BenchApp, players: readonly BenchPlayer[]): Promise<void> {
  for (const { player } of players) {
    await db.query("UPDATE accounts.players SET email_verified = true WHERE id = $1", [player]);
    await db.query(
      `INSERT INTO projections.player_game_days (generation, player_id, currency, game, day, bets, real_staked, bonus_staked, real_paid, bonus_paid, theoretical_loss)
       VALUES ((SELECT live FROM projections.runs WHERE projection = 'player_game_days'), $1, 'USD', 1, current_date, $2, 1, 0, 0, 0, 0)`,
      [player, leastBets],
    );
  }
}

/** Sockets of guests that follow the English room. */
class Room {
  readonly #app: BenchApp;
  readonly #sockets: SocketClient[] = [];
  /** When the message of a number was asked for. */
  readonly sentAt = new Map<string, number>();
  delays: number[] = [];

  constructor(app: BenchApp) {
    this.#app = app;
  }

  get size(): number {
    return this.#sockets.length;
  }

  get frames(): number {
    return this.#sockets.reduce((sum, { frames }) => sum + frames, 0);
  }

  async growTo(size: number): Promise<void> {
    while (this.#sockets.length < size) {
      const count = Math.min(batch, size - this.#sockets.length);
      const opened = await Promise.all(Array.from({ length: count }, () => SocketClient.open(this.#app.apiPort)));
      for (const socket of opened) {
        const snapshot = socket.next();
        socket.send(JSON.stringify({ sub: "community.chat/en" }));
        await snapshot;
        socket.onText = text => this.#receive(text.toString("latin1"));
        this.#sockets.push(socket);
      }
    }
  }

  #receive(text: string): void {
    const now = performance.now();
    if (!text.includes('"event":"messages"')) return;
    for (const [, name = ""] of text.matchAll(/"text":"bench (\w+)"/g)) {
      const sent = this.sentAt.get(name);
      if (sent !== undefined) this.delays.push(now - sent);
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}

async function talk(app: BenchApp, room: Room, players: readonly BenchPlayer[], seconds: number): Promise<BenchRow> {
  await sleep(slowSeconds * 1_000);
  room.delays = [];
  const clients = players.map(() => new HttpClient(app.apiPort));
  const count = perSecond * seconds;
  const framesBefore = room.frames;
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await sleep(Math.max(0, began + (index * 1_000) / perSecond - performance.now()));
      const turn = index % players.length;
      return write(room, clients[turn] as HttpClient, players[turn] as BenchPlayer);
    }),
  );
  await sleep(1_000);
  for (const client of clients) client.close();
  const written = statuses.filter(status => status === 201).length;
  if (written < count) throw new Error(`${count - written} of ${count} messages were refused`);
  if (room.delays.length < count * room.size)
    throw new Error(`${room.delays.length} deliveries of ${count * room.size}`);
  const sorted = Float64Array.from(room.delays).sort();
  return {
    sockets: room.size,
    messages: count,
    deliveries: sorted.length,
    "frames a socket": Math.round((room.frames - framesBefore) / room.size),
    "p50 ms": percentile(sorted, 0.5),
    "p99 ms": percentile(sorted, 0.99),
  };
}

async function write(room: Room, client: HttpClient, { token }: BenchPlayer): Promise<number> {
  const name = randomUUID()
    .replaceAll("-", "")
    .replace(/\d/g, digit => String.fromCharCode(103 + Number(digit)));
  const body = JSON.stringify({ key: randomUUID(), text: `bench ${name}` });
  room.sentAt.set(name, performance.now());
  const { status } = await client.ask(
    `POST /api/v1/chat/en HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAuthorization: Bearer ${token}\r\n\r\n${body}`,
  );
  return status;
}
