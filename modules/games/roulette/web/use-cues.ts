import { useEffect, useRef } from "react";
import { play } from "#modules/bets/web/sound.ts";
import type { RouletteState } from "../shared/contract.ts";
import { restCue } from "./play.ts";

/** The ball on wood while it rolls, one sound when it rests; no sound ever accompanies a loss. */
export function useCues(on: boolean, state: RouletteState | null, rested: number | null, won: boolean): void {
  const rolling = on && state === "spinning";
  useEffect(() => {
    if (!rolling) return;
    let step = 0;
    const timer = setInterval(() => play({ name: "tick", height: (step++ % 3) / 7 }), 260);
    return () => clearInterval(timer);
  }, [rolling]);
  const announcedRound = useRef<number | null>(null);
  useEffect(() => {
    if (rested === null) {
      announcedRound.current = null;
      return;
    }
    if (!on || state !== "settled" || announcedRound.current !== null) return;
    announcedRound.current = rested;
    restCue(rested, won);
  }, [on, state, rested, won]);
}
