import { useEffect, useState } from "react";
import type { BattleRow } from "../shared/contract.ts";

/** How far a battle has been shown. */
export interface Show {
  /** Rounds whose prizes are shown: 0 to the number of cases. */
  readonly opened: number;
  /** The round whose strips are running; null between rounds. */
  readonly running: number | null;
  /** Everything has been shown: the winner may be announced. */
  readonly over: boolean;
  /** How long the strips of one round spin. */
  readonly reelMs: number;
}

const resting: Show = { opened: 0, running: null, over: false, reelMs: 0 };
const pauseMs = 450;

/** The more cases, the shorter each strip runs, so that no battle takes more than half a minute. */
export function reelMsOf(cases: number): number {
  return Math.max(1_400, Math.min(3_200, Math.floor(24_000 / cases) - pauseMs));
}

/**
 * Opens a battle's cases one after the other; a case's prize is not shown before its strips stop. A visitor who arrives later sees all of
 * them open.
 */
export function useShow(row: BattleRow | null | undefined, isLive: boolean, reducedMotion: boolean): Show {
  const id = row?.state === "paid" ? row.id : null;
  const cases = row?.cases.length ?? 0;
  const all: Show = { opened: cases, running: null, over: true, reelMs: 0 };
  const [show, setShow] = useState<Show & { readonly id: string | null }>({ ...resting, id: null });
  useEffect(() => {
    if (id === null) return setShow({ ...resting, id });
    if (!isLive) return setShow({ opened: cases, running: null, over: true, reelMs: 0, id });
    const reelMs = reducedMotion ? 150 : reelMsOf(cases);
    const timers: ReturnType<typeof setTimeout>[] = [];
    const at = (ms: number, next: Partial<Show>) =>
      timers.push(setTimeout(() => setShow(before => ({ ...before, ...next })), ms));
    setShow({ opened: 0, running: 0, over: false, reelMs: reducedMotion ? 0 : reelMs, id });
    for (let round = 0; round < cases; round++) {
      const begin = round * (reelMs + pauseMs);
      if (round > 0) at(begin, { running: round });
      at(begin + reelMs, { opened: round + 1, ...(round === cases - 1 && { over: true, running: null }) });
    }
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [id, isLive, reducedMotion, cases]);
  // For a new result the effect has not run yet: nothing of it may be visible.
  if (id === null) return resting;
  return show.id === id ? show : isLive ? resting : all;
}
