import { useEffect, useMemo, useState } from "react";
import { evidenceOf, type RouletteView } from "./roulette-view.ts";

/** What came of a spin's promise, as this browser has computed it. */
export interface CheckedSpin {
  readonly round: number;
  readonly matchesHash: boolean;
}

/**
 * The newest spin that rests and was checked against the hash this browser had before it. Null, or an older one, where it had none: then
 * nothing is claimed. The code comes when it is first needed; where it does not come, nothing is claimed either.
 */
export function useCommitment(view: RouletteView, rested: boolean): CheckedSpin | null {
  const [checked, setChecked] = useState<CheckedSpin | null>(null);
  const evidence = useMemo(() => (rested ? evidenceOf(view) : null), [view, rested]);
  useEffect(() => {
    if (!evidence) return;
    const { round } = evidence.promised;
    let here = true;
    import("./keeps-commitment.ts").then(
      ({ keepsCommitment }) => here && setChecked({ round, matchesHash: keepsCommitment(evidence) }),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [evidence]);
  return checked;
}
