import { describe, expect, test } from "vitest";
import { visitOrder } from "#apps/site/visit/order.ts";
import { type PageRequest, runVisitSteps, type VisitPorts } from "./visit.ts";

const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const phone = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";
const mirror = { sso: "http://api.main/sso", meta_yandex_verification: null } as never;

const ports: VisitPorts = {
  redirectOf: address =>
    address === "/old"
      ? { url: "/games/dice", external: false }
      : address === "/out"
        ? { url: "https://partners.example/", external: true }
        : null,
  mirrorOf: hostname => (hostname === "mirror-a.localhost" ? mirror : ({ sso: null } as never)),
  regionOf: address => (address === "kz" ? "KZ" : "RU"),
  isBlocked: address => address === "us",
};

function open(url: string, changes: Partial<PageRequest> = {}) {
  const request = {
    url,
    hostname: "fairhouse.localhost",
    address: "kz",
    userAgent: phone,
    cookies: {},
    secure: false,
    acceptLanguage: undefined,
    ...changes,
  };
  return runVisitSteps(request, ports);
}

test("the steps of a visit are in the order of the specification", () => {
  expect(visitOrder).toEqual([
    "device",
    "redirects",
    "locale",
    "mirror",
    "geo",
    "sign-on",
    "simple-auth",
    "attribution",
    "session",
    "user",
    "banner",
  ]);
});

test("device: phones, desktops and crawlers", () => {
  expect(open("/").visit).toMatchObject({ device: "mobile", bot: false });
  expect(open("/", { userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0" }).visit.device).toBe("desktop");
  expect(open("/", { userAgent: googlebot }).visit.bot).toBe(true);
});

test.each([
  ["/old", "/games/dice"],
  ["/out", "https://partners.example/"],
  ["/new", undefined],
  ["/old.data", undefined],
])("redirects: %s leads to %s", (url, to) => {
  expect(open(url).redirect?.to).toBe(to);
  expect(open(url, { userAgent: googlebot }).redirect).toBeUndefined();
});

test.each([
  ["/ru/games", "kz", "en", "ru"],
  ["/games", "kz", "ru", "kz"],
  ["/games", "xx", "ru-RU,en", "ru"],
  ["/games", undefined, "de,fr", "en"],
  ["/kz.data", "ru", undefined, "kz"],
])("locale: %s with cookie %s and languages %s is %s", (url, locale, acceptLanguage, expected) => {
  expect(open(url, { cookies: locale === undefined ? {} : { locale }, acceptLanguage }).visit.locale).toBe(expected);
});

test.each([
  ["/kk", "/kz"],
  ["/kk/games/dice?signup=1", "/kz/games/dice?signup=1"],
  ["/KK/faq", "/kz/faq"],
  ["/RU/faq", "/ru/faq"],
  ["/kk//evil.example", "/kz//evil.example"],
  ["/kz/faq", undefined],
  ["/kk.data", undefined],
  ["/kkk/faq", undefined],
  ["//kk/faq", undefined],
  ["/games/kk", undefined],
])("locale: %s with another name of a language leads to %s for good, crawlers too", (url, to) => {
  const expected = to === undefined ? undefined : { to, isPermanent: true };
  for (const userAgent of [phone, googlebot]) expect(open(url, { userAgent }).redirect).toEqual(expected);
});

test("mirror: the page gets the settings of its host", () => {
  expect(open("/", { hostname: "mirror-a.localhost" }).visit.mirror).toBe(mirror);
  expect(open("/").visit.mirror.sso).toBeNull();
});

test.each([
  ["us", "/", "/no-access"],
  ["us", "/ru/games/dice?x=1", "/ru/no-access"],
  ["us", "/no-access", undefined],
  ["us", "/kz/no-access?x=1", undefined],
  ["us", "/games.data", undefined],
  ["kz", "/no-access", "/"],
  ["kz", "/ru/no-access", "/ru"],
  ["kz", "/", undefined],
])("geo: from %s, %s leads to %s", (address, url, to) => {
  expect(open(url, { address }).redirect?.to).toBe(to);
  expect(open(url, { address, userAgent: googlebot }).redirect).toBeUndefined();
});

test("geo: the region is passed to the page", () => {
  expect(open("/", { address: "kz" }).visit.region).toBe("KZ");
  expect(open("/", { address: "nowhere" }).visit.region).toBe("RU");
});

test("simple-auth: the token is removed from the address before the page loads", () => {
  const { redirect } = open("/ru/games?tab=1&simpleAuthToken=abc&simple_auth=1");
  expect(redirect).toEqual({
    to: "/ru/games?tab=1&no_sso=1",
    cookies: [
      "simpleAuthToken=abc; Path=/; Max-Age=30; SameSite=Lax",
      "simpleAuth=true; Path=/; Max-Age=86400; SameSite=Lax",
    ],
  });
  expect(open("/?simpleAuthToken=abc").redirect?.cookies).toHaveLength(1);
  expect(open("/?simple_auth=1").redirect).toBeUndefined();
  const hostile = open("/?simpleAuthToken=%0d%0aset-cookie:x%3D1;%20Domain=evil").redirect;
  expect(hostile?.cookies?.[0]).toBe(
    "simpleAuthToken=%0D%0Aset-cookie%3Ax%3D1%3B%20Domain%3Devil; Path=/; Max-Age=30; SameSite=Lax",
  );
});

test("a blocked country is refused before its token is checked", () => {
  expect(open("/?simpleAuthToken=abc", { address: "us" }).redirect).toEqual({ to: "/no-access" });
});

describe("attribution: the id of a network's click", () => {
  const stored = (url: string, changes: Partial<PageRequest> = {}) =>
    open(url, changes).visit.cookies.map(cookie => cookie.split(";")[0]);

  test.each(["gclid", "fbclid", "yclid"])("%s is stored with the name of its network", name => {
    expect(stored(`/ru?${name}=Cj0KCQ-a.b_c~1`)).toEqual(["ad_click_id=Cj0KCQ-a.b_c~1", `ad_click_source=${name}`]);
    expect(open(`/?${name}=Cj0KCQab`, { secure: true }).visit.cookies[0]).toBe(
      "ad_click_id=Cj0KCQab; Path=/; Max-Age=2592000; SameSite=Lax; Secure",
    );
  });

  test("an advertiser's own comes before the one that Facebook adds to every link", () => {
    expect(stored("/?fbclid=IwAR0123456&gclid=Cj0KCQab")).toEqual(["ad_click_id=Cj0KCQab", "ad_click_source=gclid"]);
  });

  test.each([
    ["a link with a click of its own", "/?utm_campaign=advertise&click_id=1&click_source=x&gclid=Cj0KCQab"],
    ["a CPA link", "/?utm_campaign=advertcpa&clickid=1&gclid=Cj0KCQab"],
    ["too short", "/?gclid=abc"],
    ["too long", `/?gclid=${"a".repeat(201)}`],
    ["a line break", "/?gclid=Cj0KCQab%0D%0ASet-Cookie:x"],
    ["markup", "/?gclid=%3Cscript%3E12345"],
    ["nothing", "/?gclid="],
    ["data of the router", "/games.data?gclid=Cj0KCQab"],
    ["no query", "/gclid=Cj0KCQab"],
  ])("nothing is stored of %s", (_what, url) => {
    expect(stored(url)).toEqual([]);
  });

  test("crawlers get none", () => {
    expect(stored("/?gclid=Cj0KCQab", { userAgent: googlebot })).toEqual([]);
  });
});
