import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { captchaKey, captchaSecret } from "#apps/sandbox/captcha-company.ts";
import { createHouse, type House as Modules } from "#apps/server/house.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { readConfig } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import type { House } from "#tools/start/house.ts";
import { openDoors } from "#tools/story/doors.ts";
import { launchBrowser, patience } from "./browser.ts";
import { type HouseAddresses, openOwnHouse } from "./house.ts";
import { departures, networkLog, unheard } from "./network-log.ts";
import { sectionSeven } from "./section-seven.ts";
import { userAgent } from "./visitor.ts";

// A house of its own: it is told that this machine's address is in another country.
const folder = mkdtempSync(join(tmpdir(), "fairhouse-mirrors-"));
const password = "correct-horse-battery";
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/** A captcha company in place of the work that browsers do by themselves. */
const captchaCompany = (sandbox: string) => ({
  CAPTCHA_SCRIPT_URL: `${sandbox}/captcha/api.js`,
  CAPTCHA_VERIFY_URL: `${sandbox}/captcha/siteverify`,
  ...{ CAPTCHA_SITE_KEY: captchaKey, CAPTCHA_SECRET: captchaSecret },
});

let browser: Browser;
let house: House;
let addresses: HouseAddresses;
let mirrorA: string;
let mirrorB: string;
/** Every call of every page of these stories. */
const log = networkLog();

/** A mirror whose name leads to an address where nobody answers. */
const dead = { name: "mirror-dead.localhost", address: "127.0.0.2" };

beforeAll(async () => {
  const switches = [`--host-resolver-rules=MAP ${dead.name} ${dead.address}`];
  [browser, { house, addresses }] = await Promise.all([launchBrowser(switches), openOwnHouse(folder, captchaCompany)]);
  const port = new URL(addresses.site).port;
  mirrorA = `http://mirror-a.localhost:${port}`;
  mirrorB = `http://mirror-b.localhost:${port}`;
  await inside((host, modules) => openDoors(host, modules, addresses.sandbox));
});
afterAll(async () => {
  await browser.close();
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

/** Does something as another process of the house would. */
async function inside(work: (host: Host, modules: Modules) => Promise<unknown>): Promise<void> {
  const { host, close } = systemHost(readConfig(house.environment));
  await work(host, createHouse(host)).finally(close);
}

/** Somebody at a browser, and the documents that his pages asked for. */
async function come(agent = userAgent) {
  const context = await browser.newContext({ locale: "en", userAgent: agent, reducedMotion: "reduce" });
  context.setDefaultTimeout(patience);
  log.listenTo(context);
  // Whoever signs in leaves the page at once: what it was answered is read before.
  await context.route(/\/sso\?/, async route => {
    await log.settled();
    await route.continue();
  });
  const page = await context.newPage();
  const documents: string[] = [];
  const complaints: string[] = [];
  page.on("request", request => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  page.on("pageerror", error => complaints.push(error.message));
  page.on("console", message => message.type() === "error" && complaints.push(message.text()));
  return { context, page, documents, complaints };
}

async function open(page: Page, address: string): Promise<void> {
  // A page may leave for its sign-on before it has quite come: then it is the way back that is waited for.
  await page.goto(address).catch((error: Error) => {
    if (!error.message.includes("net::ERR_ABORTED")) throw error;
  });
  await page.waitForLoadState("networkidle");
}

const wallet = (page: Page) => page.locator("button.wallet");
const cookieOf = async (context: BrowserContext, site: string, name: string) =>
  (await context.cookies(site)).find(cookie => cookie.name === name);

/** Registers from within a page of the site, as its form does, and follows the way on to the main host. */
async function register(page: Page, email: string): Promise<string> {
  const body = { email, password, currency: "KZT", agree: true, locale: "en", timezone: "Asia/Almaty" };
  const link = await page.evaluate(`(async () => {
    const answer = await fetch(document.documentElement.dataset.api + "/api/v2/auth/register/email", {
      method: "POST", credentials: "include", headers: { "content-type": "application/json" },
      body: ${JSON.stringify(JSON.stringify(body))} });
    const { token, sso_link } = await answer.json();
    document.cookie = "token=" + encodeURIComponent(token) + "; path=/; max-age=2592000; samesite=lax";
    return sso_link;
  })()`);
  return link as string;
}

test("alice signs in on one mirror and arrives signed in on the main host and on the other mirror", async () => {
  const { context, page, documents, complaints } = await come();
  await page.clock.install();
  await open(page, `${mirrorA}/en`);
  const email = `alice-${Date.now()}@example.com`;
  await register(page, email);
  await context.clearCookies({ name: "token" });
  await open(page, `${mirrorA}/en?login`);
  const form = page.locator("form.au-form");
  await form.locator("input").first().fill(email);
  await form.locator("input[type=password]").fill(password);
  documents.splice(0);
  await form.locator("button[type=submit]").click();
  await wallet(page).waitFor();
  expect(documents[0]).toMatch(/^http:\/\/api\.fairhouse\.localhost:\d+\/sso\?grant=[\w-]{43}&return=/);
  expect(page.url()).toBe(`${mirrorA}/en`);
  // The way in led over another page, and the deposit is offered after 17 s all the same.
  await page.waitForLoadState("networkidle");
  await page.clock.runFor(17_000);
  await page.getByRole("dialog").waitFor();
  expect(page.url()).toBe(`${mirrorA}/en?deposit`);

  await open(page, `${addresses.site}/en`);
  await wallet(page).waitFor();

  documents.splice(0);
  await page.goto(`${mirrorB}/en/games?tab=1`);
  await wallet(page).waitFor();
  await expect.poll(() => page.url()).toBe(`${mirrorB}/en/games?tab=1`);
  // The token was in one address, which was answered by another and never shown.
  const withToken = documents.filter(address => address.includes("simpleAuthToken"));
  expect(withToken).toHaveLength(1);
  expect(documents.at(-1)).toBe(`${mirrorB}/en/games?tab=1&no_sso=1`);
  expect(await page.evaluate("document.referrer")).toBe("");
  expect(await cookieOf(context, mirrorB, "simpleAuthToken")).toBeUndefined();
  expect(await cookieOf(context, mirrorB, "ssoProof")).toBeUndefined();
  expect((await cookieOf(context, mirrorB, "simpleAuth"))?.value).toBe("true");

  // The same address again signs nobody in: in this browser, and in mallory's.
  const mallory = await come();
  const used = withToken[0] ?? "";
  await open(mallory.page, used);
  expect(await wallet(mallory.page).count()).toBe(0);
  expect(await cookieOf(mallory.context, mirrorB, "token")).toBeUndefined();
  await mallory.context.close();
  expect(complaints).toEqual([]);
  await context.close();
});

test("alice leaves one mirror, and is out of her open pages on the main host and on the other mirror", async () => {
  const { context, page } = await come();
  await open(page, `${addresses.site}/en`);
  await register(page, `leaver-${Date.now()}@example.com`);
  const pages = { main: page, a: await context.newPage(), b: await context.newPage() };
  const closed = new Set<string>();
  for (const [name, each] of Object.entries(pages))
    each.on("websocket", socket => socket.on("close", () => closed.add(name)));
  await open(pages.main, `${addresses.site}/en/games`);
  await open(pages.a, `${mirrorA}/en`);
  await open(pages.b, `${mirrorB}/en/games`);
  for (const each of Object.values(pages)) await wallet(each).waitFor();
  closed.clear();
  await pages.a.getByRole("button", { name: "Account" }).click();
  await pages.a.getByRole("menuitem", { name: "Log out" }).click();
  for (const each of Object.values(pages)) await wallet(each).waitFor({ state: "detached" });
  await expect.poll(() => [...closed].sort()).toEqual(["a", "b", "main"]);
  // Wherever she looks next, she is a guest, and stays one.
  await open(pages.b, `${mirrorB}/en`);
  await open(pages.main, `${addresses.site}/en`);
  for (const each of [pages.main, pages.b]) expect(await wallet(each).count()).toBe(0);
  await context.close();
});

test("alice's browser tries every mirror after a while and tells which of them is dead", async () => {
  const silence = createServer(() => undefined).listen(Number(new URL(mirrorA).port), dead.address);
  await inside((host, { mirrors }) => host.db.tx(tx => mirrors.register(tx, dead.name, {})));
  const { context, page, complaints } = await come();
  await page.clock.install();
  await open(page, `${mirrorA}/en`);
  await register(page, `prober-${Date.now()}@example.com`);
  await page.reload();
  await wallet(page).waitFor();
  const asked: string[] = [];
  const answered = new Set<string>();
  page.on("request", request => asked.push(request.url()));
  page.on("requestfinished", request => {
    if (request.url().includes("/pixel.gif?")) answered.add(new URL(request.url()).host);
  });
  await expect
    .poll(async () => {
      const begun = asked.some(address => address.includes(`//${dead.name}:`));
      if (!begun) await page.clock.runFor(1_500);
      return begun;
    })
    .toBe(true);
  // Its clock stands still for the living to answer; then the dead one's four seconds pass.
  const living = [addresses.site, mirrorA, mirrorB].map(site => new URL(site).host);
  await expect.poll(() => [...answered].sort()).toEqual([...living].sort());
  const told = page.waitForRequest(request => request.url().endsWith("/api/sendAntiBonusResult"));
  await page.clock.runFor(4_000);
  const { results } = (await told).postDataJSON();
  expect(results).toEqual({
    ...Object.fromEntries(living.map(each => [each, expect.any(Number)])),
    [`${dead.name}:${new URL(mirrorA).port}`]: null,
  });
  expect((await (await told).response())?.status()).toBe(204);
  await inside(async (host, { mirrors }) => {
    const { rows } = await host.db.query("SELECT hostname FROM mirrors.reachability WHERE failed > 0");
    expect(rows).toEqual([{ hostname: dead.name }]);
    await host.db.tx(tx => mirrors.withdraw(tx, dead.name));
  });
  expect(complaints).toEqual([]);
  await context.close();
  silence.close();
});

test("bob is a guest: he is sent once, comes back to his address, and is asked no second time", async () => {
  const { context, page, documents } = await come();
  await open(page, `${mirrorA}/en/games?stag=tag-1&partner=p-7`);
  await expect.poll(() => page.url()).toBe(`${mirrorA}/en/games?stag=tag-1&partner=p-7`);
  expect(documents.filter(address => address.includes("/sso?"))).toHaveLength(1);
  expect((await cookieOf(context, mirrorA, "ssoRedirected"))?.expires).toBe(-1);
  documents.splice(0);
  await open(page, `${mirrorA}/en`);
  await page.reload();
  await page.waitForLoadState("networkidle");
  expect(documents).toEqual([`${mirrorA}/en`, `${mirrorA}/en`]);
  const stag = await cookieOf(context, mirrorA, "stag");
  expect(stag?.value).toBe("tag-1");
  expect((stag?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(86_400 - 60);
  await context.close();
});

test("carol keeps no cookies and is not sent in circles; a program is not sent at all and gets the page whole", async () => {
  const { context, page, documents } = await come();
  await page.route("**/*", async route => {
    await context.clearCookies();
    await route.continue();
  });
  await open(page, `${mirrorA}/en`);
  expect(documents.filter(address => address.includes("/sso?")).length).toBeLessThanOrEqual(1);
  await context.close();
  const program = await come(googlebot);
  await open(program.page, `${mirrorA}/en`);
  expect(program.documents).toEqual([`${mirrorA}/en`]);
  expect(await program.page.title()).not.toBe("");
  await program.context.close();
});

test("the mirrors' pages may call their own API only, and show what belongs to them", async () => {
  const { context, page } = await come();
  await open(page, `${mirrorA}/en/games`);
  const own = await page.evaluate("document.documentElement.dataset.api");
  expect(own).toBe(mirrorA.replace("://", "://api."));
  for (const [name, place] of [
    ["Telegram channel", "channel"],
    ["Partners", "partners"],
  ] as const)
    expect(await page.getByRole("link", { name, exact: true }).getAttribute("href")).toBe(
      `${addresses.sandbox}/${place}`,
    );
  expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(`${addresses.site}/en/games`);
  await context.close();
});

test("dana comes by an advertisement, registers, changes a setting, leaves, and comes back by a code", async () => {
  await inside((host, { attribution }) =>
    host.db.tx(async tx => {
      await attribution.setPromo(tx, { code: "SPRING", type: "bonus", value: "50", utm_campaign: null, ends_at: null });
      await tx.query(
        `WITH pack AS (
           INSERT INTO welcome_pack.packs (id, public_title, is_open)
           VALUES (gen_random_uuid(), '{"ru": "Пакет", "en": "A pack of three deposits", "kz": "Топтама"}', true) RETURNING id)
         INSERT INTO welcome_pack.steps (pack_id, step, kind, currency, percent, max_amount, wager)
         SELECT id, 1, 'deposit_bonus', 'KZT', 100, 50000000000, 30 FROM pack`,
      );
    }),
  );
  const { context, page } = await come();
  const offer = page.getByRole("complementary", { name: "Offer" });
  await open(page, `${mirrorA}/en/faq`);
  await offer.getByText("A pack of three deposits").waitFor();
  await offer.getByText(/^(7 d 0 h|6 d 23 h)/).waitFor();
  await page.screenshot({ path: join(folder, "welcome.png") });
  await open(page, `${mirrorA}/en/faq?promo=SPRING`);
  await offer.getByText("Promo SPRING is waiting for you").waitFor();
  await offer.getByText(/^(3 d 0 h|2 d 23 h)/).waitFor();
  const utm = "utm_source=s&utm_medium=m&utm_campaign=c&utm_term=t";
  await open(page, `${mirrorA}/en/faq?${utm}&subH=sub-1&stag=tag-9`);

  const email = `dana-${Date.now()}@example.com`;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const logOut = async () => {
    await page.getByRole("button", { name: "Account" }).first().click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await wallet(page).waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
  };
  await open(page, `${mirrorA}/en?signup`);
  const form = page.locator("form.au-form");
  await page.getByRole("radio", { name: "E-mail" }).click();
  await form.locator("input[type=email]").fill(email);
  await form.locator("input[type=password]").fill(password);
  await page.getByRole("checkbox").check();
  await button("Open an account").click();
  await wallet(page).waitFor();
  await open(page, `${mirrorA}/en/profile/setting`);
  await page.getByRole("switch", { name: /Hide my name and seal/ }).click();
  await expect.poll(() => log.heard.some(({ path }) => path === "/profile/settings")).toBe(true);
  await logOut();

  await open(page, `${mirrorA}/en?login`);
  await form.locator("input[type=email]").fill(email);
  await button("Get a code by e-mail").click();
  await page.getByLabel("Code", { exact: true }).fill(await codeTo(email));
  await wallet(page).waitFor();
  // She was here before, and is told when.
  await page.getByText("Your last login was on").waitFor();
  await context.close();
});

test("every call of these pages was as the contract says, and those of the specification were among them", async () => {
  await log.settled();
  await inside(async (_host, { modules }) => {
    const routes = modules.flatMap(module => module.handlers ?? []).map(handler => handler.route);
    expect(departures(log.heard, routes)).toEqual([]);
  });
  expect(unheard(sectionSeven, log.heard)).toEqual([]);
  const profiles = log.heard.filter(({ path, status }) => path === "/profile/user" && status === 200);
  for (const { authorization, language } of profiles) {
    expect(authorization).toMatch(/^Bearer [\w-]{43}$/);
    expect(language).toMatch(/^(en|ru|kk)/);
  }
});

/** The newest code that was mailed there and not read before. */
async function codeTo(email: string): Promise<string> {
  const read = async () => {
    const mails = (await (await fetch(`${addresses.sandbox}/outbox?to=${email}`)).json()) as { code?: string }[];
    return mails.length > mailsRead ? mails[0]?.code : undefined;
  };
  await expect.poll(read).toMatch(/^\d{6}$/);
  mailsRead += 1;
  const mails = (await (await fetch(`${addresses.sandbox}/outbox?to=${email}`)).json()) as { code?: string }[];
  return mails[0]?.code ?? "";
}
let mailsRead = 0;

test("dave's country is closed: he sees /no-access and nothing else until it is open again", async () => {
  const setCountry = (country: string) =>
    fetch(`${addresses.sandbox}/geo/countries`, {
      method: "POST",
      body: JSON.stringify(country === "" ? { network: "127.0.0.1", remove: "1" } : { network: "127.0.0.1", country }),
    });
  const { context, page } = await come();
  await open(page, `${addresses.site}/en/games`);
  await setCountry("GB");
  try {
    await expect
      .poll(async () => {
        await page.goto(`${addresses.site}/en/games`);
        return page.url();
      })
      .toBe(`${addresses.site}/en/no-access`);
    const answers = await page.evaluate(`Promise.all(["/geo_ip", "/mirror"].map(async path =>
      (await fetch(document.documentElement.dataset.api + path)).status))`);
    expect(answers).toEqual([451, 200]);
    const program = await come(googlebot);
    await open(program.page, `${addresses.site}/en/games`);
    expect(program.page.url()).toBe(`${addresses.site}/en/games`);
    const refused =
      await program.page.evaluate(`fetch(document.documentElement.dataset.api + "/api/v2/auth/register/email",
      { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }).then(answer => answer.status)`);
    expect(refused).toBe(451);
    await program.context.close();
  } finally {
    await setCountry("");
  }
  await expect
    .poll(async () => {
      await page.goto(`${addresses.site}/en/no-access`);
      return page.url();
    })
    .toBe(`${addresses.site}/en`);
  await context.close();
});

test("gina mistypes her password: the captcha company's widget asks her in its frame, over the login, and lets her in", async () => {
  const { context, page, complaints } = await come();
  const email = `gina-${Date.now()}@example.com`;
  await open(page, `${addresses.site}/en`);
  await register(page, email);
  await context.clearCookies();
  await open(page, `${addresses.site}/en?login`);
  await page.getByRole("radio", { name: "E-mail" }).click();
  const form = page.locator("form.au-form");
  await form.locator("input").first().fill(email);
  const tryWith = async (typed: string) => {
    await form.locator("input[type=password]").fill(typed);
    const answered = page.waitForResponse(/login\/email\/password/);
    await form.locator("button[type=submit]").click();
    await answered;
  };
  for (const typed of ["wrong one", "wrong two", "wrong three"]) await tryWith(typed);
  await tryWith(password);
  const widget = page.locator("dialog.captcha");
  await widget.waitFor();
  // Giving up leaves the login as it was; the next try asks again.
  await widget.getByRole("button", { name: "Cancel" }).click();
  await widget.waitFor({ state: "detached" });
  expect(await page.getByRole("dialog").count()).toBe(1);
  await tryWith(password);
  await page.frameLocator("dialog.captcha iframe").getByRole("button", { name: "I am no program" }).click();
  await wallet(page).waitFor();
  expect(await widget.count()).toBe(0);
  expect(complaints.filter(text => !/status of 4(01|22)/.test(text))).toEqual([]);
  await context.close();
});
