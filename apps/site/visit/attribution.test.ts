import { describe, expect, test } from "vitest";
import type { AdPromotion } from "#modules/bonuses/shared/contract.ts";
import { testPage } from "../testing/test-page.ts";
import { attach, attribute, attributeAdvertisement, openedBySub, rememberLinks } from "./attribution.ts";
import { closePromotion, promotionOf, registerWithPromotion } from "./promotion.ts";

const mirror = "https://mirror.example/ru/games?tab=1#x";

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
