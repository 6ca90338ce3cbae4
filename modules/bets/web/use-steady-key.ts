import { useEffect, useState } from "react";

/** Milliseconds within which a second press counts as part of a double click. */
const doubleMs = 300;

export interface SteadyKey {
  /** False while a press would be ignored: for `aria-disabled`. */
  readonly steady: boolean;
  press(run: () => void): void;
}

/**
 * The button of a game that moves money, by mouse, touch and keyboard. It ignores presses right after a press and right after its action
 * has changed: a double press means one bet, not the action that has just replaced it.
 * @param action the current action
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
