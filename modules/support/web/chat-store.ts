import { useSyncExternalStore } from "react";

/** Whether the chat is open: one panel, several buttons. */
let open = false;
const listeners = new Set<() => void>();

export function setChatOpen(next: boolean): void {
  open = next;
  for (const tell of listeners) tell();
}

export function useChatOpen(): boolean {
  return useSyncExternalStore(
    tell => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => open,
    () => false,
  );
}
