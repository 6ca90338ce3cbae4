import type { RoundView } from "#studio/frame/shared/calls.ts";
import type { AutoplayChoice } from "./dialogs.ts";

/** A run of spins by themselves: how many are left, and what ends it. */
export interface Autoplay {
  readonly left: number;
  /** Counts a round; undefined when the run is over. */
  after(round: RoundView): Autoplay | undefined;
}

/** In bets: a win of so many ends the run. */
const largeWin = 25;

/** @param read amounts of the wire in micro-units */
export function startAutoplay(
  { spins, lossLimit }: AutoplayChoice,
  stake: bigint,
  read: (decimal: string) => bigint,
  lost = 0n,
): Autoplay {
  return {
    left: spins,
    after(round) {
      const lostNow = lost + read(round.cost) - read(round.payout);
      const featured = round.events.some(({ type }) => type === "feature");
      const large = read(round.payout) >= BigInt(largeWin) * read(round.stake);
      if (spins <= 1 || featured || large || lostNow >= stake * BigInt(lossLimit)) return undefined;
      return startAutoplay({ spins: spins - 1, lossLimit }, stake, read, lostNow);
    },
  };
}
