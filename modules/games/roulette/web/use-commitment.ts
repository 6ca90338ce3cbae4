import { useEffect, useMemo, useState } from "react";
import { evidenceOf, type RouletteView } from "./roulette-view.ts";

/** The result of checking a spin's commitment in this browser. */
export interface CheckedSpin {
  readonly round: number;
  readonly matchesHash: boolean;
}

/**
 * The newest resting spin that was checked against the hash received before it. Null, or an older one, if there was none: then nothing is
 * claimed. The code loads on first use; if loading fails, nothing is claimed either.
 */
export function useCommitment(view: RouletteView, rested: boolean): CheckedSpin | null {
  const [checked, setChecked] = useState<CheckedSpin | null>(null);
  const evidence = useMemo(() => (rested ? evidenceOf(view) : null), [view, rested]);
  useEffect(() => {
    if (!evidence) return;
    const { round } = evidence.promised;
    let here = true;
    import("./keeps-commitment.ts").then(
      ({ keepsCommitment }) => {
        const matchesHash = keepsCommitment(evidence);
        if (here && matchesHash !== null) setChecked({ round, matchesHash });
      },
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [evidence]);
  return checked;
}
