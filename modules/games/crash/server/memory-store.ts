import { parseHex } from "#kit/std/bytes.ts";
import { invariant, must } from "#kit/std/invariant.ts";
import { modelTx } from "#modules/wallet/server/index.ts";
import { checkTransition } from "../shared/round.ts";
import type { LeaderLock } from "./leader-lock.ts";
import type { EndedRound, RoundRow, RoundStore } from "./store.ts";

/** The rounds as a map: for stories with the wallet's model, and for simulators. Every operation is one synchronous step. */
export function createMemoryStore(): RoundStore {
  const rounds = new Map<bigint, RoundRow>();
  const isEnded = (round: RoundRow) => round.state === "settled" || round.state === "voided";
  const openRound = () => [...rounds.values()].find(round => !isEnded(round));

  return {
    openRound: async () => openRound(),
    round: async number => rounds.get(number),
    async open(round, gate) {
      invariant(!rounds.has(round.number) && !openRound(), "one round at a time");
      if (!(await gate(modelTx))) return false;
      rounds.set(round.number, {
        ...round,
        state: "betting",
        ...{ startedAt: null, endedAt: null, point: null, link: null },
      });
      return true;
    },
    async adopt(number, epoch) {
      const round = rounds.get(number);
      if (!round || isEnded(round) || round.epoch > epoch) return undefined;
      const adopted = { ...round, epoch };
      rounds.set(number, adopted);
      return adopted;
    },
    async advance({ number, epoch }, from, to, at) {
      checkTransition(from, to);
      const round = rounds.get(number);
      if (round?.epoch !== epoch || (round.state !== from && round.state !== to)) return false;
      const times = to === "flying" ? { startedAt: at } : to === "settled" ? { endedAt: at } : {};
      rounds.set(number, { ...round, ...times, state: to });
      return true;
    },
    async reveal({ number, epoch }, from, to, point, at, revealLink) {
      checkTransition(from, to);
      const round = rounds.get(number);
      if (round?.epoch !== epoch) return false;
      if (round.state === to) return true;
      const link = must(parseHex(await revealLink(modelTx)), "a link is hex");
      rounds.set(number, { ...round, state: to, point, link, endedAt: to === "voided" ? at : null });
      return true;
    },
    async ended(limit, before) {
      return [...rounds.values()]
        .filter((round): round is EndedRound => isEnded(round) && (before === undefined || round.number < before))
        .sort((a, b) => (a.number < b.number ? 1 : -1))
        .slice(0, limit);
    },
  };
}

/** One lock for several owners in one process. `steal` loses it without a word to its holder, as a machine that vanished does. */
export function createMemoryLock(): LeaderLock & { steal(): void } {
  let holder: object | undefined;
  return {
    async tryTake() {
      if (holder) return undefined;
      const held = {};
      holder = held;
      return {
        onLost: () => undefined,
        release: async () => {
          if (holder === held) holder = undefined;
        },
      };
    },
    close: async () => undefined,
    steal() {
      holder = undefined;
    },
  };
}
