import { useSyncExternalStore } from "react";

/** Dispatched on the window while a reality check is open over the page: a game in a frame pauses. */
export const checkShown = "fairhouse:check-shown";
export const checkClosed = "fairhouse:check-closed";

let isOpen = false;
const listeners = new Set<() => void>();

/** A game in a frame says when its rounds start and end, before the server has heard of them: no check interrupts one. */
export function setRoundOpen(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function useRoundOpen(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
    () => false,
  );
}
