import type { LiveChannel } from "#kit/host/server-module.ts";
import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { nameBeacon } from "#modules/engines/multiplayer/server/index.ts";
import type { Leadership, RoundOwner } from "#modules/engines/shared-rounds/server/index.ts";
import type { NamedBeacon } from "#modules/fairness/server/index.ts";
import type { BettingWindows } from "#modules/wallet/server/port.ts";
import type { PastRoomRound, RoomsChannel } from "../shared/contract.ts";
import type { RoomColour } from "../shared/limits.ts";
import { aloneMs, restMs } from "../shared/rules.ts";
import { entryWindow, LiveRoom } from "./live-room.ts";
import type { RoomFeed } from "./room-feed.ts";
import { createRoomEnds, type EndNeeds } from "./settle-round.ts";
import type { Reason, RoundRow, StoredEntry } from "./store.ts";

/** One room in one currency: the place where one round after the other is played. */
export interface RoomKey {
  readonly colour: RoomColour;
  readonly currency: Currency;
}

export interface RoomNeeds extends Omit<EndNeeds, "wallet"> {
  readonly wallet: EndNeeds["wallet"] & BettingWindows;
  readonly channel: (currency: Currency) => LiveChannel<RoomsChannel>;
  readonly winCap: (currency: Currency) => LiveRoom["winCap"];
  readonly isTestBeacon: boolean;
  /** Shows the round to the handlers, and makes its feed. */
  readonly begin: (roomKey: RoomKey, room: LiveRoom) => RoomFeed;
  /** Called for each round that ended, after its commit: reads its public record and adds it to the history. */
  readonly ended: (round: RoundRow, entries: readonly StoredEntry[]) => Promise<PastRoomRound>;
}

/** An idle room waits for its signal; this bounds one wait. */
const idleMs = 3_600_000;

/** The rounds of one room and currency during the leadership. */
interface RoomRun {
  readonly needs: RoomNeeds;
  readonly leadership: Leadership;
  readonly roomKey: RoomKey;
  readonly bettingWindow: string;
  /** Epoch of the room's own betting window. */
  readonly windowEpoch: bigint;
  readonly ends: ReturnType<typeof createRoomEnds>;
  readonly owner: Pick<RoundOwner, "isDraining">;
}

/** Runs the rounds of one room and currency during the leadership. First ends the round of an earlier leader. */
export async function runRoom(
  needs: RoomNeeds,
  leadership: Leadership,
  roomKey: RoomKey,
  owner: Pick<RoundOwner, "isDraining">,
): Promise<void> {
  const bettingWindow = entryWindow(roomKey.colour, roomKey.currency);
  const windowEpoch = await leadership.untilDone("take the room's betting window", () =>
    needs.wallet.takeEpoch(bettingWindow),
  );
  const ends = createRoomEnds(needs, leadership);
  const run = { needs, leadership, roomKey, bettingWindow, windowEpoch, ends, owner };
  await recover(run);
  while (!owner.isDraining) {
    const played = await playRound(run);
    if (played.status === "paid") await leadership.wait(restMs);
  }
}

async function recover(run: RoomRun): Promise<void> {
  const { needs, leadership, roomKey, ends } = run;
  const { store, draws } = needs;
  const open = await leadership.untilDone("look for a round", () => store.openRound(roomKey.colour, roomKey.currency));
  if (!open) return;
  // An earlier leader that still runs may have gone on since; the round is read once it can no longer change it.
  const adopted = await leadership.untilDone("take the round over", () => store.adopt(open.number, leadership.epoch));
  leadership.requireLeadership(adopted !== undefined);
  const left = required(adopted, "the leadership has ended");
  await closeBettingWindow(run);
  if (left.state === "open") await ends.refundRounds([left], "restart");
  else if (left.state === "refunding") await ends.refundStakes([left]);
  else if (left.state === "drawn") await ends.payOut([left]);
  else {
    const beacons = await leadership.untilDone("read the close record", () => draws.beacons("rooms", [left.number]));
    const entries = await leadership.untilDone("read who is in", () => store.entries(left.number));
    const beacon = required(beacons.get(left.number), "a closed round has a beacon");
    await ends.draw([{ ...left, beacon, entries }]);
  }
  await publishEnd(run, left.number);
}

async function playRound(run: RoomRun): Promise<PastRoomRound> {
  const { needs, leadership, roomKey, ends } = run;
  const { host, draws } = needs;
  const room = await openRoom(run);
  const feed = needs.begin(roomKey, room);
  const which = { number: room.number, ...roomKey, rulesVersion: needs.versions.current.version };
  host.failpoints.hit("rooms.opened");
  const reason = await gather(run, room);
  await closeEntry(run, room, feed);
  host.failpoints.hit("rooms.closed");
  if (reason === null && room.players > 1) {
    const beacon = await nameBeacon(host.clock, draws, leadership);
    if (beacon) {
      await publishClose(run, room, feed, beacon);
      await ends.draw([{ ...which, beacon, entries: room.entries }]);
    } else await ends.refundRounds([which], "no_beacon");
  } else await ends.refundRounds([which], reason ?? "alone");
  const result = await publishEnd(run, room.number, room);
  host.failpoints.hit("rooms.ended");
  return result;
}

async function openRoom({ needs, leadership, roomKey, bettingWindow, windowEpoch }: RoomRun): Promise<LiveRoom> {
  const { host, store, wallet, draws, versions } = needs;
  const rules = versions.current;
  const openedAt = new Date(host.clock.now());
  const round = { ...roomKey, epoch: leadership.epoch, rulesVersion: rules.version, openedAt };
  let commitment = "";
  const number = await store.open(round, async (tx, made) => {
    [commitment = ""] = await draws.open(tx, "rooms", [made]);
    return wallet.openBettingWindow(tx, bettingWindow, made, windowEpoch);
  });
  leadership.requireLeadership(number !== undefined);
  const room = new LiveRoom({
    number: required(number, "the leadership has ended"),
    leadership,
    windowEpoch,
    commitment,
    winCap: needs.winCap(roomKey.currency),
    countMs: rules.count_seconds * 1000,
  });
  needs
    .channel(roomKey.currency)
    .publish("opened", { colour: roomKey.colour, round: Number(room.number), commitment: room.commitment });
  return room;
}

/** Waits until the round is to be drawn (null), or returns the reason to refund it. */
async function gather({ needs: { host }, owner }: RoomRun, room: LiveRoom): Promise<Reason | null> {
  const left = () => (room.countingUntil ?? (room.aloneSince ?? Number.POSITIVE_INFINITY) + aloneMs) - host.clock.now();
  for (;;) {
    if (room.state === "leaving") return "left";
    if (room.state === "waiting" && owner.isDraining) return stop(room, "restart");
    if (left() <= 0) return room.state === "counting" ? null : stop(room, "alone");
    await room.signal.wait(room.leadership.wait(Math.min(left(), idleMs)));
  }
}

function stop(room: LiveRoom, reason: Reason): Reason {
  room.state = "leaving";
  return reason;
}

/** Closes the betting window: from here on the stakes of the round are those in the books, and no further stake is accepted. */
async function closeEntry(run: RoomRun, room: LiveRoom, feed: RoomFeed): Promise<void> {
  const { needs, leadership, bettingWindow } = run;
  if (room.state === "counting") room.state = "drawing";
  await closeBettingWindow(run);
  const bets = await leadership.untilDone("read the stakes", () => needs.wallet.openBets(bettingWindow, room.number));
  for (const bet of bets) {
    const entry = room.admit(bet, needs.host.clock.now());
    if (entry) feed.joined(entry);
  }
  await feed.published();
}

async function closeBettingWindow({ needs, leadership, bettingWindow, windowEpoch }: RoomRun): Promise<void> {
  leadership.requireLeadership(
    await leadership.untilDone("close entry", () => needs.wallet.closeBettingWindow(bettingWindow, windowEpoch)),
  );
}

/** Stores and publishes the close record. */
async function publishClose(
  { needs, roomKey, ends }: RoomRun,
  room: LiveRoom,
  feed: RoomFeed,
  beacon: NamedBeacon,
): Promise<void> {
  const { draws, store, isTestBeacon } = needs;
  const { number } = room;
  const entries = room.entries.map(({ seat, player, stake }) => {
    return { seat, player: draws.publicId("rooms", number, player), stake };
  });
  let entriesHash = "";
  await ends.write("close the round", [number], async tx => {
    // An attempt whose commit result is unknown may have closed it.
    if (!(await store.lockInState(tx, [number], "open")).has(number)) return;
    [entriesHash = ""] = await draws.close(tx, "rooms", beacon, [{ round: number, entries }]);
    await store.close(tx, number, room.entries);
  });
  room.close = { entriesHash, beacon, test: isTestBeacon };
  needs.host.failpoints.hit("rooms.recorded");
  await feed.published();
  needs.channel(roomKey.currency).publish("drawing", {
    colour: roomKey.colour,
    round: Number(number),
    entries_hash: entriesHash,
    entries: entries.length,
    beacon: { round: beacon.round, due_at: new Date(beacon.dueAt).toISOString(), test: isTestBeacon },
  });
}

/** Reads the ended round and publishes it. */
async function publishEnd(
  { needs, leadership, roomKey }: RoomRun,
  number: bigint,
  room?: LiveRoom,
): Promise<PastRoomRound> {
  const result = await leadership.untilDone("read the end", async () => {
    const round = required(await needs.store.round(number), "a round that ended");
    return needs.ended(round, await needs.store.entries(number));
  });
  if (room) {
    room.state = result.status;
    room.result = result;
  }
  needs.channel(roomKey.currency).publish(result.status, { result });
  return result;
}
