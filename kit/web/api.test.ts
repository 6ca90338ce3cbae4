import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { route } from "#kit/contract/route.ts";
import { createApi, type TokenStore } from "./api.ts";
import type { ApiError } from "./api-error.ts";

const refreshRoute = route({
  method: "POST",
  path: "/auth/refresh-token",
  module: "people",
  caller: "anyone",
  moves: "nothing",
  summary: "Refreshes",
  output: z.object({ access_token: z.string() }),
});
const profile = route({
  method: "GET",
  path: "/profile/user",
  module: "people",
  caller: "player",
  moves: "nothing",
  summary: "The player",
  query: z.object({ whoAreYou: z.optional(z.string()) }),
  output: z.object({ name: z.string() }),
});
const cashOut = route({
  method: "POST",
  path: "/games/toy/bets/:id/cash-out",
  module: "toy",
  caller: "player",
  moves: "wager",
  summary: "Cashes out",
  params: z.object({ id: z.string() }),
  body: z.object({ at: z.string() }),
  output: z.object({ paid: z.string() }),
});

interface Seen {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

let seen: Seen[] = [];
let token: string | null = null;
let ended = 0;
const tokens: TokenStore = {
  get: () => token,
  set(value) {
    token = value;
  },
  clear() {
    token = null;
    ended++;
  },
};

/** Responds to each call as `answer` returns, one event-loop iteration later. */
function apiOver(answer: (call: Seen) => Response | Promise<Response>) {
  const fake = async (url: unknown, init: RequestInit = {}) => {
    const call: Seen = {
      url: String(url),
      method: init.method ?? "GET",
      headers: init.headers as Record<string, string>,
      body: init.body as string | undefined,
    };
    seen.push(call);
    await new Promise(resolve => setTimeout(resolve, 1));
    return answer(call);
  };
  return createApi({
    baseFor: ({ module }) => `http://${module}.test`,
    tokens,
    refreshRoute,
    locale: () => "kk",
    region: () => "KZ",
    fetch: fake as typeof fetch,
  });
}

const json = (body: unknown, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });
const refused = () => json({ message: "Please sign in.", code: "unauthenticated" }, 401);
const calls = (path: string) => seen.filter(({ url }) => url.includes(path));

beforeEach(() => {
  seen = [];
  token = "old";
  ended = 0;
});

test("a call goes to its service with the token, region and language of the visitor", async () => {
  const api = apiOver(() => json({ name: "alice" }));
  expect(await api.call(profile, { query: { whoAreYou: "1" } })).toEqual({ name: "alice" });
  expect(seen[0]).toMatchObject({ url: "http://people.test/profile/user?whoAreYou=1", method: "GET" });
  expect(seen[0]?.headers).toEqual({ authorization: "Bearer old", region: "KZ", "accept-language": "kk" });
});

test("a refusal is an error with its code, fields and seconds", async () => {
  const body = { message: "Check.", code: "validation_failed", errors: { at: ["required"] }, data: { least: "1" } };
  const api = apiOver(() => json(body, 422, { "retry-after": "7" }));
  const error = await api.call(cashOut, { params: { id: "a/b" }, body: { at: "" } }).catch((e: ApiError) => e);
  expect(error).toMatchObject({ status: 422, code: "validation_failed", errors: body.errors, data: body.data });
  expect(error).toMatchObject({ retryAfter: 7, key: seen[0]?.headers["idempotency-key"] });
  expect(seen[0]?.url).toBe("http://toy.test/games/toy/bets/a%2Fb/cash-out");
});

describe("when the token has expired", () => {
  const renewing = (call: Seen) => {
    if (call.url.endsWith("/auth/refresh-token")) return json({ access_token: "new" });
    return call.headers.authorization === "Bearer new" ? json({ name: "alice", paid: "5" }) : refused();
  };

  test("twenty calls that fail together wait for one refresh and are each sent once more", async () => {
    const api = apiOver(renewing);
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.call(profile, {})));
    expect(answers).toHaveLength(20);
    expect(calls("refresh-token")).toHaveLength(1);
    expect(calls("profile")).toHaveLength(40);
    expect(token).toBe("new");
    expect(ended).toBe(0);
  });

  test("a call that fails after the refresh takes the current token", async () => {
    let release = () => {};
    const late = new Promise<void>(resolve => {
      release = resolve;
    });
    const api = apiOver(renewing);
    const slow = createApi({
      baseFor: () => "http://slow.test",
      tokens,
      refreshRoute,
      locale: () => "en",
      region: () => null,
      fetch: (async (_url: unknown, init: RequestInit = {}) => {
        const headers = init.headers as Record<string, string>;
        if (headers.authorization === "Bearer old") await late;
        return headers.authorization === "Bearer new" ? json({ name: "bob" }) : refused();
      }) as typeof fetch,
    });
    const waiting = slow.call(profile, {});
    await api.call(profile, {});
    release();
    expect(await waiting).toEqual({ name: "bob" });
    expect(calls("refresh-token")).toHaveLength(1);
  });

  test("a request of one player is not repeated as another one who signed in meanwhile", async () => {
    const api = apiOver(call => {
      token = "bob's";
      return call.headers.authorization === "Bearer old" ? refused() : json({ paid: "5", name: "bob" });
    });
    await expect(api.call(cashOut, { params: { id: "7" }, body: { at: "2.00" } })).rejects.toMatchObject({
      status: 401,
    });
    expect(seen).toHaveLength(1);
    expect([token, ended]).toEqual(["bob's", 0]);
  });

  test("a money call that is refused after the refresh of another takes the new token", async () => {
    let refusals = 0;
    const api = apiOver(async call => {
      if (call.url.includes("cash-out") && refusals++ === 0) {
        await api.call(profile, {});
        return refused();
      }
      return renewing(call);
    });
    expect(await api.call(cashOut, { params: { id: "7" }, body: { at: "2.00" } })).toMatchObject({ paid: "5" });
    expect(calls("refresh-token")).toHaveLength(1);
  });

  test.each([
    ["refused", () => refused()],
    ["granted", () => json({ access_token: "new" })],
  ])("a refresh that is %s after somebody else came in leaves him his token", async (_how, answer) => {
    const api = apiOver(call => {
      if (!call.url.endsWith("/auth/refresh-token")) return renewing(call);
      token = "bob's";
      return answer();
    });
    await api.call(profile, {}).catch(() => undefined);
    expect(calls("refresh-token")).toHaveLength(1);
    expect(calls("profile").some(({ headers }) => headers.authorization === "Bearer bob's")).toBe(false);
    expect([token, ended]).toEqual(["bob's", 0]);
  });

  test("a refresh granted after the player signed out does not sign them in again", async () => {
    const api = apiOver(call => {
      if (call.url.endsWith("/auth/refresh-token")) token = null;
      return renewing(call);
    });
    await api.call(profile, {});
    expect([token, ended]).toEqual([null, 0]);
  });

  test("a refresh refused after another tab has signed out ends the session of this page, too", async () => {
    const api = apiOver(call => {
      if (call.url.endsWith("/auth/refresh-token")) token = null;
      return refused();
    });
    await expect(api.call(profile, {})).rejects.toMatchObject({ status: 401 });
    expect([token, ended]).toEqual([null, 1]);
  });

  test("a money call is sent again under the same key", async () => {
    const api = apiOver(renewing);
    await api.call(cashOut, { params: { id: "7" }, body: { at: "2.00" } });
    const keys = calls("cash-out").map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("the second response is final, also when it is a 401", async () => {
    const api = apiOver(call => (call.url.endsWith("/auth/refresh-token") ? json({ access_token: "new" }) : refused()));
    await expect(api.call(profile, {})).rejects.toMatchObject({ status: 401 });
    expect(calls("refresh-token")).toHaveLength(1);
    expect(calls("profile")).toHaveLength(2);
  });

  test("a refused refresh ends the session once, and all waiting calls are refused", async () => {
    const api = apiOver(refused);
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => api.call(profile, {})));
    expect(answers.every(({ status }) => status === "rejected")).toBe(true);
    expect(calls("refresh-token")).toHaveLength(1);
    expect(calls("profile")).toHaveLength(5);
    expect([token, ended]).toEqual([null, 1]);
  });

  test("an overloaded server signs no one out", async () => {
    const api = apiOver(call =>
      call.url.endsWith("/auth/refresh-token") ? json({ code: "unavailable" }, 503) : refused(),
    );
    await expect(api.call(profile, {})).rejects.toMatchObject({ status: 503 });
    expect([token, ended]).toEqual(["old", 0]);
  });

  test("the refresh itself and guests trigger no refresh", async () => {
    const api = apiOver(refused);
    await expect(api.call(refreshRoute, {})).rejects.toMatchObject({ status: 401 });
    token = null;
    await expect(api.call(profile, {})).rejects.toMatchObject({ status: 401 });
    expect(calls("refresh-token")).toHaveLength(1);
  });
});

describe("when the response is lost", () => {
  test("a money call is sent again under its key; another is not", async () => {
    let left = 2;
    const api = apiOver(call => {
      if (call.url.includes("cash-out") && left-- === 0) return json({ paid: "5" });
      throw new TypeError("network");
    });
    expect(await api.call(cashOut, { params: { id: "7" }, body: { at: "2" } })).toEqual({ paid: "5" });
    expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    await expect(api.call(profile, {})).rejects.toMatchObject({ status: 0, code: "network" });
    expect(calls("profile")).toHaveLength(1);
  });
});

describe("a required captcha", () => {
  const asking = (key: string) =>
    json({ message: "Check.", code: "validation_failed", errors: { captcha: [key] } }, 422);

  test("is solved silently and sent with the same call; its response is final", async () => {
    const bodies: string[] = [];
    const api = createApi({
      baseFor: () => "http://people.test",
      tokens,
      refreshRoute,
      locale: () => "en",
      region: () => null,
      solveCaptcha: async () => "solved",
      fetch: (async (_url: unknown, init: RequestInit = {}) => {
        bodies.push(String(init.body));
        return bodies.length === 1 ? asking("captcha_required") : asking("captcha_expired");
      }) as typeof fetch,
    });
    const error = await api.call(cashOut, { params: { id: "a" }, body: { at: "2" } }).catch((e: ApiError) => e);
    expect(bodies).toEqual(['{"at":"2"}', '{"at":"2","captcha":"solved"}']);
    expect(error).toMatchObject({ status: 422, errors: { captcha: ["captcha_expired"] } });
  });

  test("that cannot be loaded or solved is only logged, and leaves the server's refusal as it was", async () => {
    const logged: unknown[] = [];
    const api = createApi({
      baseFor: () => "http://people.test",
      tokens,
      refreshRoute,
      locale: () => "en",
      region: () => null,
      solveCaptcha: () => Promise.reject(new Error("no worker")),
      log: (...line) => logged.push(line),
      fetch: (async () => asking("captcha_required")) as typeof fetch,
    });
    const sent = api.call(cashOut, { params: { id: "a" }, body: { at: "2" } });
    await expect(sent).rejects.toMatchObject({ status: 422, errors: { captcha: ["captcha_required"] } });
    expect(logged).toEqual([["the captcha failed", new Error("no worker")]]);
  });

  test("is an ordinary refusal on a page that cannot solve one", async () => {
    const api = apiOver(() => asking("captcha_required"));
    await expect(api.call(profile, {})).rejects.toMatchObject({ status: 422 });
    expect(seen).toHaveLength(1);
  });
});
