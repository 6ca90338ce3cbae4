import { useEffect, useRef, useState } from "react";
import { isWhole, type Missed, missedOf, type OwnBet, stillTrue } from "./missed.ts";

/** Long enough to read, milliseconds. */
const shownMs = 12_000;

/** A shared round as the page has it. */
interface RoundView {
  /** Number of snapshots applied. */
  readonly snapshots: number;
  /** The player's own bets of this round, without practice bets. */
  readonly mine: readonly OwnBet[];
}

/**
 * What happened to the player's bets while the page was offline; null once it was shown for a while.
 * @param latest the player's latest bets, for those whose round is over; null if they could not be read
 */
export function useMissed(
  { snapshots, mine }: RoundView,
  connected: boolean,
  latest: () => Promise<readonly OwnBet[] | null>,
): Missed | null {
  const [missed, setMissed] = useState<Missed | null>(null);
  const left = useRef<RoundView | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bets at the moment the connection was lost
  useEffect(() => {
    if (connected || left.current) return;
    const open = mine.filter(bet => bet.status === "open");
    if (open.length > 0) left.current = { snapshots, mine: open };
  }, [connected]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first snapshot after reconnecting counts
  useEffect(() => {
    const before = left.current;
    if (!before || !connected || snapshots === before.snapshots) return;
    left.current = null;
    if (isWhole(before.mine, mine)) return setMissed(missedOf(before.mine, mine));
    void latest().then(bets => bets && setMissed(missedOf(before.mine, [...mine, ...bets])));
  }, [snapshots, connected]);

  useEffect(() => {
    if (!missed) return;
    const timer = setTimeout(() => setMissed(null), shownMs);
    return () => clearTimeout(timer);
  }, [missed]);
  return stillTrue(missed, mine);
}
