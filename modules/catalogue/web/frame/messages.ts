/**
 * `fwp` 1 between the frame of a game and this page. Everything from the frame is an outsider's: what is not exactly
 * one of these messages is dropped. No message moves money.
 */
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

type Check = (value: unknown) => boolean;

const oneOf =
  (...values: readonly string[]): Check =>
  value =>
    typeof value === "string" && values.includes(value);
const matches =
  (pattern: RegExp): Check =>
  value =>
    typeof value === "string" && pattern.test(value);
const optional =
  (check: Check): Check =>
  value =>
    value === undefined || check(value);

const round = optional(matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));
const percent: Check = value => typeof value === "number" && value >= 0 && value <= 100;

const fields: Readonly<Record<FrameMessage["type"], Readonly<Record<string, Check>>>> = {
  loading: { percent },
  ready: {},
  round: { state: oneOf("started", "ended"), round },
  "balance-changed": {},
  open: { what: oneOf("deposit", "limits", "history", "verify"), round },
  fullscreen: {},
  close: {},
  error: { code: matches(/^[a-z][a-z0-9_]{0,39}$/), round },
};

/** The message that this is; undefined for anything else, however close. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (!isPlain(data) || typeof data.type !== "string" || !Object.hasOwn(fields, data.type)) return undefined;
  const checks = fields[data.type as FrameMessage["type"]];
  if (!Object.keys(data).every(key => key === "type" || Object.hasOwn(checks, key))) return undefined;
  if (!Object.entries(checks).every(([key, check]) => check(data[key]))) return undefined;
  return data as unknown as FrameMessage;
}

/** The first message of a frame: `{fwp: 1, hello: <slug>}`. */
export function isHello(data: unknown, slug: string): boolean {
  return isPlain(data) && Object.keys(data).length === 2 && data.fwp === 1 && data.hello === slug;
}

function isPlain(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && Object.getPrototypeOf(data) === Object.prototype;
}
