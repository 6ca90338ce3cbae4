import type { LiveChannel } from "#kit/host/server-module.ts";
import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import type { Leadership, RoundOwner } from "#modules/engines/shared-rounds/server/index.ts";
import type { NamedBeacon } from "#modules/fairness/server/index.ts";
import type { BettingWindows } from "#modules/wallet/server/port.ts";
import type { PastRoomRound, RoomsChannel } from "../shared/contract.ts";
import type { RoomColour } from "../shared/limits.ts";
import { aloneMs, restMs, roomsRules } from "../shared/rules.ts";
import { drawRound, type EndNeeds, giveBack, payOut, refund } from "./end-round.ts";
import { entryWindow, LiveRoom } from "./live-room.ts";
import type { RoomFeed } from "./room-feed.ts";
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
const askAgainMs = 1_000;

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
  await recover(needs, leadership, roomKey, windowEpoch);
  while (!owner.isDraining) {
    const played = await playRound(needs, leadership, roomKey, windowEpoch, owner);
    if (played.status === "paid") await leadership.wait(restMs);
  }
}

async function recover(needs: RoomNeeds, leadership: Leadership, roomKey: RoomKey, windowEpoch: bigint): Promise<void> {
  const { store, wallet, draws } = needs;
  const open = await leadership.untilDone("look for a round", () => store.openRound(roomKey.colour, roomKey.currency));
  if (!open) return;
  // An earlier leader that still runs may have gone on since; the round is read once it can no longer change it.
  const adopted = await leadership.untilDone("take the round over", () => store.adopt(open.number, leadership.epoch));
  leadership.requireLeadership(adopted !== undefined);
  const left = required(adopted, "the leadership has ended");
  await closeBettingWindow(wallet, leadership, roomKey, windowEpoch);
  const key = { number: left.number, epoch: leadership.epoch };
  if (left.state === "open") await giveBack(needs, leadership, left, "restart");
  else if (left.state === "refunding") await refund(needs, leadership, left, key);
  else if (left.state === "drawn") await payOut(needs, leadership, left);
  else {
    const beacons = await leadership.untilDone("read the close record", () => draws.beacons("rooms", [left.number]));
    await drawRound(needs, leadership, left, required(beacons.get(left.number), "a closed round has a beacon"));
  }
  await publishEnd(needs, leadership, left);
}

async function playRound(
  needs: RoomNeeds,
  leadership: Leadership,
  roomKey: RoomKey,
  windowEpoch: bigint,
  owner: Pick<RoundOwner, "isDraining">,
): Promise<PastRoomRound> {
  const { failpoints } = needs.host;
  const room = await openRoom(needs, leadership, roomKey, windowEpoch);
  const feed = needs.begin(roomKey, room);
  const which = { number: room.number, ...roomKey };
  failpoints.hit("rooms.opened");
  const reason = await gather(needs, room, owner);
  await closeEntry(needs, room, roomKey, feed);
  failpoints.hit("rooms.closed");
  if (reason === null && room.players > 1) {
    const beacon = await nameBeacon(needs, leadership);
    if (beacon) await draw(needs, room, roomKey, feed, beacon);
    else await giveBack(needs, leadership, which, "no_beacon");
  } else await giveBack(needs, leadership, which, reason ?? "alone");
  const result = await publishEnd(needs, leadership, which, room);
  failpoints.hit("rooms.ended");
  return result;
}

async function openRoom(
  needs: RoomNeeds,
  leadership: Leadership,
  roomKey: RoomKey,
  windowEpoch: bigint,
): Promise<LiveRoom> {
  const { host, store, wallet, draws } = needs;
  const round = {
    ...roomKey,
    epoch: leadership.epoch,
    rulesVersion: roomsRules.current.version,
    openedAt: new Date(host.clock.now()),
  };
  const bettingWindow = entryWindow(roomKey.colour, roomKey.currency);
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
  });
  needs
    .channel(roomKey.currency)
    .publish("opened", { colour: roomKey.colour, round: Number(room.number), commitment: room.commitment });
  return room;
}

/** Waits until the round is to be drawn (null), or returns the reason to refund it. */
async function gather(
  { host }: RoomNeeds,
  room: LiveRoom,
  owner: Pick<RoundOwner, "isDraining">,
): Promise<Reason | null> {
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
async function closeEntry(needs: RoomNeeds, room: LiveRoom, roomKey: RoomKey, feed: RoomFeed): Promise<void> {
  const { leadership, number } = room;
  if (room.state === "counting") room.state = "drawing";
  await closeBettingWindow(needs.wallet, leadership, roomKey, room.windowEpoch);
  const bettingWindow = entryWindow(roomKey.colour, roomKey.currency);
  const bets = await leadership.untilDone("read the stakes", () => needs.wallet.openBets(bettingWindow, number));
  for (const bet of bets) {
    const entry = room.admit(bet, needs.host.clock.now());
    if (entry) feed.joined(entry);
  }
  await feed.published();
}

async function closeBettingWindow(
  wallet: BettingWindows,
  leadership: Leadership,
  roomKey: RoomKey,
  windowEpoch: bigint,
): Promise<void> {
  const bettingWindow = entryWindow(roomKey.colour, roomKey.currency);
  leadership.requireLeadership(
    await leadership.untilDone("close entry", () => wallet.closeBettingWindow(bettingWindow, windowEpoch)),
  );
}

/** Undefined when the beacon's configuration could not be fetched for a minute. */
async function nameBeacon({ host, draws }: RoomNeeds, leadership: Leadership): Promise<NamedBeacon | undefined> {
  for (const until = host.clock.now() + 60_000; ; ) {
    const named = await draws.nameBeacon().catch(() => undefined);
    if (named || host.clock.now() >= until) return named;
    await leadership.wait(askAgainMs);
  }
}

/** Stores and publishes the close record, then waits for the beacon round that it names. */
async function draw(
  needs: RoomNeeds,
  room: LiveRoom,
  roomKey: RoomKey,
  feed: RoomFeed,
  beacon: NamedBeacon,
): Promise<void> {
  const { draws, store } = needs;
  const { leadership, number } = room;
  const entries = room.entries.map(({ seat, player, stake }) => {
    return { seat, player: draws.publicId("rooms", number, player), stake };
  });
  let entriesHash = "";
  const closed = await leadership.untilDone("close the round", () =>
    store.close({ number, epoch: leadership.epoch }, room.entries, async tx => {
      [entriesHash = ""] = await draws.close(tx, "rooms", beacon, [{ round: number, entries }]);
    }),
  );
  leadership.requireLeadership(closed);
  room.close = { entriesHash, beacon, test: needs.isTestBeacon };
  needs.host.failpoints.hit("rooms.recorded");
  await feed.published();
  needs.channel(roomKey.currency).publish("drawing", {
    colour: roomKey.colour,
    round: Number(number),
    entries_hash: entriesHash,
    entries: entries.length,
    beacon: { round: beacon.round, due_at: new Date(beacon.dueAt).toISOString(), test: needs.isTestBeacon },
  });
  await drawRound(needs, leadership, { number, ...roomKey, rulesVersion: roomsRules.current.version }, beacon);
}

/** Reads the ended round and publishes it. */
async function publishEnd(
  needs: RoomNeeds,
  leadership: Leadership,
  { number, currency }: Pick<RoundRow, "number" | "currency">,
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
  needs.channel(currency).publish(result.status, { result });
  return result;
}
