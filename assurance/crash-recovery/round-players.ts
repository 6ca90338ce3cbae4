import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { BenchStudio } from "#assurance/load/bench-studio.ts";
import { openPlayers } from "#assurance/load/players.ts";
import type { Db } from "#kit/db/db.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";

const slots = ["seven-struck", "altyn-dala", "lantern-harbour", "codex-zenith", "loom", "winter-fair"] as const;
export const hands = "five-seats-blackjack";
export const wheel = "meridian-roulette";
const seats = [1, 2, 3] as const;
const gamblers = 3;

/** The payout of each round whose response to the player said that it is settled. */
export type Answered = Map<string, bigint>;

export interface Crowd {
  readonly answered: Answered;
  leave(): Promise<void>;
}

interface Player {
  readonly port: number;
  readonly db: Db;
  readonly session: string;
  readonly isOver: () => boolean;
}

/** Six players spin, three sit at blackjack, three bet at roulette, whatever fails. */
export async function openCrowd(studio: BenchStudio): Promise<Crowd> {
  const people = await openPlayers(studio.app, slots.length + seats.length + gamblers);
  const answered: Answered = new Map();
  const playing: Promise<void>[] = [];
  let over = false;
  for (const [index, person] of people.entries()) {
    const slug = slots[index];
    const seat = slug ? undefined : seats[index - slots.length];
    const game = slug ?? (seat === undefined ? wheel : hands);
    const { session, stakes } = await studio.open(person, { kind: slug ? "slots" : "live-casino", slug: game });
    const player = { port: studio.port, db: studio.db, session, isOver: () => over };
    playing.push(slug ? spin(player, required(stakes[0], "a stake"), answered) : bet(player, game, seat));
  }
  return {
    answered,
    async leave() {
      over = true;
      await Promise.all(playing);
    },
  };
}

async function spin(player: Player, stake: string, answered: Answered): Promise<void> {
  while (!player.isOver()) {
    const { status, body } = await post(player, "/rgs/v1/spin", { request: randomUUID(), mode: "base", stake });
    if (status === 200 && body.state === "settled") answered.set(String(body.round), parseDecimal(String(body.payout)));
    await sleep(randomInt(220, 500));
  }
}

/** Bets in every round that it sees; with a seat it decides, too, whether it is its turn or not. */
async function bet(player: Player, game: string, seat: number | undefined): Promise<void> {
  const presence = stayConnected(player);
  let last = 0;
  while (!player.isOver()) {
    const round = await newestRound(player.db, game);
    if (round?.state === "betting" && round.number !== last) {
      last = round.number;
      if (seat !== undefined) await post(player, "/tables/v1/seat", { seat });
      const layout = seat === undefined ? { red: "1", "straight-8": "0.50" } : { [`seat-${seat}`]: "5" };
      const bets = Object.entries(layout).map(([spot, amount]) => ({ spot, amount }));
      await post(player, "/tables/v1/bet", { request: randomUUID(), round: last, bets });
    }
    if (round?.state === "playing" && seat !== undefined) {
      const action = required(["hit", "stand", "double"][randomInt(3)], "an action");
      await post(player, "/tables/v1/act", { request: randomUUID(), round: round.number, seat, hand: 0, action });
    }
    await sleep(randomInt(150, 350));
  }
  presence.close();
}

/** Undefined while the database is down. */
async function newestRound(db: Db, game: string): Promise<{ number: number; state: string } | undefined> {
  try {
    const { rows } = await db.query<{ number: bigint; state: string }>(
      "SELECT number, state FROM tables.rounds WHERE game = $1 ORDER BY number DESC LIMIT 1",
      [game],
    );
    return rows[0] && { number: Number(rows[0].number), state: rows[0].state };
  } catch {
    return undefined;
  }
}

/** A socket at the table, opened again when it is closed: without one a seat is lost. */
function stayConnected({ port, session, isOver }: Player): { close(): void } {
  let socket: WebSocket;
  const open = () => {
    socket = new WebSocket(`ws://127.0.0.1:${port}/tables/v1/live`);
    socket.on("open", () => socket.send(JSON.stringify({ session })));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (!isOver()) setTimeout(open, 500);
    });
  };
  open();
  return { close: () => socket.terminate() };
}

/** Status 0: no response, the outcome is unknown. */
async function post({ port, session }: Player, path: string, body: object) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${session}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return { status: 0, body: {} };
  }
}
