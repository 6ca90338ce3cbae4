import { useSyncExternalStore } from "react";

/** Whether the chat of players is open: one panel, several buttons. */
let open = false;
const listeners = new Set<() => void>();

export function setRoomsOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

export function useRoomsOpen(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
    () => false,
  );
}
