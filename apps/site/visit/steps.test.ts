import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { testPage } from "../testing/test-page.ts";
import { notifyServer } from "./analytics.ts";
import { rememberBrowser } from "./device.ts";
import { checkGeo } from "./geo.ts";
import { leadOn, redirectOf } from "./redirects.ts";
import { restoreSession } from "./session.ts";
import { finishSignOn, leaveForSignOn, mustSignOn, signOn } from "./sign-on.ts";
import { initialise, simpleAuth } from "./simple-auth.ts";

const mirror = "https://mirror.example/ru/games?tab=1#x";
const sso = "https://api.main.example/sso";
const events = "PUT /api/v2/tracking/events";
const namesOf = (page: ReturnType<typeof testPage>) => page.calls.map(({ name }) => name);

test("device: the browser is stored for a day", () => {
  const page = testPage(mirror);
  rememberBrowser(page);
  expect(page.cookieValues.get("userBrowser")).toEqual({ value: "A browser", life: 86_400 });
});

describe("redirects", () => {
  const call = "POST /middleware/mirrorRedirect";
  test("an internal target is shown instead, an external one leaves, a failure changes nothing", async () => {
    const inside = testPage(mirror, { answers: { [call]: { data: { url: "/ru/new", external: false } } } });
    expect(leadOn(inside, required(await redirectOf(inside, "/ru/old"), "moved"))).toBe("/ru/new");
    expect(inside.calls[0]?.given).toEqual({ body: { host: "mirror.example", path: "/ru/old" } });
    const outside = testPage(mirror, { answers: { [call]: { data: { url: "https://x.example/", external: true } } } });
    expect(leadOn(outside, required(await redirectOf(outside, "/out"), "moved"))).toBeNull();
    expect(outside.left).toEqual(["https://x.example/"]);
    const failing = testPage(mirror, { answers: { [call]: { status: 503 } } });
    expect(await redirectOf(failing, "/old")).toBeNull();
    expect(failing.logged).toHaveLength(1);
    expect(await redirectOf(testPage(mirror, { bot: true }), "/old")).toBeNull();
  });
});

describe("geo", () => {
  const answer = (given: unknown) => ({ answers: { "GET /geo_ip": given } });
  test.each([
    ["https://a.example/ru/games", { status: 451 }, ["/ru/no-access"], true],
    ["https://a.example/", { status: 451 }, ["/no-access"], true],
    ["https://a.example/kz/no-access", { status: 451 }, [], false],
    ["https://a.example/kz/no-access", { data: {} }, ["/kz"], true],
    ["https://a.example/no-access", { data: {} }, ["/"], true],
    ["https://a.example/games", { data: {} }, [], false],
    ["https://a.example/games", { status: 503 }, [], false],
    ["https://a.example/games", { status: 0 }, [], false],
  ])("at %s, after %o, leads to %o", async (address, given, left, leaves) => {
    const page = testPage(address, answer(given));
    expect(await checkGeo(page)).toBe(leaves);
    expect(page.left).toEqual(left);
  });

  test("crawlers are not checked", async () => {
    const page = testPage(mirror, { bot: true, ...answer({ status: 451 }) });
    expect(await checkGeo(page)).toBe(false);
    expect(page.calls).toEqual([]);
  });
});

describe("sign-on", () => {
  test("a guest of a mirror is redirected to the main host once, with the hash of the random bytes", async () => {
    const page = testPage(mirror, { sso, stored: { session_id: "s-1" } });
    expect(await signOn(page)).toBe(true);
    const proof = "07".repeat(32);
    expect(page.cookieValues.get("ssoProof")).toEqual({ value: proof, life: 300 });
    expect(page.cookieValues.get("ssoRedirected")).toEqual({ value: "1", life: "session" });
    expect(page.calls).toEqual([
      { name: events, given: { body: { name: "ssoAvailabilityCreate", data: { session_id: "s-1" } } } },
    ]);
    const to = new URL(page.left[0] ?? "");
    expect(to.origin + to.pathname).toBe(sso);
    expect(to.searchParams.get("return")).toBe("https://mirror.example/ru/games?tab=1");
    expect(to.searchParams.get("state")).toBe(createHash("sha256").update(Buffer.from(proof, "hex")).digest("hex"));
    expect(await signOn(page)).toBe(false);
  });

  test("a server that cannot record it does not delay the redirect", async () => {
    const page = testPage(mirror, { sso, answers: { [events]: { status: 503 } } });
    expect(await signOn(page)).toBe(true);
    expect(page.logged).toHaveLength(1);
  });

  test.each([
    ["on the main host", {}],
    ["for programs", { sso, bot: true }],
    ["in development", { sso, development: true }],
    ["for players", { sso, cookieValues: { token: "t" } }],
    ["with a token on its way", { sso, cookieValues: { simpleAuthToken: "t" } }],
    ["a second time", { sso, cookieValues: { ssoRedirected: "1" } }],
  ] as const)("is not done %s", (_when, changes) => {
    expect(mustSignOn(testPage(mirror, changes))).toBe(false);
  });

  test("is skipped if the address has no_sso, also without any cookie", () => {
    expect(mustSignOn(testPage("https://mirror.example/?no_sso=1", { sso }))).toBe(false);
    expect(mustSignOn(testPage(mirror, { sso }))).toBe(true);
  });

  test("after the return it is reported with the mirror's name, once, and the address is restored", async () => {
    const page = testPage("https://mirror.example/ru?tab=1&no_sso=1", {
      sso,
      cookieValues: { ssoProof: "p", ssoRedirected: "1" },
    });
    await finishSignOn(page);
    expect(page.address).toBe("https://mirror.example/ru?tab=1");
    expect(page.calls).toEqual([
      {
        name: events,
        given: { body: { name: "ssoAvailabilityFinish", data: { session_id: "an-id", mirror: "mirror.example" } } },
      },
    ]);
    await finishSignOn(page);
    expect(page.calls).toHaveLength(1);
    // The flag is cleared; the tab remembers the redirect.
    expect([...page.cookieValues.keys()]).toEqual([]);
    expect(mustSignOn(page)).toBe(false);
    expect(mustSignOn(testPage(mirror, { sso }))).toBe(true);
  });

  test("a tab without storage keeps the flag, which prevents a redirect loop", async () => {
    const tab = { getItem: () => null, setItem: () => undefined };
    const page = testPage(`${mirror}&no_sso=1`, { sso, tab, cookieValues: { ssoProof: "p", ssoRedirected: "1" } });
    await finishSignOn(page);
    expect([...page.cookieValues.keys()]).toEqual(["ssoRedirected"]);
    expect(mustSignOn(page)).toBe(false);
  });

  test("a session that ended here is looked up on the main host, from any page", async () => {
    const page = testPage(mirror, { sso, cookieValues: { ssoRedirected: "1" } });
    await leaveForSignOn(page);
    expect(page.left).toHaveLength(1);
    const main = testPage(mirror);
    await leaveForSignOn(main);
    expect(main.left).toEqual([]);
  });
});

describe("simple-auth", () => {
  const came = { simpleAuthToken: "tok", simpleAuth: "true", ssoProof: "bytes", ssoRedirected: "1" };
  test("logs in with the token and its proof, then initialises, requests the affiliate and the address, in this order", async () => {
    const page = testPage(mirror, {
      sso,
      cookieValues: { ...came, stag: "s" },
      answers: { "PUT /auth/login": { token: "access" } },
    });
    await simpleAuth(page);
    await initialise(testPage(mirror));
    await new Promise(resolve => setImmediate(resolve));
    expect(page.calls[0]).toEqual({
      name: "PUT /auth/login",
      given: { body: { provider: "simple", token: "tok", proof: "bytes" } },
    });
    expect(namesOf(page).filter(name => name.includes("/middleware/"))).toEqual([
      "POST /middleware/mirror",
      "POST /middleware/affiliate",
      "POST /middleware/ip",
    ]);
    expect(page.calls.find(({ name }) => name.endsWith("mirror"))?.given).toEqual({
      body: { host: "mirror.example", user_agent: "A browser" },
    });
    expect(page.calls.find(({ name }) => name.endsWith("affiliate"))?.given).toEqual({
      body: { host: "mirror.example", user_agent: "A browser", stag: "s" },
    });
    expect(page.cookieValues.get("token")).toEqual({ value: "access", life: 2_592_000 });
    expect([...page.cookieValues.keys()].sort()).toEqual(["simpleAuth", "stag", "token"]);
  });

  test("a refused token leaves a guest who is not redirected again", async () => {
    const page = testPage(mirror, { sso, cookieValues: came, answers: { "PUT /auth/login": { status: 422 } } });
    await simpleAuth(page);
    expect(page.cookieValues.get("token")).toBeUndefined();
    expect(mustSignOn(page)).toBe(false);
    expect(page.logged).toEqual(["the sign-on was refused"]);
  });

  test("a visitor whom another tab has signed in meanwhile keeps that session", async () => {
    const page = testPage(mirror, { sso, cookieValues: Object.assign({ token: "access" }, came) });
    await simpleAuth(page);
    expect(namesOf(page)).not.toContain("PUT /auth/login");
    expect(page.cookieValues.get("token")?.value).toBe("access");
    expect(page.cookieValues.get("simpleAuthToken")).toBeUndefined();
  });

  test("a token without the cookie is not used, and is removed", async () => {
    const page = testPage(mirror, { sso, cookieValues: { simpleAuthToken: "tok" } });
    await simpleAuth(page);
    expect(namesOf(page)).not.toContain("PUT /auth/login");
    expect(page.cookieValues.size).toBe(0);
  });
});

describe("session", () => {
  const mark = (present: boolean) => {
    const seen = { removed: false };
    const remove = () => {
      seen.removed = true;
    };
    return { ...seen, present: () => present, remove, seen };
  };
  test("is requested if the API has one, once", async () => {
    const page = testPage(mirror, { refresh: async () => "fresh" });
    await restoreSession(page, mark(true));
    expect(page.cookieValues.get("token")?.value).toBe("fresh");
    const none = testPage(mirror, { refresh: async () => null });
    const gone = mark(true);
    await restoreSession(none, gone);
    expect([none.cookieValues.size, gone.seen.removed]).toEqual([0, true]);
  });

  test("is not requested for guests and players", async () => {
    const refresh = async () => {
      throw new Error("asked");
    };
    for (const [changes, present] of [
      [{ refresh }, false],
      [{ refresh, cookieValues: { token: "t" } }, true],
      [{ refresh, bot: true }, true],
    ] as const) {
      const page = testPage(mirror, changes);
      await restoreSession(page, mark(present));
      expect(page.logged).toEqual([]);
    }
  });
});

describe("analytics", () => {
  test("an event has the id of its browser; its text is cut and its failure only logged", async () => {
    const page = testPage(mirror, { stored: { session_id: "s-1" } });
    await notifyServer(page, "loginFailed", { error: `No\n${"x".repeat(600)}` });
    const data = { session_id: "s-1", error: `No ${"x".repeat(497)}` };
    expect(page.calls).toEqual([{ name: events, given: { body: { name: "loginFailed", data } } }]);
    const failing = testPage(mirror, { answers: { [events]: { status: 503 } } });
    await notifyServer(failing, "loginFailed");
    expect(failing.logged).toEqual(["the event loginFailed was not sent"]);
  });
});
