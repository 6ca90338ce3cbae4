import { useEffect } from "react";
import { play } from "#modules/bets/web/sound.ts";
import type { CrashView } from "./crash-view.ts";

/** A note that rises a semitone per doubling during the flight, a short burst at the end; no sound for a lost bet. */
export function useCues(view: CrashView, on: boolean): void {
  const flying = view.state === "flying";
  useEffect(() => {
    if (!on || !flying || view.startedAtMs === null) return;
    let step = 0;
    const timer = setInterval(() => play({ name: "rise", step: step++ }), Math.LN2 / 0.00006);
    play({ name: "rise", step: step++ });
    return () => clearInterval(timer);
  }, [on, flying, view.startedAtMs]);
  const crashed = view.state === "crashed";
  const rode = view.mine.some(bet => bet.status === "open");
  useEffect(() => {
    // Not for a player whose bet has just lost: no sound ever accompanies a loss.
    if (on && crashed && !rode) play({ name: "burst" });
  }, [on, crashed, rode]);
}
