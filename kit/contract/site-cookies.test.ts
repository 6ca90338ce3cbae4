import { expect, test } from "vitest";
import { bannerSeconds, type SiteCookieName, siteCookie, siteCookies } from "./site-cookies.ts";

const minute = 60;
const day = 24 * 60 * minute;

/** From the table in the specification; "session" ends when the browser closes. */
test.each([
  ["token", 30 * day],
  ["userBrowser", day],
  ["prHash", day],
  ["simpleAuth", day],
  ["advId", day],
  ["adBonusType", 10 * minute],
  ["adBonusValue", 10 * minute],
  ["adBonusModal", 10 * minute],
  ["ad_campaign", 30 * day],
  ["ad_click_id", 30 * day],
  ["ad_click_source", 30 * day],
  ["ad_cpa_id", 30 * day],
  ["stag", day],
  ["partner", day],
  ["adplace", day],
  ["promo", day],
  ["super_bonus", 182.5 * day],
  ["user-version", day],
  ["locale", 365 * day],
  ["ssoRedirected", "session"],
  ["checkDomainsTimestamp", day],
  ["bonusBannerExpires", 365 * day],
  ["simpleAuthToken", 30],
  ["ssoProof", 5 * minute],
] as const)("%s lives %s", (name, life) => {
  expect(siteCookies[name].life).toBe(life);
  const age = life === "session" ? "" : `; Max-Age=${life}`;
  expect(siteCookie(name, "x", { secure: false })).toBe(`${name}=x; Path=/${age}; SameSite=Lax`);
  expect(siteCookie(name, "x", { secure: true })).toBe(`${name}=x; Path=/${age}; SameSite=Lax; Secure`);
});

test("the table above lists all of them", () => {
  expect(Object.keys(siteCookies)).toHaveLength(24);
  expect(bannerSeconds).toEqual({ promo: 3 * day, welcome: 7 * day });
});

test.each(["; Domain=evil.example", "a\r\nset-cookie: x=1", "ключ=значение", "%", "\u0000", "\ud800"])(
  "a value such as %j stays a value",
  text => {
    for (const name of Object.keys(siteCookies) as SiteCookieName[]) {
      const [pair = "", ...rest] = siteCookie(name, text, { secure: false }).split("; ");
      expect(pair).toMatch(/^[\w-]+=[\w%.!~*'()-]*$/);
      expect(rest[0]).toBe("Path=/");
    }
  },
);

test("a long value is cut to its length before it is encoded", () => {
  for (const [name, { most }] of Object.entries(siteCookies)) {
    const value = siteCookie(name as SiteCookieName, "я".repeat(5000), { secure: false })
      .split(";")[0]
      ?.split("=")[1];
    expect(decodeURIComponent(value ?? "")).toBe("я".repeat(most));
  }
});
