import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bannerSeconds } from "#kit/contract/site-cookies.ts";
import { required } from "#kit/std/invariant.ts";
import type { AdPromotion } from "#modules/bonuses/shared/contract.ts";
import { testPage } from "../testing/test-page.ts";
import { notifyServer } from "./analytics.ts";
import { attach, attribute, attributeAdvertisement, openedBySub, rememberLinks } from "./attribution.ts";
import { offerFor } from "./banner.ts";
import { rememberBrowser } from "./device.ts";
import { checkGeo } from "./geo.ts";
import { closePromotion, promotionOf, registerWithPromotion } from "./promotion.ts";
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

describe("attribution", () => {
  const cookiesAfter = (query: string, cookieValues = {}) => {
    const page = testPage(`https://a.example/?${query}`, { cookieValues });
    rememberLinks(page);
    return Object.fromEntries([...page.cookieValues].map(([name, { value, life }]) => [name, `${value} ${life}`]));
  };
  const day = 86_400;
  test.each([
    [
      "stag=s&partner=p&adplace=a&promo=c",
      { stag: `s ${day}`, partner: `p ${day}`, adplace: `a ${day}`, promo: `c ${day}` },
    ],
    ["pr=h", { prHash: `h ${day}` }],
    ["simple_auth=1", { simpleAuth: `true ${day}` }],
    [
      "utm_campaign=advertise&click_id=1&click_source=g",
      { ad_campaign: `advertise ${30 * day}`, ad_click_id: `1 ${30 * day}`, ad_click_source: `g ${30 * day}` },
    ],
    ["utm_campaign=advertise&click_id=1", {}],
    ["utm_campaign=advertcpa&clickid=9", { ad_campaign: `advertcpa ${30 * day}`, ad_cpa_id: `9 ${30 * day}` }],
    ["utm_campaign=other&clickid=9&click_id=1&click_source=g", {}],
    ["stag=&promo=", {}],
    ["", {}],
  ])("of %j keeps %o", (query, expected) => {
    expect(cookiesAfter(query)).toEqual(expected);
  });

  test("the first tag stays", () => {
    expect(cookiesAfter("stag=thief", { stag: "first" }).stag).toContain("first");
  });

  const utm = "utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&lp=7";
  const call = "POST /middleware/utm";
  test("all four utm and no advId: the whole query is sent, advId is stored, a promo for ten minutes", async () => {
    const promo = { type: "deposit", value: "50" };
    const page = testPage(`https://a.example/?${utm}`, { answers: { [call]: { advId: "adv", promo } } });
    await attributeAdvertisement(page);
    expect(page.calls[0]?.given).toEqual({
      body: { utm_source: "a", utm_medium: "b", utm_campaign: "c", utm_term: "d", lp: "7" },
    });
    expect(Object.fromEntries(page.cookieValues)).toEqual({
      advId: { value: "adv", life: 86_400 },
      adBonusType: { value: "deposit", life: 600 },
      adBonusValue: { value: "50", life: 600 },
      adBonusModal: { value: "false", life: 600 },
    });
  });

  const promotionCookies = { advId: "adv", adBonusType: "deposit", adBonusValue: "50", adBonusModal: "false" };
  const promotionCall = "GET /api/v1/ad-promotions/:id";
  const promotion = { code: "SPRING", type: "deposit", value: "50", expires_in: 60, state: "open", offer: null };

  test("the promotion's dialog opens while adBonusModal is false, until it is closed once", async () => {
    const page = testPage("https://a.example/", {
      cookieValues: promotionCookies,
      answers: { [promotionCall]: { data: promotion } },
    });
    expect(await promotionOf(page)).toEqual({ promotion, endsAt: page.now() + 60_000 });
    expect(page.calls[0]?.given).toEqual({ params: { id: "adv" } });
    closePromotion(page);
    expect(page.cookieValues.get("adBonusModal")).toEqual({ value: "true", life: 600 });
    expect(await promotionOf(page)).toBeNull();
    expect(page.calls).toHaveLength(1);
  });

  test.each(["advId", "adBonusType", "adBonusValue", "adBonusModal"])("no dialog without %s", async name => {
    const { [name as keyof typeof promotionCookies]: _left, ...cookieValues } = promotionCookies;
    const page = testPage("https://a.example/", { cookieValues });
    expect(await promotionOf(page)).toBeNull();
    expect(page.calls).toEqual([]);
  });

  test("a promotion that is not shown to this visitor is forgotten; one that could not be read is not", async () => {
    const gone = testPage("https://a.example/", {
      cookieValues: promotionCookies,
      answers: { [promotionCall]: { status: 404 } },
    });
    expect(await promotionOf(gone)).toBeNull();
    expect([...gone.cookieValues.keys()]).toEqual(["advId"]);
    const failing = testPage("https://a.example/", {
      cookieValues: promotionCookies,
      answers: { [promotionCall]: { status: 503 } },
    });
    expect(await promotionOf(failing)).toBeNull();
    expect([...failing.cookieValues.keys()]).toEqual(Object.keys(promotionCookies));
  });

  test("a guest's registration takes the code of the promotion, unless a link has brought another", () => {
    const page = testPage("https://a.example/", { cookieValues: promotionCookies });
    registerWithPromotion(page, promotion as AdPromotion);
    expect(page.cookieValues.get("promo")?.value).toBe("SPRING");
    const linked = testPage("https://a.example/", { cookieValues: { ...promotionCookies, promo: "FIRST" } });
    registerWithPromotion(linked, promotion as AdPromotion);
    expect(linked.cookieValues.get("promo")?.value).toBe("FIRST");
  });

  test.each([
    ["three of them", "utm_source=a&utm_medium=b&utm_campaign=c", {}],
    ["an empty one", "utm_source=a&utm_medium=b&utm_campaign=c&utm_term=", {}],
    ["an advId that is there", utm, { advId: "adv" }],
  ])("%s: nothing is sent", async (_what, query, cookieValues) => {
    const page = testPage(`https://a.example/?${query}`, { cookieValues });
    await attributeAdvertisement(page);
    expect(page.calls).toEqual([]);
  });

  test("a failure is logged as 'middleware error' and stores nothing", async () => {
    const page = testPage(`https://a.example/?${utm}`, { answers: { [call]: { status: 500 } } });
    await attributeAdvertisement(page);
    expect([page.logged, page.cookieValues.size]).toEqual([["middleware error"], 0]);
  });

  test("the stored cookies are attached by the names of the call", async () => {
    const cookieValues = {
      stag: "s",
      promo: "c",
      partner: "p",
      advId: "adv",
      ad_click_id: "1",
      ad_click_source: "g",
      ad_cpa_id: "9",
      prHash: "h",
      adplace: "a",
    };
    const page = testPage(mirror, { cookieValues });
    await attach(page);
    expect(page.calls).toEqual([
      {
        name: "POST /attachSource",
        given: {
          body: {
            stag: "s",
            promo: "c",
            partnerId: "p",
            advId: "adv",
            advertiseUid: "1",
            advertiseSource: "g",
            cpaOneUid: "9",
            prHash: "h",
          },
        },
      },
    ]);
    const visitor = testPage(mirror);
    await attach(visitor);
    expect(visitor.calls).toEqual([]);
  });

  test("subH: the page open is reported with the fingerprint and the whole address; without it nothing is", async () => {
    const page = testPage("https://a.example/ru?subH=h&x=1", { stored: { fingerprint: "f" } });
    await openedBySub(page);
    expect(page.calls[0]).toEqual({
      name: "POST /middleware/registerPageOpenEvent",
      given: { body: { subH: "h", uuid: "f", click_url: "https://a.example/ru?subH=h&x=1" } },
    });
    const failing = testPage("https://a.example/?subH=h", {
      answers: { "POST /middleware/registerPageOpenEvent": { status: 500 } },
    });
    await openedBySub(failing);
    expect(failing.logged).toHaveLength(1);
    const without = testPage(mirror);
    await attribute(without);
    expect(without.calls).toEqual([]);
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

describe("the banner", () => {
  const now = Date.UTC(2026, 0, 1);
  const promoCall = "GET /api/v1/promos/:code";
  const packs = "GET /api/v3/welcome-pack/get-welcome-packs-guest";
  const waiting = "GET /bonus-system/bonus-activation/waiting-reg-and-dep";
  const good = { [promoCall]: { data: { type: "deposit", value: "50", expires_in: null } } };

  test("a guest with a promo has three days, stored in the cookie", async () => {
    const page = testPage("https://a.example/?promo=SPRING", { answers: good });
    const endsAt = now + bannerSeconds.promo * 1000;
    expect(await offerFor(page, "guest")).toEqual({ kind: "promo", name: "SPRING", endsAt });
    expect(page.cookieValues.get("bonusBannerExpires")).toEqual({
      value: `${new Date(endsAt).toISOString()} SPRING`,
      life: 365 * 86_400,
    });
    const later = testPage("https://a.example/", {
      cookieValues: { promo: "SPRING", bonusBannerExpires: `${new Date(now + 5000).toISOString()} SPRING` },
      answers: good,
    });
    expect((await offerFor(later, "guest"))?.endsAt).toBe(now + 5000);
  });

  test("an offer that has ended does not begin again, and no registration sends its promo", async () => {
    const ended = new Date(now).toISOString();
    const page = testPage("https://a.example/?promo=SPRING", {
      cookieValues: { promo: "SPRING", bonusBannerExpires: `${ended}|${ended} SPRING` },
      answers: { [promoCall]: good[promoCall], [packs]: { data: [{ publicTitle: "Welcome" }] } },
    });
    expect(await offerFor(page, "guest")).toBeNull();
    expect(page.address).toBe("https://a.example/");
    expect([...page.cookieValues.keys()]).toEqual(["bonusBannerExpires"]);
  });

  test("a promo that ends sooner ends the offer", async () => {
    const answers = { [promoCall]: { data: { type: "deposit", value: "50", expires_in: 60 } } };
    const page = testPage("https://a.example/?promo=SPRING", { answers });
    expect((await offerFor(page, "guest"))?.endsAt).toBe(now + 60_000);
  });

  test("an invalid promo leaves the address and the cookies, and the welcome pack is offered for seven days", async () => {
    const page = testPage("https://a.example/?promo=NONE&x=1", {
      cookieValues: { promo: "NONE", adBonusType: "t", adBonusValue: "v" },
      answers: { [promoCall]: { status: 404 }, [packs]: { data: [{ publicTitle: "Welcome" }] } },
    });
    expect(await offerFor(page, "guest")).toEqual({ kind: "welcome", name: "Welcome", endsAt: now + 7 * 86_400_000 });
    expect(page.address).toBe("https://a.example/?x=1");
    expect(Object.fromEntries(page.cookieValues)).toEqual({
      bonusBannerExpires: { value: "2026-01-08T00:00:00.000Z", life: 365 * 86_400 },
    });
  });

  test("a promo that cannot be looked up stays", async () => {
    const page = testPage("https://a.example/?promo=X", {
      cookieValues: { promo: "X" },
      answers: { [promoCall]: { status: 503 }, [packs]: { data: [] } },
    });
    expect(await offerFor(page, "guest")).toBeNull();
    expect([page.address, page.cookieValues.get("promo")?.value]).toEqual(["https://a.example/?promo=X", "X"]);
  });

  test("without a pack, nothing is offered and nothing stored", async () => {
    const page = testPage("https://a.example/", { answers: { [packs]: { data: [] } } });
    expect(await offerFor(page, "guest")).toBeNull();
    expect(page.cookieValues.size).toBe(0);
  });

  test("a player is offered their waiting bonus", async () => {
    const bonus = { name: "First deposit", expires_in: 3600 };
    const page = testPage("https://a.example/?promo=X", { answers: { [waiting]: { data: bonus } } });
    expect(await offerFor(page, "player")).toEqual({ kind: "waiting", name: "First deposit", endsAt: now + 3_600_000 });
    expect(namesOf(page)).toEqual([waiting]);
    const none = testPage("https://a.example/", { answers: { [waiting]: { data: null } } });
    expect(await offerFor(none, "player")).toBeNull();
  });

  test("super_bonus: a granted bonus is offered while it waits, and its cookie is removed with it", async () => {
    const of = (answer: object) =>
      testPage("https://a.example/", {
        cookieValues: { super_bonus: "b-1" },
        answers: { [waiting]: { data: null }, "GET /bonus-system/bonus/:id": answer },
      });
    const page = of({ data: { name: "A gift", status: "waiting", expires_in: null } });
    expect(await offerFor(page, "player")).toEqual({ kind: "granted", name: "A gift", endsAt: null });
    expect(page.calls[1]?.given).toEqual({ params: { id: "b-1" } });
    expect(page.cookieValues.get("super_bonus")).toEqual({ value: "b-1", life: 182.5 * 86_400 });
    for (const over of [{ data: { name: "A gift", status: "active", expires_in: null } }, { status: 404 }]) {
      const gone = of(over);
      expect([await offerFor(gone, "player"), gone.cookieValues.size]).toEqual([null, 0]);
    }
    const busy = of({ status: 503 });
    expect([await offerFor(busy, "player"), busy.cookieValues.size]).toEqual([null, 1]);
  });
});
