import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type BetsTestApp, betsTestApp } from "#modules/bets/testing/bets-test-app.ts";
import { createMemoryLock } from "#modules/engines/shared-rounds/testing/memory-lock.ts";
import { createRooms, type Rooms } from "../server/index.ts";
import type { PastRoomRound, RoomSnapshot } from "../shared/contract.ts";
import type { RoomColour } from "../shared/limits.ts";
import { roomsRules } from "../shared/rules.ts";

/** Roubles as micro-units. */
export const rub = (units: number) => BigInt(Math.round(units * 100)) * 10_000n;

/** Rooms on a fresh PostgreSQL with a test beacon that makes real signatures. */
export interface TestRooms {
  readonly app: BetsTestApp;
  readonly lock: ReturnType<typeof createMemoryLock>;
  readonly beacon: { down: boolean };
  /** A process that runs the rooms or is on standby. */
  open(): Promise<{ rooms: Rooms; api: TestApi }>;
  room(of: Rooms, colour: RoomColour, player?: PlayerId): Promise<RoomSnapshot>;
  /** Lets time pass until the room is as wanted. */
  until(of: Rooms, colour: RoomColour, wanted: (room: RoomSnapshot) => boolean, stepMs?: number): Promise<RoomSnapshot>;
  /** Lets time pass until the round has ended. */
  ended(of: Rooms, colour: RoomColour, round: number): Promise<PastRoomRound>;
}

export async function testRooms(versions: () => typeof roomsRules = () => roomsRules): Promise<TestRooms> {
  const beacon = { down: false };
  const app = await betsTestApp(["rooms"]);
  const lock = createMemoryLock();
  const { draws } = app.fairness;
  const watched = {
    ...draws,
    async value(round: number) {
      if (beacon.down) throw new Error("no route to the beacon");
      return draws.value(round);
    },
  };

  async function room(of: Rooms, colour: RoomColour, player?: PlayerId): Promise<RoomSnapshot> {
    const channel = required(of.channels?.[0], "the channel of roubles");
    const session = player ? app.authenticate(player) : null;
    const { rooms } = (await channel.snapshot(session)) as { rooms: RoomSnapshot[] };
    return required(
      rooms.find(each => each.colour === colour),
      "the room",
    );
  }

  const until: TestRooms["until"] = async (of, colour, wanted, stepMs = 250) => {
    for (let i = 0; i < 4000; i++) {
      const now = await room(of, colour);
      if (wanted(now)) return now;
      // Seconds that matter pass slowly.
      const due = now.beacon && Date.parse(now.beacon.due_at);
      const slow = now.state === null || (now.state === "drawing" && (due === null || app.host.clock.now() < due));
      await app.host.pass(slow ? 25 : stepMs);
    }
    throw new Error(`the room never came there: ${JSON.stringify(await room(of, colour))}`);
  };

  return {
    app,
    lock,
    beacon,
    async open() {
      const needs = { wallet: app.wallet, draws: watched, bets: app.bets, drainMs: 60_000, lock };
      const rooms = createRooms(app.host, needs, versions());
      return { rooms, api: await app.open(rooms) };
    },
    room,
    until,
    async ended(of, colour, round) {
      const now = await until(of, colour, each => each.history.some(past => past.round === round));
      return required(
        now.history.find(past => past.round === round),
        "the round",
      );
    },
  };
}
