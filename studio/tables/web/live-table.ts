import type { SocketMessage, TableOpenView } from "../shared/calls.ts";
import { emptyState, nextState, type TableState } from "./table-state.ts";

/** The table as the studio last described it, by the studio's clock. */
export interface LiveTable {
  readonly state: TableState;
  readonly isConnected: boolean;
  /** Milliseconds of the studio's clock. */
  now(): number;
  /** Whether bets are taken. */
  isOpen(): boolean;
  /** @returns false where an event is missing, so that a snapshot has to be asked for */
  received(message: SocketMessage): boolean;
  /** @returns whether a lost connection is back */
  connected(isConnected: boolean): boolean;
}

export function createLiveTable(opened: TableOpenView["table"]): LiveTable {
  const first = nextState(emptyState, opened);
  let state = first === "gap" ? emptyState : first;
  /** How far the studio's clock is ahead of this one, milliseconds. */
  let ahead = opened.now - Date.now();
  let isConnected = true;
  const now = () => Date.now() + ahead;
  return {
    get state() {
      return state;
    },
    get isConnected() {
      return isConnected;
    },
    now,
    isOpen: () => state.round?.phase === "betting" && now() < state.round.closes_at && isConnected,
    received(message) {
      if (message.type === "event" || message.type === "snapshot") ahead = message.now - Date.now();
      const next = nextState(state, message);
      if (next === "gap") return false;
      state = next;
      return true;
    },
    connected(is) {
      const isBack = is && !isConnected;
      isConnected = is;
      return isBack;
    },
  };
}
