import { describe, expect, test } from "vitest";
import { offerEnd, showOffer, welcomeOffer } from "./offer-ends.ts";
import type { CookieJar, SiteCookieName } from "./site-cookies.ts";

const day = 86_400;
const now = Date.UTC(2026, 0, 1);

function jar(initial = ""): CookieJar & { readonly value: () => string | undefined } {
  const values = new Map<SiteCookieName, string>(initial ? [["bonusBannerExpires", initial]] : []);
  return {
    get: name => values.get(name) ?? null,
    set: (name, value) => void values.set(name, value),
    remove: name => void values.delete(name),
    value: () => values.get("bonusBannerExpires"),
  };
}

describe("the end of an offer", () => {
  test("is set when it is first shown, and stays", () => {
    const cookies = jar();
    expect(showOffer(cookies, welcomeOffer, 7 * day, now)).toBe(now + 7 * day * 1000);
    expect(cookies.value()).toBe("2026-01-08T00:00:00.000Z");
    expect(showOffer(cookies, welcomeOffer, 7 * day, now + 5000)).toBe(now + 7 * day * 1000);
  });

  test("does not begin again after it, nor after another offer", () => {
    const cookies = jar("2025-12-31T23:59:59.000Z");
    showOffer(cookies, "SPRING", 3 * day, now);
    expect(cookies.value()).toBe("2025-12-31T23:59:59.000Z|2026-01-04T00:00:00.000Z SPRING");
    expect(showOffer(cookies, welcomeOffer, 7 * day, now)).toBe(now - 1000);
    expect(showOffer(cookies, "SPRING", 3 * day, now + 9000)).toBe(now + 3 * day * 1000);
  });

  test("beyond what it lasts was not set here", () => {
    expect(showOffer(jar("2030-01-01T00:00:00.000Z"), welcomeOffer, 7 * day, now)).toBe(now + 7 * day * 1000);
  });

  test.each(["", "x", "||", "2026-13-45", "NaN SPRING"])("is unknown in %j", text => {
    expect(offerEnd(jar(text), welcomeOffer)).toBeNull();
    expect(offerEnd(jar(text), "SPRING")).toBeNull();
  });

  test("of the welcome pack is kept beside any number of promos", () => {
    const cookies = jar();
    const end = showOffer(cookies, welcomeOffer, 7 * day, now);
    for (let n = 0; n < 20; n += 1) showOffer(cookies, `PROMO-${n}`.padEnd(64, "X"), 3 * day, now);
    expect(offerEnd(cookies, welcomeOffer)).toBe(end);
    expect(offerEnd(cookies, "PROMO-19".padEnd(64, "X"))).toBe(now + 3 * day * 1000);
  });
});
