/**
 * The messages between the frame of a game and the page around it, `fwp` 1. The frame posts {@link hello} to its parent; the page
 * answers once with a MessagePort; from then on only messages of the port are accepted. No message moves money.
 */
export const hello = (game: string) => ({ fwp: 1, hello: game }) as const;

export type FrameMessage =
  | { readonly type: "loading"; readonly percent: number }
  | { readonly type: "ready" }
  | { readonly type: "round"; readonly state: "started" | "ended"; readonly round?: string }
  /** A hint: the page asks its own wallet. */
  | { readonly type: "balance-changed" }
  | { readonly type: "open"; readonly what: "deposit" | "limits" | "history" | "verify"; readonly round?: string }
  | { readonly type: "fullscreen" }
  | { readonly type: "close" }
  | { readonly type: "error"; readonly code: string; readonly round?: string };

export type PageMessage =
  | { readonly type: "pause"; readonly reason: "reality-check" | "deposit" | "hidden" }
  | { readonly type: "resume" }
  | { readonly type: "sound"; readonly on: boolean }
  | { readonly type: "language"; readonly language: "en" | "ru" | "kk" }
  | { readonly type: "reduced-motion"; readonly on: boolean }
  /** What the jackpot holds, in major units of the session's currency: to be shown. */
  | { readonly type: "pot"; readonly amount: string }
  | { readonly type: "session-ended" };

const pauses = ["reality-check", "deposit", "hidden"];
const languages = ["en", "ru", "kk"];

/** A message of the page; undefined for anything that is none. */
export function readPageMessage(data: unknown): PageMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const message = data as Record<string, unknown>;
  switch (message.type) {
    case "pause":
      return pauses.includes(message.reason as string) ? (message as PageMessage) : undefined;
    case "language":
      return languages.includes(message.language as string) ? (message as PageMessage) : undefined;
    case "sound":
    case "reduced-motion":
      return typeof message.on === "boolean" ? (message as PageMessage) : undefined;
    case "pot":
      return typeof message.amount === "string" && /^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(message.amount)
        ? (message as PageMessage)
        : undefined;
    case "resume":
    case "session-ended":
      return message as PageMessage;
    default:
      return undefined;
  }
}
