import { describe, expect, it } from "vitest";
import { encodingOf } from "./encode.ts";
import { createGuestCache, type GuestPage, guestKey, guestPageLifeMs, guestPageRenewMs } from "./guest-cache.ts";
import { contentPolicy } from "./policy.ts";

const alice = {
  method: "GET",
  url: "/ru",
  host: "fairhouse.test",
  cookies: {},
  locale: "ru",
  region: "KZ",
  device: "desktop",
  bot: false,
};

describe("a guest's page", () => {
  it("is shared by guests who would see the same", () => {
    expect(guestKey(alice)).toBe(guestKey({ ...alice, cookies: { locale: "ru", ssoRedirected: "1" } }));
    for (const other of [
      { url: "/en" },
      { locale: "kz" },
      { region: "RU" },
      { host: "mirror.test" },
      { device: "mobile" },
    ])
      expect(guestKey({ ...alice, ...other })).not.toBe(guestKey(alice));
    expect(guestKey({ ...alice, bot: true })).not.toBe(guestKey(alice));
  });

  it("is the same for all query parameters and cookies that no page reads", () => {
    const plain = guestKey(alice);
    for (const url of ["/ru?x=1", "/ru?promo=x", "/ru?utm=1&y=2", "/ru?search=x", "/ru?%00=1", "/ru?"])
      expect(guestKey({ ...alice, url })).toBe(plain);
    for (const name of ["stag", "advId", "adBonusType", "bonusBannerExpires", "anything"])
      expect(guestKey({ ...alice, cookies: { [name]: "1" } })).toBe(plain);
    expect(guestKey({ ...alice, url: "/ru?x=1&login=2" })).toBe(guestKey({ ...alice, url: "/ru?login" }));
    expect(guestKey({ ...alice, url: "/ru?login" })).not.toBe(plain);
    expect(guestKey({ ...alice, method: "HEAD" })).toBe(plain);
  });

  it("is of one country where its banners or games are, and shared by all countries of a region elsewhere", () => {
    for (const url of ["/ru", "/bonuses", "/en/tournaments", "/kz/games/slots"])
      expect(guestKey({ ...alice, url, country: "UZ" })).not.toBe(guestKey({ ...alice, url, country: "KZ" }));
    expect(guestKey({ ...alice, url: "/ru/faq", country: "UZ" })).toBe(guestKey({ ...alice, url: "/ru/faq" }));
  });

  it("is never a player's page, or one rendered from its query", () => {
    expect(guestKey({ ...alice, cookies: { token: "1" } })).toBeNull();
    for (const url of [
      "/ru/games/slots?search=x",
      "/games/live-casino?provider=y",
      "/en/error?from=reset",
      "/ru?banner=a&preview=1",
      "/kz/games/dice?texts=1",
    ])
      expect(guestKey({ ...alice, url })).toBeNull();
    expect(guestKey({ ...alice, url: "/ru/games.data" })).toBeNull();
    expect(guestKey({ ...alice, url: "/ru/games.data?x=1" })).toBeNull();
    expect(guestKey({ ...alice, method: "POST" })).toBeNull();
  });

  it("is rendered once for concurrent requests, again when it expires, and not cached if it failed", async () => {
    let now = 0;
    let renderings = 0;
    const cache = createGuestCache({ now: () => now, monotonic: () => now, after: () => () => {} });
    const render = async () => ({ status: 200, parts: [Buffer.from(`page ${++renderings}`)] });
    const textOf = async (key: string, work: typeof render | (() => Promise<null>) = render) =>
      (await cache.page(key, work))?.parts.map(String).join("");
    const crowd = await Promise.all(Array.from({ length: 50 }, () => textOf("a")));
    expect(new Set(crowd)).toEqual(new Set(["page 1"]));
    now += guestPageLifeMs;
    expect(await textOf("a")).toBe("page 2");
    expect(await textOf("b", async () => null)).toBeUndefined();
    expect(await textOf("b")).toBe("page 3");
  });

  it("is shown while it is rendered again, once, and no longer than its life", async () => {
    let now = 0;
    const renderings: ((page: GuestPage | null) => void)[] = [];
    const cache = createGuestCache({ now: () => now, monotonic: () => now, after: () => () => {} });
    const render = () => new Promise<GuestPage | null>(resolve => renderings.push(resolve));
    const ask = async () => (await cache.page("a", render))?.parts.map(String).join("");
    const finish = async (index: number, text: string | null) => {
      renderings[index]?.(text === null ? null : { status: 200, parts: [Buffer.from(text)] });
      await new Promise(resolve => setImmediate(resolve));
    };
    const first = ask();
    await finish(0, "first");
    expect(await first).toBe("first");
    now += guestPageRenewMs;
    expect([await ask(), await ask(), renderings.length]).toEqual(["first", "first", 2]);
    await finish(1, "second");
    expect([await ask(), renderings.length]).toEqual(["second", 2]);

    // A rendering that became personal, or failed, leaves what is there until its time is over.
    now += guestPageRenewMs;
    expect([await ask(), renderings.length]).toEqual(["second", 3]);
    await finish(2, null);
    expect([await ask(), renderings.length]).toEqual(["second", 3]);
    now += guestPageLifeMs - guestPageRenewMs;
    const next = ask();
    expect(renderings.length).toBe(4);
    await finish(3, "third");
    expect(await next).toBe("third");
  });
});

it("uses the best accepted encoding", () => {
  expect(encodingOf("gzip, deflate, br")).toBe("br");
  expect(encodingOf("br;q=0, gzip")).toBe("gzip");
  expect(encodingOf("identity")).toBeUndefined();
  expect(encodingOf(undefined)).toBeUndefined();
});

it("allows connections only to the page's host, the API and its socket, and scripts only with the nonce", () => {
  const policy = contentPolicy("abc", {
    apiOrigin: "https://api.fairhouse.test",
    services: [],
    pictures: ["https://mirror.test"],
  });
  expect(policy).toContain("img-src 'self' data: blob: https://mirror.test;");
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic';");
  expect(policy).toContain("connect-src 'self' https://api.fairhouse.test wss://api.fairhouse.test;");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain("unsafe-eval");
});
