import { parseHex } from "#kit/std/bytes.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { modelTx } from "#modules/wallet/testing/model.ts";
import {
  checkTransition,
  type EndedRound,
  type RoundRow,
  type RoundStore,
  type RoundTable,
} from "../server/round-store.ts";

export type IsLed = (epoch: bigint) => boolean;

/**
 * The rounds as a map: for tests on the wallet's model, and for simulators. Every operation is one synchronous step.
 * @param isLed whether no later leader has the betting window
 */
export function createMemoryRoundStore<State extends string>(
  { transitions, started }: Pick<RoundTable<State | "betting">, "transitions" | "started">,
  isLed: IsLed,
): RoundStore<State | "betting"> {
  type Row = RoundRow<State | "betting">;
  const rounds = new Map<bigint, Row>();
  const isEnded = (round: Row) => round.state === "settled" || round.state === "voided";
  const openRound = () => [...rounds.values()].find(round => !isEnded(round));

  return {
    openRound: async () => openRound(),
    round: async number => rounds.get(number),
    async open(round, bettingWindow) {
      invariant(!rounds.has(round.number) && !openRound(), "one round at a time");
      if (!(await bettingWindow(modelTx))) return false;
      const nothing = { startedAt: null, endedAt: null, result: null, link: null };
      rounds.set(round.number, { ...round, state: "betting", ...nothing });
      return true;
    },
    async adopt(number, epoch) {
      const round = rounds.get(number);
      if (!round || isEnded(round) || round.epoch > epoch || !isLed(epoch)) return undefined;
      const adopted = { ...round, epoch };
      rounds.set(number, adopted);
      return adopted;
    },
    async advance({ number, epoch }, from, to, at) {
      checkTransition(transitions, from, to);
      const round = rounds.get(number);
      if (round?.epoch !== epoch || !isLed(epoch) || (round.state !== from && round.state !== to)) return false;
      const times = to === started ? { startedAt: at } : to === "settled" ? { endedAt: at } : {};
      rounds.set(number, { ...round, ...times, state: to });
      return true;
    },
    async reveal({ number, epoch }, from, to, result, at, revealLink) {
      checkTransition(transitions, from, to);
      const round = rounds.get(number);
      if (round?.epoch !== epoch || !isLed(epoch)) return false;
      if (round.state === to) return true;
      const link = required(parseHex(await revealLink(modelTx)), "a link is hex");
      rounds.set(number, { ...round, state: to, result, link, endedAt: to === "voided" ? at : null });
      return true;
    },
    async ended(limit, before) {
      return [...rounds.values()]
        .filter(
          (round): round is EndedRound<State | "betting"> =>
            isEnded(round) && (before === undefined || round.number < before),
        )
        .sort((a, b) => (a.number < b.number ? 1 : -1))
        .slice(0, limit);
    },
  };
}
