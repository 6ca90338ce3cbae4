import { required } from "#kit/std/invariant.ts";
import { createOneAtATime } from "#modules/bets/server/index.ts";
import type { IsLed } from "#modules/engines/shared-rounds/testing/memory-round-store.ts";
import { modelTx } from "#modules/wallet/testing/model.ts";
import type { RoomStore, RoundRow, StoredEntry } from "../server/store.ts";
import { potOf } from "../shared/rules.ts";

const isEnded = ({ state }: RoundRow) => state === "paid" || state === "refunded";

/** The rounds as maps: for simulators. Transactions come one after the other; a statement of its own is one synchronous step. */
export function createMemoryRoomStore(isLed: IsLed): RoomStore {
  const rounds = new Map<bigint, RoundRow>();
  const entries = new Map<bigint, readonly StoredEntry[]>();
  const seats = new Map<string, number>();
  const runExclusive = createOneAtATime();
  let numbers = 0n;

  const change = (number: bigint, part: Partial<RoundRow>) =>
    void rounds.set(number, { ...required(rounds.get(number), "a round of the store"), ...part });

  function writeEntries(number: bigint, all: readonly StoredEntry[]): void {
    change(number, { pot: potOf(all), players: new Set(all.map(({ player }) => player)).size });
    entries.set(number, all);
    for (const { player, key, seat } of all) seats.set(`${player}/${key}`, seat);
  }

  return {
    openRound: async (colour, currency) =>
      [...rounds.values()].find(round => round.colour === colour && round.currency === currency && !isEnded(round)),
    round: async number => rounds.get(number),
    open: (round, open) =>
      runExclusive(async () => {
        numbers += 1n;
        const number = numbers;
        if (!isLed(round.epoch) || !(await open(modelTx, number))) return undefined;
        const nothing = { endedAt: null, pot: null, players: null, ticket: null, winnerSeat: null };
        rounds.set(number, { ...round, ...nothing, number, state: "open", payout: null, reason: null });
        return number;
      }),
    adopt: (number, epoch) =>
      runExclusive(async () => {
        const round = rounds.get(number);
        if (!round || isEnded(round) || round.epoch > epoch || !isLed(epoch)) return undefined;
        change(number, { epoch });
        return rounds.get(number);
      }),
    write: (epoch, numbers, work) =>
      runExclusive(async () => {
        if (!isLed(epoch) || numbers.some(number => rounds.get(number)?.epoch !== epoch)) return false;
        await work(modelTx);
        return true;
      }),
    lockInState: async (_tx, numbers, state) => new Set(numbers.filter(number => rounds.get(number)?.state === state)),
    async close(_tx, number, all) {
      writeEntries(number, all);
      change(number, { state: "drawing" });
    },
    async decide(_tx, results) {
      for (const [number, { ticket, seat, payout }] of results)
        change(number, { state: "drawn", ticket, winnerSeat: seat, payout });
    },
    async markForRefund(_tx, numbers, reason) {
      for (const number of numbers)
        if (["open", "drawing"].includes(rounds.get(number)?.state ?? ""))
          change(number, { state: "refunding", reason });
    },
    async end(_tx, numbers, endedAt) {
      for (const number of numbers) {
        const state = rounds.get(number)?.state;
        if (state === "drawn") change(number, { state: "paid", endedAt });
        if (state === "refunding") change(number, { state: "refunded", endedAt });
      }
    },
    async noteOnce(_tx, number, all) {
      if (rounds.get(number)?.pot === null) writeEntries(number, all);
    },
    entries: async number => [...(entries.get(number) ?? [])],
    seatOf: async (player, key) => seats.get(`${player}/${key}`),
    ended: async (colour, currency, limit, before) =>
      [...rounds.values()]
        .filter(round => round.colour === colour && round.currency === currency && isEnded(round))
        .filter(({ pot, number }) => pot !== null && (before === undefined || number < before))
        .sort((a, b) => (a.number < b.number ? 1 : -1))
        .slice(0, limit),
  };
}
