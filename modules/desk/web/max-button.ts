import { useSyncExternalStore } from "react";
import type { Switch } from "./use-kept.ts";

const key = "stake-max";
const listeners = new Set<() => void>();
let kept: boolean | undefined;

function isOn(): boolean {
  try {
    kept ??= localStorage.getItem(key) === "on";
  } catch {
    // A forbidden storage: the choice lives as long as the page.
    kept ??= false;
  }
  return kept;
}

function set(on: boolean): void {
  kept = on;
  try {
    localStorage.setItem(key, on ? "on" : "off");
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether stake fields have a Max button: off until the player switches it on, on this device. All fields of a page follow at once. */
export function useMaxButton(): Switch {
  return { on: useSyncExternalStore(subscribe, isOn, () => false), set };
}
