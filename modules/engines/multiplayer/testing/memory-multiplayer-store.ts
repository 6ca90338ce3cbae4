import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { createOneAtATime } from "#modules/bets/server/one-at-a-time.ts";
import type { IsLed } from "#modules/engines/shared-rounds/testing/memory-round-store.ts";
import { modelTx } from "#modules/wallet/testing/model.ts";
import type { MultiplayerRoundState } from "../server/end-store.ts";
import type { MultiplayerRound } from "../server/multiplayer-round.ts";
import type { MultiplayerStore } from "../server/multiplayer-store.ts";

/**
 * Multiplayer rounds in maps, for simulators. Transactions run one after the other; a single statement is one synchronous step.
 * @param decided what a result makes of a round
 * @param isLed whether no later leader has the betting window
 */
export function createMemoryMultiplayerStore<R extends MultiplayerRound, Result>(
  decided: (result: Result) => Partial<R>,
  isLed: IsLed,
): MultiplayerStore<R, Result> & { all(): Promise<readonly R[]> } {
  const rounds = new Map<bigint, R>();
  const multiplayer = new Map<string, bigint>();
  const runExclusive = createOneAtATime();
  let numbers = 0n;
  let leadership = 0n;

  const nameOf = (player: PlayerId, key: Uuid) => `${player}/${key}`;
  const those = (wanted: (round: R) => boolean) => [...rounds.values()].filter(wanted);
  /** Like an UPDATE: changes the rounds that are in one of these states. */
  function update(
    wanted: readonly bigint[],
    from: readonly MultiplayerRoundState[],
    change: (round: R) => Partial<MultiplayerRound> | Partial<R>,
  ): void {
    for (const number of wanted) {
      const round = required(rounds.get(number), "a round of the store");
      if (from.includes(round.state)) rounds.set(number, { ...round, ...change(round) });
    }
  }
  function note(number: bigint, { player, key }: MultiplayerRound["seats"][number]): void {
    if (player && key) multiplayer.set(nameOf(player, key), number);
  }

  return {
    takeLeadership: epoch =>
      runExclusive(async () => {
        if (leadership > epoch || !isLed(epoch)) return false;
        leadership = epoch;
        return true;
      }),
    write: (epoch, _numbers, work) =>
      runExclusive(async () => {
        if (leadership !== epoch || !isLed(epoch)) return false;
        await work(modelTx);
        return true;
      }),
    async takeNumbers(_tx, count) {
      numbers += BigInt(count);
      return Array.from({ length: count }, (_, i) => numbers - BigInt(count - 1 - i));
    },
    async insert(_tx, fresh) {
      for (const round of fresh) {
        rounds.set(round.number, round);
        for (const seat of round.seats) note(round.number, seat);
      }
    },
    lockInState: async (_tx, wanted, state) => new Set(wanted.filter(number => rounds.get(number)?.state === state)),
    async take(_tx, taken, full) {
      for (const { number, ...seat } of taken) {
        update([number], ["open"], ({ seats }) => {
          if (seats.some(each => each.seat === seat.seat)) return {};
          note(number, seat);
          return { seats: [...seats, seat].sort((a, b) => a.seat - b.seat) };
        });
      }
      update(full, ["open"], () => ({ state: "drawing" }));
    },
    async decide(_tx, results) {
      for (const [number, result] of results)
        update([number], ["drawing"], () => ({ ...decided(result), state: "drawn" }));
    },
    markForRefund: async (_tx, wanted, reason) =>
      update(wanted, ["open", "drawing"], () => ({ state: "refunding", reason })),
    end: async (_tx, wanted, at) =>
      update(wanted, ["drawn", "refunding"], ({ state }) => ({
        state: state === "drawn" ? "paid" : "refunded",
        endedAt: at,
      })),
    all: async () => those(() => true),
    unfinished: async () => those(({ state }) => state !== "paid" && state !== "refunded"),
    rounds: async wanted => those(({ number }) => wanted.includes(number)),
    latest: async count =>
      those(({ state }) => state === "paid")
        .sort((a, b) => (a.number < b.number ? 1 : -1))
        .slice(0, count),
    async roundOf(player, key) {
      const number = multiplayer.get(nameOf(player, key));
      return number === undefined ? undefined : rounds.get(number);
    },
  };
}
