import { useEffect, useState } from "react";
import type { DuelRow } from "../shared/contract.ts";

export type Fall = "resting" | "falling" | "shown";

const fallMs = 1_300;

/** The fall of a duel's coin: nothing tells the winner before it lies. A newcomer finds it lying. */
export function useFall(row: DuelRow | null | undefined, isLive: boolean, reducedMotion: boolean): Fall {
  const id = row?.state === "paid" ? row.id : null;
  const [fall, setFall] = useState<{ id: string | null; at: Fall }>({ id: null, at: "resting" });
  useEffect(() => {
    if (id === null) return setFall({ id, at: "resting" });
    if (!isLive) return setFall({ id, at: "shown" });
    setFall({ id, at: "falling" });
    const timer = setTimeout(() => setFall({ id, at: "shown" }), reducedMotion ? 150 : fallMs);
    return () => clearTimeout(timer);
  }, [id, isLive, reducedMotion]);
  // Of a result that has just come the effect has not run yet: nothing of it may flash.
  return id === null ? "resting" : fall.id === id ? fall.at : isLive ? "falling" : "shown";
}
