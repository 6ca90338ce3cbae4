import type { Host } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import type { Leadership } from "#modules/engines/shared-rounds/server/index.ts";
import type { EndingRounds } from "./end-rounds.ts";
import type { LiveIndex } from "./live-index.ts";
import type { LiveRound, MultiplayerRound, Reason } from "./multiplayer-round.ts";
import type { MultiplayerRules } from "./multiplayer-rules.ts";

interface EndingNeeds<R extends MultiplayerRound, Result> {
  readonly failpoints: Host["failpoints"];
  readonly rules: MultiplayerRules<R, Result>;
  readonly index: LiveIndex<R>;
  /** Called with a round that has ended, after the commit. */
  readonly changed: (round: LiveRound<R>) => void;
}

/** What the engine needs to end these rounds. A seat of the casino has no bet, so nothing is paid for it. */
export function endingRounds<R extends MultiplayerRound, Result>(
  { failpoints, rules, index, changed }: EndingNeeds<R, Result>,
  leadership: Leadership,
): EndingRounds<LiveRound<R>, Result, Reason> {
  const { name, store } = rules;
  const readRows = async (what: string, rounds: readonly LiveRound<R>[]) => {
    const numbers = rounds.map(({ stored }) => stored.number);
    const rows = await leadership.untilDone(what, () => store.rounds(numbers));
    return new Map(rows.map(row => [row.number, row]));
  };
  return {
    name,
    store,
    numberOf: ({ stored }) => stored.number,
    beaconOf: ({ close }) => required(close, "a closed round has a beacon").beacon,
    draw: (stream, { stored }) => rules.draw(stream, stored),
    async payouts(rounds) {
      const rows = await readRows("read decisions", rounds);
      return rounds.flatMap(({ stored, bets }) => {
        const row = required(rows.get(stored.number), "a decided round");
        return rules.ends(row).flatMap(({ seat, payout, outcome }) => {
          const bet = bets.get(seat);
          return bet ? [{ bet, result: { kind: "paid", payout, outcome } } as const] : [];
        });
      });
    },
    stakes: async rounds => rounds.flatMap(({ bets }) => [...bets.values()]),
    refundedAs: rules.refundedAs,
    async ended(rounds) {
      const rows = await readRows("read ended rounds", rounds);
      for (const round of rounds) {
        round.stored = required(rows.get(round.stored.number), "an ended round");
        index.forget(round);
        changed(round);
      }
    },
    reached: {
      decided: () => failpoints.hit(`${name}.decided`),
      settled: () => failpoints.hit(`${name}.settled`),
      refunding: () => failpoints.hit(`${name}.refunding`),
    },
  };
}
