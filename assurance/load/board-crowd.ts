import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { percentile } from "./figures.ts";
import { HttpClient } from "./http-client.ts";
import type { BenchPlayer } from "./players.ts";
import { SocketClient } from "./socket-client.ts";

/**
 * The watchers of a tournament's board, and players of its first hundred who bet, in a process of their own. Its parent sends an order; it answers with
 * what came over the sockets.
 */
export interface CrowdOrder {
  readonly apiPort: number;
  readonly tournament: string;
  readonly sockets: number;
  readonly players: readonly (BenchPlayer & { readonly name: string; readonly score: bigint })[];
  readonly seconds: number;
  /** Bets a second, one after the other by each player in turn. */
  readonly loads: readonly number[];
}

export interface CrowdReport {
  readonly perSecond: number;
  readonly bets: number;
  /** Milliseconds from the request of a bet to the arrival of its score, over all bets and sockets. */
  readonly p50: number;
  readonly p99: number;
  readonly bytesPerClientSecond: number;
  readonly framesPerClient: number;
}

/** Opened at once. */
const batch = 100;
/** Scores of the last bets arrive within this, or the bench fails. */
const lastFramesMs = 20_000;
const mostDelays = 2_000_000;
/** Thousandths of a stake that a bet of dice counts. */
const rate = 250n;
/** Units, in turn: a longer step climbs over others. */
const stakes = [1n, 2n, 5n, 10n, 20n] as const;

interface Frame {
  readonly seq: number;
  readonly scores: ReadonlyMap<string, bigint>;
  readonly at: Float64Array;
  count: number;
}

interface Line {
  readonly place: number;
  readonly player: { readonly name: string } | null;
  readonly score: string;
}

interface Placed {
  readonly name: string;
  readonly score: bigint;
  readonly at: number;
}

const micro = (text: string): bigint => {
  const [whole = "0", rest = ""] = text.split(".");
  return BigInt(whole + rest.padEnd(6, "0"));
};

/** What the sockets have: all get the same bytes, so each frame is read once. */
class Board {
  readonly #size: number;
  readonly #byPlace = new Map<number, { name: string; score: bigint }>();
  readonly frames = new Map<number, Frame>();

  constructor(size: number) {
    this.#size = size;
  }

  begin(lines: readonly Line[]): void {
    for (const { place, player, score } of lines)
      this.#byPlace.set(place, { name: player?.name ?? "", score: micro(score) });
  }

  receive(text: Buffer, at: number): void {
    const [, number] = /"seq":(\d+),"event":"lines"/.exec(text.toString("latin1", 0, 120)) ?? [];
    if (number === undefined) return;
    const seq = Number(number);
    const frame = this.frames.get(seq) ?? this.#read(seq, text.toString());
    frame.at[frame.count++] = at;
  }

  #read(seq: number, text: string): Frame {
    const { lines, scores } = JSON.parse(text).data as { lines: Line[]; scores: [number, string][] };
    this.begin(lines);
    const changed = new Set(lines.map(({ place }) => place));
    for (const [place, score] of scores) {
      const line = this.#byPlace.get(place);
      if (line) line.score = micro(score);
      changed.add(place);
    }
    const names = [...changed].flatMap(place => this.#byPlace.get(place) ?? []);
    const scored = new Map(names.map(({ name, score }) => [name, score]));
    const frame = { seq, scores: scored, at: new Float64Array(this.#size), count: 0 };
    this.frames.set(seq, frame);
    return frame;
  }
}

async function openCrowd({ apiPort, tournament, sockets }: CrowdOrder, board: Board): Promise<readonly SocketClient[]> {
  const crowd: SocketClient[] = [];
  while (crowd.length < sockets) {
    const count = Math.min(batch, sockets - crowd.length);
    const opened = await Promise.all(Array.from({ length: count }, () => SocketClient.open(apiPort)));
    for (const socket of opened) {
      const snapshot = socket.next();
      socket.send(JSON.stringify({ sub: `tournament.board/${tournament}` }));
      const text = (await snapshot).toString();
      const { snapshot: first } = JSON.parse(text) as { snapshot?: { leaderboard: readonly Line[] } };
      if (!first) throw new Error(`no snapshot: ${text}`);
      if (crowd.length === 0) board.begin(first.leaderboard);
      socket.onText = text => board.receive(text, performance.now());
      crowd.push(socket);
    }
  }
  return crowd;
}

/** Bets at their planned times, each player one at a time. */
async function play(order: CrowdOrder, perSecond: number, turn: { next: number }, scores: Map<string, bigint>) {
  const { apiPort, players, seconds } = order;
  const clients = players.map(() => new HttpClient(apiPort));
  const placed: Placed[] = [];
  const began = performance.now();
  const running = new Map<number, Promise<unknown>>();
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, began + (n * 1_000) / perSecond - performance.now()));
    const index = turn.next++ % players.length;
    const player = players[index];
    if (!player) break;
    const stake = stakes[turn.next % stakes.length] ?? 1n;
    const bet = async () => {
      const score = (scores.get(player.name) ?? player.score) + stake * rate * 1_000n;
      scores.set(player.name, score);
      const at = performance.now();
      await place(clients[index] as HttpClient, player.token, stake);
      placed.push({ name: player.name, score, at });
    };
    running.set(index, (running.get(index) ?? Promise.resolve()).then(bet));
  }
  await Promise.all(running.values());
  for (const client of clients) client.close();
  return placed;
}

async function place(client: HttpClient, token: string, stake: bigint): Promise<void> {
  const body = JSON.stringify({
    stake: formatAmount(micros(stake * 1_000_000n)),
    direction: "over",
    target: "49.50",
  });
  const { status, body: answer } = await client.ask(
    `POST /api/v1/games/dice/bets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: ${randomUUID()}\r\n\r\n${body}`,
  );
  if (status !== 201) throw new Error(answer.toString());
}

/** Waits until every score has arrived at every socket; `delaysOf` names what is missing then. */
async function allShown(board: Board, placed: readonly Placed[], sockets: number): Promise<void> {
  const last = new Map(placed.map(({ name, score }) => [name, score]));
  const isShown = ([name, score]: [string, bigint]) =>
    [...board.frames.values()].some(frame => frame.count === sockets && (frame.scores.get(name) ?? -1n) >= score);
  for (let waited = 0; waited < lastFramesMs && ![...last].every(isShown); waited += 100) await sleep(100);
}

/** Delays from each bet to the first frame that has its score: all of them, or an even sample where there are too many to sort. */
function delaysOf(placed: readonly Placed[], frames: readonly Frame[], sockets: number): Float64Array {
  const step = Math.max(1, Math.ceil((placed.length * sockets) / mostDelays));
  const delays: number[] = [];
  for (const { name, score, at } of placed) {
    const shown = frames.find(frame => (frame.scores.get(name) ?? -1n) >= score);
    if (!shown) throw new Error(`the score ${score} of ${name} has not arrived`);
    if (shown.count < sockets) throw new Error(`frame ${shown.seq} arrived at ${shown.count} of ${sockets} sockets`);
    for (let index = sockets - 1; index >= 0; index -= step) delays.push((shown.at[index] ?? 0) - at);
  }
  if (delays.length === 0) throw new Error("no bet was placed");
  return Float64Array.from(delays).sort();
}

async function watch(order: CrowdOrder): Promise<readonly CrowdReport[]> {
  const board = new Board(order.sockets);
  const crowd = await openCrowd(order, board);
  const reports: CrowdReport[] = [];
  const [turn, scores] = [{ next: 0 }, new Map<string, bigint>()];
  for (const perSecond of order.loads) {
    board.frames.clear();
    for (const socket of crowd) Object.assign(socket, { bytes: 0, frames: 0 });
    const began = performance.now();
    const placed = await play(order, perSecond, turn, scores);
    const seconds = (performance.now() - began) / 1_000;
    await allShown(board, placed, order.sockets);
    const bytes = crowd.reduce((sum, socket) => sum + socket.bytes, 0);
    const delays = delaysOf(placed, [...board.frames.values()], order.sockets);
    reports.push({
      perSecond,
      bets: placed.length,
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
      bytesPerClientSecond: bytes / order.sockets / seconds,
      framesPerClient: crowd.reduce((sum, socket) => sum + socket.frames, 0) / order.sockets,
    });
  }
  for (const socket of crowd) socket.close();
  return reports;
}

process.on("disconnect", () => process.exit());
process.once("message", (order: CrowdOrder) => {
  watch(order).then(
    reports => process.send?.({ reports }),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
