import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { dueAt, roundAt, soleBeacon } from "#kit/fair/beacon.ts";
import type { Clock } from "#kit/host/host.ts";
import { systemClock } from "#kit/host/system.ts";
import type { Beacon } from "#kit/http/beacon-client.ts";
import { tables } from "#studio/tables/registry.ts";
import type { PublishedTable, TableParts } from "#studio/tables/server/tables.ts";
import type { OwnRound, RoundFacts, SocketMessage, TableEvent, TableSnapshot } from "#studio/tables/shared/calls.ts";
import { type CasinoDouble, profile } from "./casino-double.ts";
import { parentOrigin, type TestStudio } from "./test-studio.ts";

/** Every table, under a module that says nothing. */
export const testTables: readonly PublishedTable[] = tables.map(game => ({
  game,
  maths: Buffer.from(game.slug.padEnd(32, "-")).toString("hex").slice(0, 64),
  module: `export const game = ${JSON.stringify(game.slug)};`,
}));

export interface TestBeacon extends Beacon {
  /** From now on it gives no value. */
  silent: boolean;
}

/** A beacon with a value every second, in this process. */
export function testBeacon(clock: Clock = systemClock): TestBeacon {
  const sole = soleBeacon(new Uint8Array(32).fill(7), 1_700_000_000, 1, "tables");
  const beacon: TestBeacon = {
    test: true,
    silent: false,
    info: async () => sole.info,
    async round(number) {
      if (beacon.silent || clock.now() < dueAt(sole.info, number)) throw new Error("not due");
      return sole.sign(number);
    },
  };
  return beacon;
}

export const newestOf = async (beacon: Beacon, now: number) => roundAt(await beacon.info(), now);

/** The table at which players decide, with decisions of a second and a half. */
export function testBlackjackParts(beacon: Beacon, change: Partial<TableParts> = {}): TableParts {
  return testTableParts(beacon, {
    games: testTables.filter(({ game }) => game.turns !== undefined),
    timing: { bettingMs: 5_000, dealingMs: 400, restMs: 100, decisionMs: 1_500 },
    ...change,
  });
}

/** A table whose round takes seven to eight seconds. */
export function testTableParts(beacon: Beacon, change: Partial<TableParts> = {}): TableParts {
  return {
    games: testTables.slice(0, 1),
    beacon,
    timing: { bettingMs: 4_000, dealingMs: 400, restMs: 100 },
    sizes: { length: 200, interval: 50, aheadBy: 20 },
    ...change,
  };
}

export interface OpenTable {
  readonly status: number;
  readonly opened: Record<string, unknown> & { readonly own?: OwnRound | null };
  readonly events: TableEvent[];
  snapshot(): TableSnapshot | undefined;
  bet(
    round: number,
    bets: Readonly<Record<string, string>>,
    request?: string,
  ): Promise<{ status: number; body: BetBody }>;
  own(): Promise<OwnRound | null>;
  /** Takes a seat, and leaves it. */
  sit(seat: number): Promise<{ status: number; body: SeatBody }>;
  leave(seat: number): Promise<{ status: number; body: SeatBody }>;
  /** A decision: of the first hand, unless another is named. */
  act(
    round: number,
    seat: number,
    action: string,
    options?: { readonly hand?: number; readonly request?: string },
  ): Promise<{ status: number; body: BetBody }>;
  /** Waits until the facts of a round are so. */
  facts(round: number, are: (facts: RoundFacts) => boolean, what: string): Promise<RoundFacts>;
  /** Waits for the next round that takes bets for most of a second at least. */
  nextBetting(): Promise<number>;
  /** Waits for the end of a round. */
  ended(round: number): Promise<TableEvent>;
  disconnect(): void;
}

type SeatBody = { readonly code?: string; readonly seats?: readonly number[] };
type BetBody = Partial<OwnRound> & { readonly code?: string };

/** A table as its frame opens it: one launch, one session, one socket. */
export async function openTable(
  { url }: Pick<TestStudio, "url">,
  casino: CasinoDouble,
  player: string | null,
  options: { readonly game?: string; readonly currency?: string; readonly profile?: object } = {},
): Promise<OpenTable> {
  const { game = "meridian-roulette", currency = "USD", profile: region = profile } = options;
  const { body } = await casino.call(url, "POST", "/launch", {
    game,
    mode: player === null ? "demo" : "play",
    currency,
    country: "KZ",
    locale: "en",
    profile: region,
    ...(player !== null && { player, nick: "alice", launch: casino.newLaunch(player, region) }),
    parent_origin: parentOrigin,
  });
  const launch = new URL(String(body.url)).hash.replace("#launch=", "");
  let token = "";
  async function post(path: string, given: object) {
    const response = await fetch(`${url}/tables/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(given),
    });
    const text = await response.text();
    casino.traffic.push(text);
    return { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
  }
  const { status, body: opened } = await post("session", { launch });
  token = String(opened.session ?? "");
  const socket = new WebSocket(`${url.replace("http", "ws")}/tables/v1/live`);
  const events: TableEvent[] = [];
  let snapshot: TableSnapshot | undefined;
  socket.on("open", () => socket.send(JSON.stringify({ session: token })));
  socket.on("error", () => undefined);
  socket.on("message", data => {
    casino.traffic.push(String(data));
    const message = JSON.parse(String(data)) as SocketMessage;
    if (message.type === "snapshot") snapshot = message;
    if (message.type === "event") events.push(message.event);
  });

  const rounds = () => events.flatMap(event => (event.type === "round" ? [event] : []));
  async function until<T>(find: () => T | undefined, what: string): Promise<T> {
    for (let i = 0; i < 2_000; i++) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    throw new Error(`waited in vain for ${what}`);
  }

  return {
    status,
    opened: opened as OpenTable["opened"],
    events,
    snapshot: () => snapshot,
    async bet(round, bets, request = randomUUID()) {
      const list = Object.entries(bets).map(([spot, amount]) => ({ spot, amount }));
      return (await post("bet", { request, round, bets: list })) as { status: number; body: BetBody };
    },
    own: async () => (await post("own", {})).body.own as OwnRound | null,
    sit: async seat => (await post("seat", { seat })) as { status: number; body: SeatBody },
    leave: async seat => (await post("leave", { seat })) as { status: number; body: SeatBody },
    async act(round, seat, action, { hand = 0, request = randomUUID() } = {}) {
      return (await post("act", { request, round, seat, hand, action })) as { status: number; body: BetBody };
    },
    facts: (round, are, what) =>
      until(() => {
        const facts = rounds().at(-1)?.round ?? snapshot?.round;
        return facts?.number === round && are(facts) ? facts : undefined;
      }, what),
    nextBetting: () =>
      until(() => {
        const facts = rounds().at(-1)?.round ?? snapshot?.round;
        if (facts?.phase !== "betting") return undefined;
        // What follows has most of the time for bets, even on a slow machine.
        const left = facts.closes_at - Date.now();
        return left > 0.8 * (facts.closes_at - facts.opened_at) ? facts.number : undefined;
      }, "an open round"),
    ended: round =>
      until(
        () =>
          rounds().find(
            ({ round: facts }) => facts.number === round && (facts.phase === "settled" || facts.phase === "voided"),
          ),
        `the end of round ${round}`,
      ),
    disconnect: () => socket.terminate(),
  };
}
