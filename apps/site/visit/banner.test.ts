import { describe, expect, test } from "vitest";
import { bannerSeconds } from "#kit/contract/site-cookies.ts";
import { testPage } from "../testing/test-page.ts";
import { offerFor } from "./banner.ts";

const namesOf = (page: ReturnType<typeof testPage>) => page.calls.map(({ name }) => name);

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
