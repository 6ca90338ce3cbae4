import { useEffect, useState } from "react";

/** Milliseconds within which a press is the second half of a double click and no wish of its own. */
const doubleMs = 300;

export interface SteadyKey {
  /** False for as long as a press would do nothing: for `aria-disabled`. */
  readonly steady: boolean;
  press(run: () => void): void;
}

/**
 * The key of a game that moves money, by mouse, finger and keyboard. Right after a press, and right after it has come to do
 * something else, a press does nothing: whoever presses twice wants one bet, and not what the key has turned into under his finger.
 * @param action what it does now
 */
export function useSteadyKey(action: string): SteadyKey {
  const [presses, setPresses] = useState(0);
  const now = `${action} ${presses}`;
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), doubleMs);
    return () => clearTimeout(timer);
  }, [now]);
  const steady = settled === now;
  return {
    steady,
    press(run) {
      if (!steady) return;
      setPresses(count => count + 1);
      run();
    },
  };
}
