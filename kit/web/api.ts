import type { Route, RouteArguments, RouteOutput, RouteSpec } from "#kit/contract/route.ts";
import { ApiError } from "./api-error.ts";

/** Where the access token is kept: in the browser, the `token` cookie. */
export interface TokenStore {
  get(): string | null;
  set(token: string): void;
  /** The session is over. */
  clear(): void;
}

export interface ApiOptions {
  /** The base address of a call's service, without a slash at its end: `http://api.fairhouse.localhost:3000`. */
  baseFor(route: RouteSpec): string;
  readonly tokens: TokenStore;
  /** The call that makes a new access token out of the refresh cookie. */
  readonly refreshRoute: Route;
  /** As the Accept-Language header says it. */
  locale(): string;
  region(): string | null;
  /** The token is another one now, or gone. */
  readonly onToken?: (token: string | null) => void;
  /** Answers the captcha that a call asks for; the call is then sent once more with the answer in its body. */
  readonly solveCaptcha?: (api: Api) => Promise<string>;
  /** Asks the person for what locks a call (423); true when it may be sent once more. */
  readonly unlock?: (refusal: ApiError) => Promise<boolean>;
  /** Hears of what is not said to anybody. */
  readonly log?: (message: string, error: unknown) => void;
  readonly fetch?: typeof fetch;
  readonly newKey?: () => string;
}

/** The parts of a call's input that it declares; a query may be left out. */
export type Given<S extends RouteSpec> = {
  [K in "params" | "body" as RouteArguments<S>[K] extends undefined ? never : K]: RouteArguments<S>[K];
} & { query?: RouteArguments<S>["query"] };

export interface CallOptions {
  /** The key of an attempt that is made again; a new one is made otherwise. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

export interface Api {
  /** Calls; rejects with an {@link ApiError}. */
  call<S extends RouteSpec>(route: Route<S>, given: Given<S>, options?: CallOptions): Promise<RouteOutput<S>>;
  /** A file the house makes; rejects with an {@link ApiError}. */
  file<S extends RouteSpec>(route: Route<S>, given: Given<S>): Promise<Blob>;
  /** A new token, however many ask for it at once; null when the session is over. Rejects when nobody can say. */
  refresh(): Promise<string | null>;
}

interface Sent {
  readonly route: RouteSpec;
  readonly given: Partial<Record<"params" | "query" | "body", unknown>>;
  readonly key: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A money call whose answer was lost is sent again under its key after these pauses: milliseconds. */
const repeatAfterMs = [300, 1200];

/**
 * The one way pages call the house. A 401 makes one refresh, for which all failing calls wait; each is then sent once
 * more with the new token, and what that says stands. Somebody else may come in while a call or a refresh is on its way:
 * then nothing is done in his name that he has not asked for, and his token stays.
 */
export function createApi(options: ApiOptions): Api {
  const { tokens, newKey = () => crypto.randomUUID() } = options;
  let refreshing: Promise<string | null> | undefined;
  /** The tokens of one session, each made out of the one before it by a refresh of this page. */
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
    // Another call may have brought a new token while this one was on its way.
    const current = tokens.get();
    const isOther = current !== null && current !== token;
    const fresh = isOther ? current : await refresh();
    // Another tab may have refreshed, or somebody else signed in: whoever it is may read what there is to be read.
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
    async call(route, given, { key, signal } = {}) {
      const sent: Sent = { route, given, key: route.moves === "nothing" ? undefined : (key ?? newKey()), signal };
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

  /** Under the same key; what the house says now stands. */
  async function sendOnce(sent: Sent): Promise<unknown> {
    const answer = await answerOf(sent);
    const body = await bodyOf(answer);
    if (answer.ok) return body;
    throw new ApiError(answer.status, body, secondsOf(answer), sent.key);
  }
  return api;
}

/** Whether nothing but a captcha is missing: whoever is at the page is not told, the page answers for him. */
function requiresCaptcha({ errors }: ApiError): boolean {
  return errors.captcha?.some(key => key === "captcha_required" || key === "captcha_expired") === true;
}

/**
 * Ends the session when the house refuses to go on with it. An answer that never came, or one that asks to wait, says
 * nothing about the session: the calls that wait fail and it stays.
 */
async function renewToken(options: ApiOptions, from: string | null): Promise<string | null> {
  const { refreshRoute: route, tokens } = options;
  const answer = await send(options, { route, given: {}, key: undefined, signal: undefined }, from);
  const body = await bodyOf(answer);
  if (answer.status === 429 || answer.status === 503) throw new ApiError(answer.status, body, secondsOf(answer));
  const given = answer.ok ? (body as { access_token?: unknown }).access_token : undefined;
  const token = typeof given === "string" ? given : null;
  // Whoever has come or gone meanwhile has a token of his own, or none.
  if (tokens.get() !== from) return token;
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
  const { route, given, key, signal } = sent;
  const region = options.region();
  try {
    return await (options.fetch ?? fetch)(options.baseFor(route) + pathOf(route, given), {
      method: route.method,
      credentials: "include",
      headers: {
        "accept-language": options.locale(),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(region !== null && { region }),
        ...(key !== undefined && { "idempotency-key": key }),
        ...(given.body !== undefined && { "content-type": "application/json" }),
      },
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
      ...(signal && { signal }),
    });
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
