import type { Route, RouteArguments, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import { ApiError } from "./api-error.ts";

/** Storage of the access token: in the browser, the `token` cookie. */
export interface TokenStore {
  get(): string | null;
  set(token: string): void;
  /** The session has ended. */
  clear(): void;
}

export interface ApiOptions {
  /** The base address of a call's service, without a slash at its end: `http://api.fairhouse.localhost:3000`. */
  baseFor(route: RouteSpec): string;
  readonly tokens: TokenStore;
  /** The call that exchanges the refresh cookie for a new access token. */
  readonly refreshRoute: Route;
  /** The value of the Accept-Language header. */
  locale(): string;
  region(): string | null;
  /** The token changed or was removed. */
  readonly onToken?: (token: string | null) => void;
  /** Solves the captcha that a call requires; the call is then sent once more with the solution in its body. */
  readonly solveCaptcha?: (api: Api) => Promise<string>;
  /** Prompts the user for what locks a call (423); true if it may be sent once more. */
  readonly unlock?: (refusal: ApiError) => Promise<boolean>;
  /** Receives errors that are not shown. */
  readonly log?: (message: string, error: unknown) => void;
  readonly fetch?: typeof fetch;
  /** Sends a call whose progress is wanted; without it there is none. */
  readonly upload?: Upload;
  readonly newKey?: () => string;
}

/** As `fetch`, with credentials and a text body; calls back with the share of the body that has been sent. */
export type Upload = (
  address: string,
  init: { readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string },
  onProgress: (share: number) => void,
) => Promise<Response>;

/** The declared parts of a call's input; a query is optional. */
export type Given<S extends RouteSpec> = {
  [K in "params" | "body" as RouteArguments<S>[K] extends undefined ? never : K]: RouteArguments<S>[K];
} & { query?: RouteArguments<S>["query"] };

export interface CallOptions {
  /** The key of an attempt that is repeated; a new one is generated otherwise. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** The share of the body that has been sent, from 0 to 1: for files. */
  readonly onProgress?: (share: number) => void;
}

export interface Api {
  /** Calls; rejects with an {@link ApiError}. */
  call<S extends RouteSpec>(route: Route<S>, given: Given<S>, options?: CallOptions): Promise<RouteOutput<S>>;
  /** Downloads a generated file; rejects with an {@link ApiError}. */
  file<S extends RouteSpec>(route: Route<S>, given: Given<S>): Promise<Blob>;
  /** A new token, shared by concurrent callers; null if the session has ended. Rejects if the outcome is unknown. */
  refresh(): Promise<string | null>;
}

interface Sent {
  readonly route: RouteSpec;
  readonly given: Partial<Record<"params" | "query" | "body", unknown>>;
  readonly key: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress?: CallOptions["onProgress"];
}

/** A money call whose response was lost is sent again with its key after these pauses: milliseconds. */
const repeatAfterMs = [300, 1200];

/**
 * The page's API client. A 401 triggers one refresh, for which all failing calls wait; each is then sent once
 * more with the new token, and that response is final. If another player signs in while a call or a refresh is pending,
 * nothing is sent in their name that they did not request, and their token stays.
 */
export function createApi(options: ApiOptions): Api {
  const { tokens, newKey = () => crypto.randomUUID() } = options;
  let refreshing: Promise<string | null> | undefined;
  /** The tokens of one session, each from a refresh of the one before it by this page. */
  let sessionTokens = new Set<string | null>();

  async function renew(): Promise<string | null> {
    const from = tokens.get();
    const to = await renewToken(options, from);
    if (from === null || !sessionTokens.has(from)) sessionTokens = new Set([from]);
    if (to !== null) sessionTokens.add(to);
    return to;
  }

  function refresh(): Promise<string | null> {
    refreshing ??= renew().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function answerOf(sent: Sent): Promise<Response> {
    const token = tokens.get();
    const answer = await sendRepeatedly(options, sent, token);
    if (answer.status !== 401 || token === null || sent.route === options.refreshRoute) return answer;
    // Another call may have stored a new token during this one.
    const current = tokens.get();
    const isOther = current !== null && current !== token;
    const fresh = isOther ? current : await refresh();
    // Another tab may have refreshed, or another player signed in: reads may be repeated for either.
    const isOwn = sessionTokens.has(token) && sessionTokens.has(fresh);
    const isSentAgain = isOwn || (isOther && sent.route.method === "GET");
    return fresh !== null && isSentAgain ? sendRepeatedly(options, sent, fresh) : answer;
  }

  const api: Api = {
    refresh,
    async file(route, given) {
      const answer = await answerOf({ route, given, key: undefined, signal: undefined });
      if (answer.ok) return answer.blob();
      throw new ApiError(answer.status, await bodyOf(answer), secondsOf(answer));
    },
    async call(route, given, { key, signal, onProgress } = {}) {
      const sentKey = route.moves === "nothing" ? undefined : (key ?? newKey());
      const sent: Sent = { route, given, key: sentKey, signal, onProgress };
      const answer = await answerOf(sent);
      const body = await bodyOf(answer);
      if (answer.ok) return body as never;
      const failed = new ApiError(answer.status, body, secondsOf(answer), sent.key);
      if (failed.status === 423 && (await options.unlock?.(failed))) return sendOnce(sent) as never;
      if (!options.solveCaptcha || !requiresCaptcha(failed)) throw failed;
      const captcha = await options.solveCaptcha(api).catch(error => options.log?.("the captcha failed", error));
      if (typeof captcha !== "string") throw failed;
      return sendSolved(sent, captcha) as never;
    },
  };

  const sendSolved = (sent: Sent, captcha: string) =>
    sendOnce({ ...sent, given: { ...sent.given, body: { ...(sent.given.body as object), captcha } } });

  /** With the same key; this response is final. */
  async function sendOnce(sent: Sent): Promise<unknown> {
    const answer = await answerOf(sent);
    const body = await bodyOf(answer);
    if (answer.ok) return body;
    throw new ApiError(answer.status, body, secondsOf(answer), sent.key);
  }
  return api;
}

/** Whether only a captcha is missing: no message is shown, the page solves it. */
function requiresCaptcha({ errors }: ApiError): boolean {
  return errors.captcha?.some(key => key === "captcha_required" || key === "captcha_expired") === true;
}

/**
 * Ends the session if the server refuses a refresh. A missing response, or a request to wait, says
 * nothing about the session: the waiting calls fail and it stays.
 */
async function renewToken(options: ApiOptions, from: string | null): Promise<string | null> {
  const { refreshRoute: route, tokens } = options;
  const answer = await send(options, { route, given: {}, key: undefined, signal: undefined }, from);
  const body = await bodyOf(answer);
  if (answer.status === 429 || answer.status === 503) throw new ApiError(answer.status, body, secondsOf(answer));
  const given = answer.ok ? (body as { access_token?: unknown }).access_token : undefined;
  const token = typeof given === "string" ? given : null;
  const now = tokens.get();
  // A player who signed in meanwhile has their own token; one who signed out has none, also where another tab did that.
  if (now !== from && (now !== null || token !== null)) return token;
  if (token === null) tokens.clear();
  else tokens.set(token);
  options.onToken?.(token);
  return token;
}

async function sendRepeatedly(options: ApiOptions, sent: Sent, token: string | null): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(options, sent, token);
    } catch (error) {
      const pause = repeatAfterMs[attempt];
      if (sent.key === undefined || pause === undefined || sent.signal?.aborted) throw error;
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }
}

async function send(options: ApiOptions, sent: Sent, token: string | null): Promise<Response> {
  const { route, given, key, signal, onProgress } = sent;
  const region = options.region();
  const address = options.baseFor(route) + pathOf(route, given);
  const init = {
    method: route.method,
    headers: {
      "accept-language": options.locale(),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(region !== null && { region }),
      ...(key !== undefined && { "idempotency-key": key }),
      ...(given.body !== undefined && { "content-type": "application/json" }),
    },
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
  };
  try {
    if (onProgress && options.upload) return await options.upload(address, init, onProgress);
    return await (options.fetch ?? fetch)(address, { ...init, credentials: "include", ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, undefined, undefined, key);
  }
}

/** The literal path with its parameters and query filled in. */
export function pathOf(route: RouteSpec, given: Sent["given"]): string {
  const params = (given.params ?? {}) as Readonly<Record<string, unknown>>;
  const path = route.path.replace(/:([^/]+)/g, (_all, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((given.query ?? {}) as object))
    if (value !== undefined && value !== null) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query}`;
}

async function bodyOf(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  try {
    return await answer.json();
  } catch {
    return undefined;
  }
}

function secondsOf(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get("retry-after") ?? "");
  return seconds > 0 ? seconds : undefined;
}
