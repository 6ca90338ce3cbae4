import { join } from "node:path";
import { type OlderRead, readOlder } from "#kit/db/read-older.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { Host } from "#kit/host/host.ts";
import { type LiveChannel, liveChannel, type ServerModule } from "#kit/host/server-module.ts";
import { answeredByLeader, handle, type Session } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { type Bets, roundsPage } from "#modules/bets/server/index.ts";
import { createRoundOwner, type LeaderLock } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws, MultiplayerFacts } from "#modules/fairness/server/index.ts";
import { configurationHashes } from "#modules/fairness/shared/configuration.ts";
import type { BettingWindows, WalletPort } from "#modules/wallet/server/port.ts";
import manifest from "../module.ts";
import {
  getRoomRounds,
  getRooms,
  leaveRoom as leaveRoomCall,
  type PastRoomRound,
  placeRoomBet,
  type RoomsChannel,
  roomsChannels,
} from "../shared/contract.ts";
import { notAlone, notInRoom, roomFull, roundMaximumPassed } from "../shared/errors.ts";
import { roomColours, roomLimits } from "../shared/limits.ts";
import { roomsRules } from "../shared/rules.ts";
import { leaveRoom } from "./leave-room.ts";
import { placeBet, type Seating } from "./place-bet.ts";
import { createRoomFeed } from "./room-feed.ts";
import { type RoomKey, type RoomNeeds, runRoom } from "./run-room.ts";
import { roomSnapshot } from "./snapshot.ts";
import { createRoomStore, leaderWindow, type RoomStore, type RoundRow, type StoredEntry } from "./store.ts";
import { betProof, pastRoundView, roundRecordView } from "./views.ts";

export interface RoomsNeeds {
  readonly wallet: WalletPort & BettingWindows;
  readonly draws: MultiplayerDraws;
  readonly bets: Bets;
  /** How long a drain waits for rounds with players in them. */
  readonly drainMs: number;
  readonly lock?: LeaderLock;
  /** PostgreSQL's unless given. */
  readonly store?: RoomStore;
  /** Currencies that it runs rooms in: all unless given. */
  readonly currencies?: readonly Currency[];
}

export type Rooms = ServerModule;

/** Ended rounds of a room that a newcomer is shown, and on a page of the list. */
const historyShown = 12;

const nameOf = ({ colour, currency }: RoomKey): string => `${colour}/${currency}`;

const roundsRead: OlderRead = { name: "room_rounds", tables: ["rooms.rounds"] };

/** `versions`: other rules, for tests. */
export function createRooms(host: Host, needs: RoomsNeeds, versions = roomsRules): Rooms {
  const { wallet, draws, bets } = needs;
  const roomKeys: readonly RoomKey[] = (needs.currencies ?? currencyCodes).flatMap(currency =>
    roomColours.map(colour => ({ colour, currency })),
  );
  const store = needs.store ?? createRoomStore(host.db);
  const rules = versions.current;
  const proofs = { draws, configHashOf: configurationHashes(nobleHashes, versions) };
  const seatings = new Map<string, Seating>();
  const histories = new Map<string, PastRoomRound[]>();
  const live = (roomKey: RoomKey) => seatings.get(nameOf(roomKey));
  const view = (round: RoundRow, entries: readonly StoredEntry[]) =>
    pastRoundView({ publicProfileOf: bets.publicProfileOf, draws }, round, entries);
  const readPast = async (rounds: readonly RoundRow[]) =>
    Promise.all(rounds.map(async round => view(round, await store.entries(round.number))));
  const factsOf = async (number: bigint): Promise<MultiplayerFacts> =>
    required((await draws.facts("rooms", [number])).get(number), "a round that was opened has its promise");

  const registration = bets.registerGame({
    game: "rooms",
    limits: roomLimits.red,
    rtpPercent: rules.payout_percent,
    rulesVersion: rules.version,
    async proof(bet) {
      const { number } = required(bet.round, "a stake in a room has a round");
      const [facts, round, seat] = await Promise.all([
        factsOf(number),
        store.round(number),
        store.seatOf(bet.player, bet.key),
      ]);
      return betProof(proofs, bet, facts, round ?? null, seat);
    },
    async round(number) {
      const round = await store.round(number);
      return round && roundRecordView(proofs, round, await factsOf(number));
    },
  });

  const channels = Object.fromEntries(
    currencyCodes.map(currency => [currency, channelOf(currency)]),
  ) as unknown as Readonly<Record<Currency, LiveChannel<RoomsChannel>>>;
  function channelOf(currency: Currency): LiveChannel<RoomsChannel> {
    const snapshot = (session: Session | null) => ({
      rooms: roomColours.map(colour => {
        const name = nameOf({ colour, currency });
        return roomSnapshot(draws, colour, seatings.get(name), histories.get(name) ?? [], session?.player ?? null);
      }),
    });
    return liveChannel<RoomsChannel>(roomsChannels[currency], snapshot, { leader: leaderWindow });
  }

  const play: RoomNeeds = {
    host,
    wallet,
    draws,
    store,
    versions,
    isTestBeacon: host.config.BEACON_TEST,
    decided: bet => registration.decided(bet),
    channel: currency => channels[currency],
    winCap: currency => registration.winCap(currency).cap,
    begin(roomKey, made) {
      const feed = createRoomFeed({ host, channel: channels[roomKey.currency], bets, draws }, roomKey.colour, made);
      seatings.set(nameOf(roomKey), { room: made, feed });
      return feed;
    },
    async ended(round, entries) {
      const past = await view(round, entries);
      const name = nameOf(round);
      const before = (histories.get(name) ?? []).filter(each => each.round !== past.round);
      if (past.players > 0) histories.set(name, [past, ...before].slice(0, historyShown));
      return past;
    },
  };
  const owner = createRoundOwner({
    host,
    wallet,
    bettingWindow: leaderWindow,
    drainMs: needs.drainMs,
    ...(needs.lock && { lock: needs.lock }),
    // A player who waits alone would get their stake back.
    givesUp: false,
    lead: (leadership, turn) =>
      Promise.all(roomKeys.map(roomKey => runRoom(play, leadership, roomKey, turn)))
        .then(() => undefined)
        .finally(() => seatings.clear()),
    hasOpenBets: () => [...seatings.values()].some(({ room: { players, result } }) => players > 0 && !result),
  });

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [roundMaximumPassed, roomFull, notAlone, notInRoom],
    handlers: [
      handle(getRooms, async call => {
        const currency = bets.currencyOf(call);
        const rooms = roomColours.map(colour => {
          const { min, max } = roomLimits[colour][currency];
          return { colour, min: formatAmount(min), max: formatAmount(max) };
        });
        return { data: { ...registration.info(call), rooms } };
      }),
      ...answeredByLeader(leaderWindow, [
        handle(placeRoomBet, call =>
          placeBet({ clock: host.clock, wallet, bets, ...proofs, draws, rules, live }, call),
        ),
        handle(leaveRoomCall, call => leaveRoom(live, call)),
      ]),
      handle(getRoomRounds, async call => {
        const [{ colour }, currency] = [call.input.params, bets.currencyOf(call)];
        // The newest round has just ended; those before may be read a little late.
        const ended = (limit: number, before?: bigint) =>
          before === undefined
            ? store.ended(colour, currency, limit)
            : readOlder(host, roundsRead, on => store.ended(colour, currency, limit, before, on));
        return { data: await roundsPage(call, ended, readPast) };
      }),
    ],
    channels: Object.values(channels),
    async start() {
      for (const roomKey of roomKeys)
        histories.set(
          nameOf(roomKey),
          await readPast(await store.ended(roomKey.colour, roomKey.currency, historyShown)),
        );
      await owner.start();
    },
    async drain() {
      const drained = owner.drain();
      for (const { room } of seatings.values()) room.signal.notify();
      await drained;
    },
    stop: owner.stop,
  };
}
