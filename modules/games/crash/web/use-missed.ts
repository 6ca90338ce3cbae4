import { useEffect, useRef, useState } from "react";
import { callHouse } from "#kit/web/house.ts";
import { type CrashOwnBet, getCrashBets } from "../shared/contract.ts";
import type { CrashView } from "./crash-view.ts";
import { isWhole, type Missed, missedOf } from "./missed.ts";
import { isPaper } from "./paper.ts";

/** Long enough to be read, milliseconds. */
const shownMs = 12_000;

/** What happened to the player's bets while the page was cut off; null once it was shown for a while. */
export function useMissed(view: CrashView, connected: boolean): Missed | null {
  const [missed, setMissed] = useState<Missed | null>(null);
  const left = useRef<{ readonly snapshots: number; readonly bets: readonly CrashOwnBet[] } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bets of the moment in which the line was lost
  useEffect(() => {
    if (connected || left.current) return;
    const bets = view.mine.filter(bet => bet.status === "open" && !isPaper(bet.id));
    if (bets.length > 0) left.current = { snapshots: view.snapshots, bets };
  }, [connected]);

  useEffect(() => {
    const before = left.current;
    if (!before || !connected || view.snapshots === before.snapshots) return;
    left.current = null;
    if (isWhole(before.bets, view.mine)) return setMissed(missedOf(before.bets, view.mine));
    // Their round is over: the list of own bets has them.
    void callHouse(getCrashBets, { query: {} }).then(reply => {
      if (reply.ok) setMissed(missedOf(before.bets, [...view.mine, ...reply.body.data.items]));
    });
  }, [view, connected]);

  useEffect(() => {
    if (!missed) return;
    const timer = setTimeout(() => setMissed(null), shownMs);
    return () => clearTimeout(timer);
  }, [missed]);
  return missed;
}
