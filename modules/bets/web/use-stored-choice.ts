import { useCallback, useEffect, useState } from "react";

/** A choice stored on this device. The first render always uses the default, as the server does. */
export function useStoredChoice<T extends string>(
  key: string,
  choices: readonly T[],
  byDefault: T,
): [T, (value: T) => void] {
  const [value, setValue] = useState(byDefault);
  // biome-ignore lint/correctness/useExhaustiveDependencies: choices are a constant of the caller
  useEffect(() => {
    const saved = readStored(key);
    const choice = choices.find(each => each === saved);
    if (choice) setValue(choice);
  }, [key]);
  const keep = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(key, next);
      } catch {
        // Full or blocked storage: the choice lasts as long as the page.
      }
    },
    [key],
  );
  return [value, keep];
}

/** A setting with two values, and how to change it. */
export interface Switch {
  readonly on: boolean;
  set(on: boolean): void;
}

const onOff = ["off", "on"] as const;

/** A switch stored on this device; off by default. */
export function useStoredSwitch(key: string): Switch {
  const [value, keep] = useStoredChoice(key, onOff, "off");
  return { on: value === "on", set: on => keep(on ? "on" : "off") };
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
