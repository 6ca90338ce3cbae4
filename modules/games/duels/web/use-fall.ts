import { useEffect, useState } from "react";
import type { DuelRow } from "../shared/contract.ts";

export type Fall = "resting" | "falling" | "shown";

const fallMs = 1_300;

/** The fall of a duel's coin: the winner is not shown before it lands. A visitor who arrives later sees it landed. */
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
  // For a new result the effect has not run yet: nothing of it may be visible.
  return id === null ? "resting" : fall.id === id ? fall.at : isLive ? "falling" : "shown";
}
