import type { FrameMessage } from "./messages.ts";

/** What the page may put over a game. */
export interface Opened {
  readonly what: "deposit" | "limits" | "history" | "verify";
  readonly round?: string | undefined;
}

/** A page of the site; a deposit is a dialog. */
export interface OpenedPage extends Opened {
  readonly what: Exclude<Opened["what"], "deposit">;
}

export function isPage(opened: Opened): opened is OpenedPage {
  return opened.what !== "deposit";
}

export interface FrameState {
  readonly percent: number;
  readonly isReady: boolean;
  readonly isRoundOpen: boolean;
  /** Asked for during a round: it opens when the round ends. */
  readonly waiting: Opened | null;
  /** Open over the frame, or about to be. */
  readonly opened: Opened | null;
  /** A fault that ends the session of the game. */
  readonly fault: string | null;
}

export const firstState: FrameState = {
  percent: 0,
  isReady: false,
  isRoundOpen: false,
  waiting: null,
  opened: null,
  fault: null,
};

/** Codes after which only a new launch continues. */
const endings = ["session_ended", "session_replaced", "launch_used", "launch_expired"];

export type FrameAction = FrameMessage | { readonly type: "ask"; readonly opened: Opened } | { readonly type: "shut" };

/** How messages of the frame, and presses on the page, change what is shown. Nothing opens during a round. */
export function nextState(state: FrameState, action: FrameAction): FrameState {
  switch (action.type) {
    case "loading":
      return state.isReady ? state : { ...state, percent: Math.max(state.percent, action.percent) };
    case "ready":
      return { ...state, isReady: true, percent: 100 };
    case "round":
      return action.state === "started"
        ? { ...state, isRoundOpen: true }
        : { ...state, isRoundOpen: false, opened: state.opened ?? state.waiting, waiting: null };
    case "open":
      return ask(state, { what: action.what, round: action.round });
    case "ask":
      return ask(state, action.opened);
    case "shut":
      return { ...state, opened: null };
    case "error":
      return endings.includes(action.code) ? { ...state, fault: action.code, isRoundOpen: false } : state;
    default:
      return state;
  }
}

function ask(state: FrameState, opened: Opened): FrameState {
  return state.isRoundOpen ? { ...state, waiting: opened } : { ...state, opened };
}
