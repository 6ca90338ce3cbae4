import { required } from "#kit/std/invariant.ts";
import { createOneAtATime } from "#modules/bets/server/index.ts";
import { modelTx } from "#modules/wallet/testing/model.ts";
import type { RoomStore, RoundKey, RoundRow, StoredEntry, StoredState } from "../server/store.ts";
import { potOf } from "../shared/rules.ts";

const isEnded = ({ state }: RoundRow) => state === "paid" || state === "refunded";

/** The rounds as maps: for simulators. Transactions come one after the other; a statement of its own is one synchronous step. */
export function createMemoryRoomStore(): RoomStore {
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

  function step(
    { number, epoch }: RoundKey,
    from: readonly StoredState[],
    to: StoredState,
    work: () => Promise<Partial<RoundRow>>,
  ): Promise<boolean> {
    return runExclusive(async () => {
      const row = rounds.get(number);
      if (row?.epoch !== epoch) return false;
      if (row.state === to) return true;
      if (!from.includes(row.state)) return false;
      change(number, { ...(await work()), state: to });
      return true;
    });
  }

  return {
    openRound: async (colour, currency) =>
      [...rounds.values()].find(round => round.colour === colour && round.currency === currency && !isEnded(round)),
    round: async number => rounds.get(number),
    open: (round, open) =>
      runExclusive(async () => {
        numbers += 1n;
        const number = numbers;
        if (!(await open(modelTx, number))) return undefined;
        const nothing = { endedAt: null, pot: null, players: null, ticket: null, winnerSeat: null };
        rounds.set(number, { ...round, ...nothing, number, state: "open", payout: null, reason: null });
        return number;
      }),
    adopt: (number, epoch) =>
      runExclusive(async () => {
        const round = rounds.get(number);
        if (!round || isEnded(round) || round.epoch > epoch) return undefined;
        change(number, { epoch });
        return rounds.get(number);
      }),
    close: (key, all, record) =>
      step(key, ["open"], "drawing", async () => {
        await record(modelTx);
        writeEntries(key.number, all);
        return {};
      }),
    decide: (key, draw) =>
      step(key, ["drawing"], "drawn", async () => {
        const { ticket, seat, payout } = await draw(modelTx);
        return { ticket, winnerSeat: seat, payout };
      }),
    giveBack: (key, reason) => step(key, ["open", "drawing"], "refunding", async () => ({ reason })),
    end: (key, to, at, work) =>
      step(key, [to === "paid" ? "drawn" : "refunding"], to, async () => {
        await work(modelTx);
        return { endedAt: at };
      }),
    noteOnce: ({ number, epoch }, all) =>
      runExclusive(async () => {
        const row = rounds.get(number);
        if (row?.epoch !== epoch) return false;
        if (row.pot === null) writeEntries(number, all);
        return true;
      }),
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
