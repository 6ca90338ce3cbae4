import type { LiveChannel } from "#kit/host/server-module.ts";
import type { Currency } from "#kit/money/currency.ts";
import { must } from "#kit/std/invariant.ts";
import type { Reign, RoundOwner } from "#modules/engines/shared-rounds/server/index.ts";
import type { NamedBeacon } from "#modules/fairness/server/index.ts";
import type { WalletGates } from "#modules/wallet/server/port.ts";
import type { PastRoomRound, RoomsChannel } from "../shared/contract.ts";
import type { RoomColour } from "../shared/limits.ts";
import { aloneMs, restMs, roomsConfiguration } from "../shared/rules.ts";
import { drawRound, type EndNeeds, giveBack, payOut, refund } from "./end-round.ts";
import { entryGate, LiveRoom } from "./live-room.ts";
import type { RoomFeed } from "./room-feed.ts";
import type { Reason, RoundRow, StoredEntry } from "./store.ts";

/** One room in one currency: the place where one round after the other is played. */
export interface RoomPlace {
  readonly colour: RoomColour;
  readonly currency: Currency;
}

export interface RoomNeeds extends Omit<EndNeeds, "wallet"> {
  readonly wallet: EndNeeds["wallet"] & WalletGates;
  readonly channel: (currency: Currency) => LiveChannel<RoomsChannel>;
  readonly winCap: (currency: Currency) => LiveRoom["winCap"];
  readonly isTestBeacon: boolean;
  /** Shows the round to the handlers, and makes its feed. */
  readonly begin: (place: RoomPlace, room: LiveRoom) => RoomFeed;
  /** Of each round that ended, after its commit: reads it as everybody sees it and keeps it in the history. */
  readonly ended: (round: RoundRow, entries: readonly StoredEntry[]) => Promise<PastRoomRound>;
}

/** An idle room waits for its bell; this is only how long one wait may be. */
const idleMs = 3_600_000;
const askAgainMs = 1_000;

/** Plays the rounds of one place while the reign lasts. First ends what an earlier leader left. */
export async function runRoom(
  needs: RoomNeeds,
  reign: Reign,
  place: RoomPlace,
  owner: Pick<RoundOwner, "isDraining">,
): Promise<void> {
  const gate = entryGate(place.colour, place.currency);
  const gateEpoch = await reign.untilDone("take the room's gate", () => needs.wallet.takeEpoch(gate));
  await recover(needs, reign, place, gateEpoch);
  while (!owner.isDraining) {
    const played = await playRound(needs, reign, place, gateEpoch, owner);
    if (played.status === "paid") await reign.wait(restMs);
  }
}

async function recover(needs: RoomNeeds, reign: Reign, place: RoomPlace, gateEpoch: bigint): Promise<void> {
  const { store, wallet, between } = needs;
  const open = await reign.untilDone("look for a round", () => store.openRound(place.colour, place.currency));
  if (!open) return;
  // An earlier leader that is still awake may have gone on since; what counts is the round as he can no longer change it.
  const adopted = await reign.untilDone("take the round over", () => store.adopt(open.number, reign.epoch));
  reign.unlessFenced(adopted !== undefined);
  const left = must(adopted, "the reign is over");
  await closeGate(wallet, reign, place, gateEpoch);
  const key = { number: left.number, epoch: reign.epoch };
  if (left.state === "open") await giveBack(needs, reign, left, "restart");
  else if (left.state === "refunding") await refund(needs, reign, left, key);
  else if (left.state === "drawn") await payOut(needs, reign, left);
  else {
    const beacons = await reign.untilDone("read the close record", () => between.beacons("rooms", [left.number]));
    await drawRound(needs, reign, left, must(beacons.get(left.number), "a closed round has a beacon"));
  }
  await tellEnd(needs, reign, left);
}

async function playRound(
  needs: RoomNeeds,
  reign: Reign,
  place: RoomPlace,
  gateEpoch: bigint,
  owner: Pick<RoundOwner, "isDraining">,
): Promise<PastRoomRound> {
  const { failpoints } = needs.host;
  const room = await openRoom(needs, reign, place, gateEpoch);
  const feed = needs.begin(place, room);
  const which = { number: room.number, ...place };
  failpoints.hit("rooms.opened");
  const reason = await gather(needs, room, owner);
  await closeEntry(needs, room, place, feed);
  failpoints.hit("rooms.closed");
  if (reason === null && room.players > 1) {
    const beacon = await nameBeacon(needs, reign);
    if (beacon) await draw(needs, room, place, feed, beacon);
    else await giveBack(needs, reign, which, "no_beacon");
  } else await giveBack(needs, reign, which, reason ?? "alone");
  const result = await tellEnd(needs, reign, which, room);
  failpoints.hit("rooms.ended");
  return result;
}

async function openRoom(needs: RoomNeeds, reign: Reign, place: RoomPlace, gateEpoch: bigint): Promise<LiveRoom> {
  const { host, store, wallet, between } = needs;
  const round = {
    ...place,
    epoch: reign.epoch,
    rulesVersion: roomsConfiguration.version,
    openedAt: new Date(host.clock.now()),
  };
  const gate = entryGate(place.colour, place.currency);
  let commitment = "";
  const number = await store.open(round, async (tx, made) => {
    [commitment = ""] = await between.open(tx, "rooms", [made]);
    return wallet.openGate(tx, gate, made, gateEpoch);
  });
  reign.unlessFenced(number !== undefined);
  const room = new LiveRoom({
    number: must(number, "the reign is over"),
    ...{ reign, gateEpoch, commitment, winCap: needs.winCap(place.currency) },
  });
  needs
    .channel(place.currency)
    .tell("opened", { colour: place.colour, round: Number(room.number), commitment: room.commitment });
  return room;
}

/** Waits until the round is to be drawn (null), or says why it is to be given back. */
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
    await room.bell.heard(room.reign.wait(Math.min(left(), idleMs)));
  }
}

function stop(room: LiveRoom, reason: Reason): Reason {
  room.state = "leaving";
  return reason;
}

/** Closes the gate: from here on the stakes of the round are those in the books, and no other can come. */
async function closeEntry(needs: RoomNeeds, room: LiveRoom, place: RoomPlace, feed: RoomFeed): Promise<void> {
  const { reign, number } = room;
  if (room.state === "counting") room.state = "drawing";
  await closeGate(needs.wallet, reign, place, room.gateEpoch);
  const gate = entryGate(place.colour, place.currency);
  const bets = await reign.untilDone("read the stakes", () => needs.wallet.openBets(gate, number));
  for (const bet of bets) {
    const entry = room.admit(bet, needs.host.clock.now());
    if (entry) feed.joined(entry);
  }
  await feed.told();
}

async function closeGate(wallet: WalletGates, reign: Reign, place: RoomPlace, gateEpoch: bigint): Promise<void> {
  const gate = entryGate(place.colour, place.currency);
  reign.unlessFenced(await reign.untilDone("close entry", () => wallet.closeGate(gate, gateEpoch)));
}

/** Undefined when the beacon could not even be asked what it is for a minute. */
async function nameBeacon({ host, between }: RoomNeeds, reign: Reign): Promise<NamedBeacon | undefined> {
  for (const until = host.clock.now() + 60_000; ; ) {
    const named = await between.nameBeacon().catch(() => undefined);
    if (named || host.clock.now() >= until) return named;
    await reign.wait(askAgainMs);
  }
}

/** Writes and tells the close record, then waits for what it promises. */
async function draw(
  needs: RoomNeeds,
  room: LiveRoom,
  place: RoomPlace,
  feed: RoomFeed,
  beacon: NamedBeacon,
): Promise<void> {
  const { between, store } = needs;
  const { reign, number } = room;
  const entries = room.entries.map(({ seat, player, stake }) => {
    return { seat, player: between.publicId("rooms", number, player), stake };
  });
  let entriesHash = "";
  const closed = await reign.untilDone("close the round", () =>
    store.close({ number, epoch: reign.epoch }, room.entries, async tx => {
      [entriesHash = ""] = await between.close(tx, "rooms", beacon, [{ round: number, entries }]);
    }),
  );
  reign.unlessFenced(closed);
  room.close = { entriesHash, beacon, test: needs.isTestBeacon };
  needs.host.failpoints.hit("rooms.recorded");
  await feed.told();
  needs.channel(place.currency).tell("drawing", {
    ...{ colour: place.colour, round: Number(number), entries_hash: entriesHash, entries: entries.length },
    beacon: { round: beacon.round, due_at: new Date(beacon.dueAt).toISOString(), test: needs.isTestBeacon },
  });
  await drawRound(needs, reign, { number, ...place }, beacon);
}

/** Reads the round as it ended and tells it. */
async function tellEnd(
  needs: RoomNeeds,
  reign: Reign,
  { number, currency }: Pick<RoundRow, "number" | "currency">,
  room?: LiveRoom,
): Promise<PastRoomRound> {
  const result = await reign.untilDone("read the end", async () => {
    const round = must(await needs.store.round(number), "a round that ended");
    return needs.ended(round, await needs.store.entries(number));
  });
  if (room) {
    room.state = result.status;
    room.result = result;
  }
  needs.channel(currency).tell(result.status, { result });
  return result;
}
