import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { captchaKey, captchaSecret } from "#apps/sandbox/captcha-provider.ts";
import { createModules, type Modules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { readConfig } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { openTestPack } from "#modules/welcome-pack/testing/test-packs.ts";
import { setUpMirrorsAndRegions } from "#tools/demo/mirrors-and-regions.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import type { RunningApp } from "#tools/start/start-app.ts";
import { type AppAddresses, startOwnApp } from "./app.ts";
import { launchTestBrowser } from "./browser.ts";
import { account, callFrom, newPhone, register } from "./from-a-page.ts";
import { messagesTo } from "./inbox.ts";
import { departures, missingCalls, networkLog } from "./network-log.ts";
import { sectionSeven } from "./section-seven.ts";
import { openShared, type SharedBrowser } from "./shared-browser.ts";
import { say } from "./texts.ts";

// A separate installation: its configuration places this machine's address in another country.
const folder = await ownFolder("fairhouse-mirrors-");
/** A new password, as the password reset calls take it. */
const chosen = { password: "a-brand-new-battery", password_confirm: "a-brand-new-battery" };
const restore = "/api/v2/auth/password";
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/** A captcha provider in place of the built-in proof of work. */
const captchaProvider = (sandbox: string) => ({
  CAPTCHA_SCRIPT_URL: `${sandbox}/captcha/api.js`,
  CAPTCHA_VERIFY_URL: `${sandbox}/captcha/siteverify`,
  CAPTCHA_SITE_KEY: captchaKey,
  CAPTCHA_SECRET: captchaSecret,
});

let browser: Browser;
let app: RunningApp;
let addresses: AppAddresses;
let mirrorA: string;
let mirrorB: string;
/** The browsers: shared, with a test clock, and of a crawler. */
let browsers: { plain: SharedBrowser; clock: SharedBrowser; program: SharedBrowser };
/** Every call of every page of these tests. */
const log = networkLog();

/** A mirror whose address does not respond. */
const dead = { name: "mirror-dead.localhost", address: "127.0.0.2" };

beforeAll(async () => {
  const switches = [`--host-resolver-rules=MAP ${dead.name} ${dead.address}`];
  [browser, { app, addresses }] = await Promise.all([
    launchTestBrowser(switches),
    startOwnApp(folder, captchaProvider),
  ]);
  const port = new URL(addresses.site).port;
  mirrorA = `http://mirror-a.localhost:${port}`;
  mirrorB = `http://mirror-b.localhost:${port}`;
  await inside((host, modules) => setUpMirrorsAndRegions(host, modules, addresses.sandbox));
  const wanted = { sites: [addresses.site, mirrorA, mirrorB], log };
  const [plain, clock, program] = await Promise.all([
    openShared(browser, wanted),
    openShared(browser, { ...wanted, clock: true }),
    openShared(browser, { ...wanted, agent: googlebot }),
  ]);
  browsers = { plain, clock, program };
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs work as another server process would. */
async function inside(work: (host: Host, modules: Modules) => Promise<unknown>): Promise<void> {
  const { host, close } = systemHost(readConfig(app.environment));
  await work(host, createModules(host)).finally(close);
}

/** Opens an address and waits until its page is interactive, also across a sign-on redirect. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "commit" }).catch((error: Error) => {
    // A page that redirects at that moment also returns. Chromium reports it in one of two ways.
    if (!/interrupted by another navigation|net::ERR_ABORTED/.test(error.message)) throw error;
  });
  await alive(page);
}

/** A page that is about to redirect is not hydrated: only a page that stays is. */
async function alive(page: Page): Promise<void> {
  const isAlive = `Object.keys(document.body ?? {}).some(name => name.startsWith("__reactFiber"))`;
  // During navigation the page cannot be evaluated.
  await expect.poll(() => page.evaluate(isAlive).catch(() => false)).toBe(true);
}

/** Waits until the background calls of the pages are in the log as the specification requires. */
const reportedOf = (...calls: readonly string[]) =>
  expect
    .poll(() =>
      missingCalls(
        sectionSeven.filter(([call]) => calls.includes(call)),
        log.calls,
      ),
    )
    .toEqual([]);

/** Code and link of the newest message, once this many have arrived. */
async function messageTo(to: string, count: number): Promise<{ code: string; link: string }> {
  const [newest] = await messagesTo(addresses.sandbox, to, count);
  return { code: newest?.code ?? "", link: newest?.link ?? "" };
}
const wallet = (page: Page) => page.locator("button.wallet");
const cookieOf = async (context: BrowserContext, site: string, name: string) =>
  (await context.cookies(site)).find(cookie => cookie.name === name);

test("alice signs in on one mirror and arrives signed in on the main host and on the other mirror", async () => {
  const { context, page, documents, complaints, leave } = await browsers.clock.comeTo();
  await open(page, `${mirrorA}/en/faq`);
  const email = `alice-${Date.now()}@example.com`;
  await register(page, email);
  await context.clearCookies({ name: "token" });
  await open(page, `${mirrorA}/en/faq?login`);
  const form = page.locator("form.au-form");
  await form.locator("input").first().fill(email);
  await form.locator("input[type=password]").fill(account.password);
  documents.splice(0);
  await form.locator("button[type=submit]").click();
  await wallet(page).waitFor();
  expect(documents[0]).toMatch(/^http:\/\/api\.fairhouse\.localhost:\d+\/sso\?grant=[\w-]{43}&return=/);
  expect(page.url()).toBe(`${mirrorA}/en/faq`);
  // The sign-in passed through another page, and the deposit is still offered after 17 s.
  await page.clock.runFor(17_000);
  await page.getByRole("dialog").waitFor();
  expect(page.url()).toBe(`${mirrorA}/en/faq?deposit`);

  await open(page, `${addresses.site}/en/faq`);
  await wallet(page).waitFor();

  documents.splice(0);
  await page.goto(`${mirrorB}/en/faq?tab=1`);
  await wallet(page).waitFor();
  await expect.poll(() => page.url()).toBe(`${mirrorB}/en/faq?tab=1`);
  // The token was in one URL, which redirected to another and was never shown.
  const withToken = documents.filter(address => address.includes("simpleAuthToken"));
  expect(withToken).toHaveLength(1);
  expect(documents.at(-1)).toBe(`${mirrorB}/en/faq?tab=1&no_sso=1`);
  expect(await page.evaluate("document.referrer")).toBe("");
  expect(await cookieOf(context, mirrorB, "simpleAuthToken")).toBeUndefined();
  await expect.poll(() => cookieOf(context, mirrorB, "ssoProof")).toBeUndefined();
  expect((await cookieOf(context, mirrorB, "simpleAuth"))?.value).toBe("true");

  await reportedOf(
    "POST /middleware/mirror",
    "POST /middleware/affiliate",
    "POST /middleware/ip",
    "PUT /api/v2/tracking/events",
    "GET /geo_ip",
    "GET /bonus-system/bonus-activation/waiting-reg-and-dep",
    "GET /api/getMirrorsToCheck",
  );
  // The same URL does not sign in again: neither in this browser nor in mallory's.
  const mallory = await browsers.plain.comeTo();
  const used = withToken[0] ?? "";
  await open(mallory.page, used);
  expect(await wallet(mallory.page).count()).toBe(0);
  expect(await cookieOf(mallory.context, mirrorB, "token")).toBeUndefined();
  await mallory.leave();
  expect(complaints).toEqual([]);
  await leave();
});

test("alice leaves one mirror, and is out of her open pages in another tab, on the main host and on the other mirror", async () => {
  const { context, page, leave } = await browsers.plain.comeTo();
  const [a, tab, b] = [await context.newPage(), await context.newPage(), await context.newPage()];
  // One of them was open before she came.
  await open(tab, `${mirrorA}/en/games/dice`);
  await open(page, `${addresses.site}/en/faq`);
  await register(page, `leaver-${Date.now()}@example.com`);
  const pages = { main: page, a, tab, b };
  const closed = new Set<string>();
  for (const [name, each] of Object.entries(pages))
    each.on("websocket", socket => socket.on("close", () => closed.add(name)));
  await Promise.all([
    open(pages.main, `${addresses.site}/en/faq`),
    open(pages.a, `${mirrorA}/en/faq`),
    open(pages.b, `${mirrorB}/en/faq`),
  ]);
  await wallet(a).waitFor();
  await tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  for (const each of Object.values(pages)) await wallet(each).waitFor();
  closed.clear();
  await pages.a.getByRole("button", { name: "Account" }).click();
  await pages.a.getByRole("menuitem", { name: "Sign out" }).click();
  for (const each of Object.values(pages)) await wallet(each).waitFor({ state: "detached" });
  await expect.poll(() => [...closed].sort()).toEqual(["a", "b", "main", "tab"]);
  // On every other page she is a guest, and stays one.
  await Promise.all([open(pages.b, `${mirrorB}/en/faq`), open(pages.main, `${addresses.site}/en/faq`)]);
  await Promise.all([pages.b, pages.main].map(each => each.waitForLoadState("networkidle")));
  for (const each of [pages.main, pages.b]) expect(await wallet(each).count()).toBe(0);
  await leave();
});

test("alice's browser tries every mirror after a while and reports which of them is down", async () => {
  const silence = createServer(() => undefined).listen(Number(new URL(mirrorA).port), dead.address);
  await inside((host, { mirrors }) => host.db.tx(tx => mirrors.register(tx, dead.name, {})));
  const { page, complaints, leave } = await browsers.clock.comeTo();
  await open(page, `${mirrorA}/en/faq`);
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
  // Its clock is paused until the live mirrors respond; then the four seconds of the dead one pass.
  const living = [addresses.site, mirrorA, mirrorB].map(site => new URL(site).host);
  await expect.poll(() => [...answered].sort()).toEqual([...living].sort());
  const reported = page.waitForRequest(request => request.url().endsWith("/api/sendAntiBonusResult"));
  await page.clock.runFor(4_000);
  const { results } = (await reported).postDataJSON();
  expect(results).toEqual({
    ...Object.fromEntries(living.map(each => [each, expect.any(Number)])),
    [`${dead.name}:${new URL(mirrorA).port}`]: null,
  });
  expect((await (await reported).response())?.status()).toBe(204);
  await inside(async (host, { mirrors }) => {
    const { rows } = await host.db.query("SELECT hostname FROM mirrors.country_reachability WHERE failed > 0");
    expect(rows).toEqual([{ hostname: dead.name }]);
    await host.db.tx(tx => mirrors.withdraw(tx, dead.name));
  });
  expect(complaints).toEqual([]);
  await leave();
  silence.close();
});

test("bob is a guest: he is redirected once, returns to his address, and is not redirected again", async () => {
  await inside((host, { redirects }) =>
    host.db.tx(tx => redirects.replace(tx, [{ path: "/vip-club", target: "/top" }])),
  );
  const { context, page, documents, leave } = await browsers.plain.comeTo();
  await open(page, `${mirrorA}/en/faq?stag=tag-1&partner=p-7`);
  await expect.poll(() => page.url()).toBe(`${mirrorA}/en/faq?stag=tag-1&partner=p-7`);
  expect(documents.filter(address => address.includes("/sso?"))).toHaveLength(1);
  await expect.poll(() => cookieOf(context, mirrorA, "ssoRedirected")).toBeUndefined();
  const stag = () => cookieOf(context, mirrorA, "stag");
  await expect.poll(async () => (await stag())?.value).toBe("tag-1");
  expect(((await stag())?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(86_400 - 60);
  documents.splice(0);
  await open(page, `${mirrorA}/en/faq`);
  await page.reload();
  await alive(page);
  expect(documents).toEqual([`${mirrorA}/en/faq`, `${mirrorA}/en/faq`]);
  // A moved URL redirects, also on client-side navigation.
  // It does not redirect when he went back before the response; it does when he visits the URL again.
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route("**/middleware/mirrorRedirect", async route => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/middleware/mirrorRedirect");
  const club = page.getByRole("link", { name: "VIP club", exact: true }).first();
  await club.click();
  const redirect = await asked;
  await expect.poll(() => page.url()).toBe(`${mirrorA}/en/vip-club`);
  await page.goBack();
  await expect.poll(() => page.url()).toBe(`${mirrorA}/en/faq`);
  answer();
  await (await redirect.response())?.finished();
  await page.waitForTimeout(300);
  expect(page.url()).toBe(`${mirrorA}/en/faq`);
  await page.unroute("**/middleware/mirrorRedirect");
  await club.click();
  await expect.poll(() => page.url()).toBe(`${mirrorA}/en/top`);
  await leave();
});

test("carol keeps no cookies and is not sent in circles; a program is not sent at all and gets the page whole", async () => {
  const { context, page, documents, leave } = await browsers.plain.comeTo();
  await page.route("**/*", async route => {
    await context.clearCookies();
    await route.continue();
  });
  await open(page, `${mirrorA}/en/faq`);
  expect(documents.filter(address => address.includes("/sso?")).length).toBeLessThanOrEqual(1);
  await leave();
  const program = await browsers.program.comeTo();
  await open(program.page, `${mirrorA}/en/faq`);
  expect(program.documents).toEqual([`${mirrorA}/en/faq`]);
  expect(await program.page.title()).not.toBe("");
  await program.leave();
});

test("the mirrors' pages may call their own API only, and show what belongs to them", async () => {
  const { page, leave } = await browsers.plain.comeTo();
  await open(page, `${mirrorA}/en/faq`);
  const own = await page.evaluate("document.documentElement.dataset.api");
  expect(own).toBe(mirrorA.replace("://", "://api."));
  for (const [name, path] of [
    ["Telegram channel", "channel"],
    ["Partners", "partners"],
  ] as const)
    expect(await page.getByRole("link", { name, exact: true }).getAttribute("href")).toBe(
      `${addresses.sandbox}/${path}`,
    );
  expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(`${addresses.site}/en/faq`);
  await leave();
});

test("dana comes by an advertisement, registers, changes a setting, leaves, and comes back by a code", async () => {
  await inside(async (host, { attribution }) => {
    await host.db.tx(tx =>
      attribution.setPromo(tx, { code: "SPRING", type: "bonus", value: "50", utmCampaign: null, endsAt: null }),
    );
    await openTestPack(host, { currency: "KZT", title: "A pack of three deposits", caps: [5000, 3000, 1000] });
  });
  const { page, leave } = await browsers.plain.comeTo();
  const offer = page.getByRole("complementary", { name: "Offer" });
  await open(page, `${mirrorA}/en/faq`);
  await offer.getByText("A pack of three deposits").waitFor();
  await offer.getByText(/^6 d 23 h \d+ min \d+ s left$|^7 d 0 h 0 min 0 s left$/).waitFor();
  // On a game page the offer points at Register, until it is dismissed for a day.
  await open(page, `${mirrorA}/en/games/dice`);
  const tip = page.locator(".regdep-tooltip");
  await tip.getByText("A pack of three deposits: register to get it").waitFor();
  const [tipBox, buttonBox] = [await tip.boundingBox(), await page.locator("header.top a.primary").boundingBox()];
  expect(tipBox?.y).toBeGreaterThan((buttonBox?.y ?? 0) + (buttonBox?.height ?? 0));
  await tip.getByRole("button", { name: "Hide this offer for a day" }).click();
  await tip.waitFor({ state: "detached" });
  const means = page.locator(".white-tooltip").filter({ hasText: "Return to player" });
  await page.getByRole("button", { name: "RTP 99%" }).hover();
  await means.waitFor();
  await page.keyboard.press("Escape");
  await open(page, `${mirrorA}/en/games/dice`);
  await page.waitForLoadState("networkidle");
  expect(await tip.count()).toBe(0);
  await open(page, `${mirrorA}/en/faq?promo=SPRING`);
  await offer.getByText("Promo code SPRING is ready to use").waitFor();
  await offer.getByText(/^2 d 23 h \d+ min \d+ s left$|^3 d 0 h 0 min 0 s left$/).waitFor();
  const utm = "utm_source=s&utm_medium=m&utm_campaign=c&utm_term=t";
  await open(page, `${mirrorA}/en/faq?${utm}&subH=sub-1&stag=tag-9`);
  await reportedOf("POST /middleware/utm", "POST /middleware/registerPageOpenEvent");

  const email = `dana-${Date.now()}@example.com`;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await open(page, `${mirrorA}/en/faq?signup`);
  const form = page.locator("form.au-form");
  await page.getByRole("radio", { name: "Email" }).click();
  await form.locator("input[type=email]").fill(email);
  await form.locator("input[type=password]").fill(account.password);
  await page.getByRole("checkbox").check();
  await button("Create account").click();
  await wallet(page).waitFor();
  // As if she had dismissed the deposit offer, which appears 17 s after a registration, during the steps below.
  await page.evaluate("sessionStorage.setItem('deposit-prompt-closed', '1')");
  await reportedOf("POST /attachSource");
  // The pack is hers now, and its countdown goes on.
  await offer.getByText("A pack of three deposits · 1/3").waitFor();
  await offer.getByText(/^6 d 23 h \d+ min \d+ s left$/).waitFor();
  await open(page, `${mirrorA}/en/profile/setting`);
  await page.getByRole("switch", { name: /Hide my name and avatar/ }).click();
  await reportedOf("PUT /profile/settings");
  await page.getByRole("button", { name: "Account" }).first().click();
  // Her line is dead: she is signed out here all the same, and on the server when it is back.
  const end = "**/auth/logout";
  await page.route(end, () => undefined);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await wallet(page).waitFor({ state: "detached" });
  const ended = page.waitForResponse(response => response.url().endsWith("/auth/logout") && response.status() === 204);
  await page.unroute(end);
  await ended;

  // A guest has no settings.
  await page.waitForURL(`${mirrorA}/en`);
  await open(page, `${mirrorA}/en/faq?login`);
  await form.locator("input[type=email]").fill(email);
  await button("Get a code by email").click();
  await page.getByLabel("Code", { exact: true }).fill((await messageTo(email, 1)).code);
  await wallet(page).waitFor();
  // She has signed in before, and the page shows when.
  await page.getByText("Your last sign-in was on").waitFor();

  // The main host restores her session, and no longer after a sign-out that has not reached the server.
  await open(page, `${addresses.site}/en/faq`);
  await wallet(page).waitFor();
  await page.route(end, () => undefined);
  await page.getByRole("button", { name: "Account" }).first().click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await wallet(page).waitFor({ state: "detached" });
  await open(page, `${addresses.site}/en/faq`);
  await page.waitForLoadState("networkidle");
  expect(await wallet(page).count()).toBe(0);
  await leave();
});

test("nadia forgets her password: by a mailed code on one mirror, by the link of an SMS on the other", async () => {
  const { context, page, complaints, leave } = await browsers.plain.comeTo();
  const field = (name: string) => page.getByLabel(say("en", `accounts:${name}`), { exact: true });
  const press = (name: string) =>
    page.getByRole("button", { name: say("en", `accounts:${name}`), exact: true }).click();
  const choose = async () => {
    await field("password.new").fill(chosen.password);
    await field("password.again").fill(chosen.password);
    await press("password.save");
    await wallet(page).waitFor();
  };
  const email = `nadia-${Date.now()}@example.com`;
  await open(page, `${mirrorA}/en/password/reset`);
  await callFrom(page, "POST /api/v2/auth/register/email", { email, ...account });
  await field("auth.email").fill(email);
  await press("password.send");
  await page.getByRole("timer").waitFor();
  await field("auth.code").fill((await messageTo(email, 1)).code);
  await choose();
  expect(new URL(page.url()).origin).toBe(mirrorA);

  // Left first: it would still call, and be refused without a token.
  await page.goto("about:blank");
  await context.clearCookies();
  const phone = newPhone();
  await open(page, `${mirrorB}/en/password/reset`);
  await callFrom(page, "POST /api/v2/auth/register/phone", { phone, ...account });
  await page.getByRole("radio", { name: say("en", "accounts:auth.by_phone") }).click();
  await field("auth.phone").fill(phone);
  await press("password.send");
  await page.getByRole("timer").waitFor();
  // The link leads to the mirror on which it was requested.
  const { link } = await messageTo(phone, 2);
  expect(new URL(link).origin).toBe(mirrorB);
  await open(page, link);
  await choose();
  expect(new URL(page.url()).origin).toBe(mirrorB);
  expect(complaints).toEqual([]);
  await leave();
});

test("programs of others go through the same by calls of their own, from the pages of a mirror", async () => {
  const { page, leave } = await browsers.plain.comeTo();
  await open(page, `${mirrorB}/en/faq`);
  const forget = async (contactKind: "email" | "phone", to: string, messagesBefore: number) => {
    await callFrom(page, `POST /api/v2/auth/register/${contactKind}`, { [contactKind]: to, ...account });
    await callFrom(page, `POST ${restore}/${contactKind}/forgot`, { [contactKind]: to });
    const { code, link } = await messageTo(to, messagesBefore + 1);
    return { code, token: new URL(link).pathname.split("/").at(-1) ?? "" };
  };
  const exchange = (contactKind: "email" | "phone", by: "code" | "token", proof: object) =>
    callFrom<{ data: { reset_token: string } }>(page, `POST ${restore}/${contactKind}/${by}/confirm`, proof);

  const email = `programs-${Date.now()}@example.com`;
  const { token } = await forget("email", email, 0);
  await callFrom(page, `POST ${restore}/email/token/check`, { token });
  const exchanged = await exchange("email", "token", { token });
  await callFrom(page, `POST ${restore}/email/reset/token`, { token: exchanged.data.reset_token, ...chosen });

  const other = `other-${email}`;
  const { code } = await forget("email", other, 0);
  await callFrom(page, `POST ${restore}/email/reset/code`, { email: other, code, ...chosen });

  const phone = newPhone();
  const sent = await forget("phone", phone, 1);
  await exchange("phone", "token", { token: sent.token });
  const confirmed = await exchange("phone", "code", { phone, code: sent.code });
  await callFrom(page, `POST ${restore}/phone/reset`, { token: confirmed.data.reset_token, ...chosen });
  await leave();
});

test("every call of these pages was as the contract says, and those of the specification were among them", async () => {
  await inside(async (_host, { all: modules }) => {
    const routes = modules.flatMap(module => module.handlers ?? []).map(handler => handler.route);
    expect(departures(log.calls, routes)).toEqual([]);
  });
  expect(missingCalls(sectionSeven, log.calls)).toEqual([]);
  const profiles = log.calls.filter(({ path, status }) => path === "/profile/user" && status === 200);
  for (const { authorization, language } of profiles) {
    expect(authorization).toMatch(/^Bearer [\w-]{43}$/);
    expect(language).toMatch(/^(en|ru|kk)/);
  }
});

test("dave's country is blocked: he sees /no-access and nothing else until it is open again", async () => {
  const setCountry = (country: string) =>
    fetch(`${addresses.sandbox}/geo/countries`, {
      method: "POST",
      body: JSON.stringify(country === "" ? { network: "127.0.0.1", remove: "1" } : { network: "127.0.0.1", country }),
    });
  const { page, leave } = await browsers.plain.comeTo();
  const answersWith = (status: number) =>
    expect.poll(async () => (await fetch(`${addresses.localApi}/geo_ip`)).status).toBe(status);
  await page.goto(`${addresses.site}/en/faq`);
  await setCountry("GB");
  try {
    await answersWith(451);
    await page.goto(`${addresses.site}/en/faq`);
    expect(page.url()).toBe(`${addresses.site}/en/no-access`);
    const answers = await page.evaluate(`Promise.all(["/geo_ip", "/mirror"].map(async path =>
      (await fetch(document.documentElement.dataset.api + path)).status))`);
    expect(answers).toEqual([451, 200]);
    const program = await browsers.program.comeTo();
    await program.page.goto(`${addresses.site}/en/faq`);
    expect(program.page.url()).toBe(`${addresses.site}/en/faq`);
    const refused =
      await program.page.evaluate(`fetch(document.documentElement.dataset.api + "/api/v2/auth/register/email",
      { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }).then(answer => answer.status)`);
    expect(refused).toBe(451);
    await program.leave();
  } finally {
    await setCountry("");
  }
  await answersWith(200);
  await page.goto(`${addresses.site}/en/no-access`);
  expect(page.url()).toBe(`${addresses.site}/en`);
  await leave();
});

test("gina mistypes her password: the captcha provider's widget appears in its frame, over the login, and lets her in", async () => {
  const { context, page, complaints, leave } = await browsers.plain.comeTo();
  const email = `gina-${Date.now()}@example.com`;
  await open(page, `${addresses.site}/en/faq`);
  await register(page, email);
  await context.clearCookies();
  await open(page, `${addresses.site}/en/faq?login`);
  await page.getByRole("radio", { name: "Email" }).click();
  const form = page.locator("form.au-form");
  await form.locator("input").first().fill(email);
  const tryWith = async (typed: string) => {
    await form.locator("input[type=password]").fill(typed);
    const answered = page.waitForResponse(/login\/email\/password/);
    await form.locator("button[type=submit]").click();
    await answered;
  };
  for (const typed of ["wrong one", "wrong two", "wrong three"]) await tryWith(typed);
  await tryWith(account.password);
  const widget = page.locator("dialog.captcha");
  await widget.waitFor();
  // Cancelling leaves the login as it was; the next try requires it again.
  await widget.getByRole("button", { name: "Cancel" }).click();
  await widget.waitFor({ state: "detached" });
  expect(await page.getByRole("dialog").count()).toBe(1);
  await tryWith(account.password);
  await page.frameLocator("dialog.captcha iframe").getByRole("button", { name: "I'm not a robot" }).click();
  await wallet(page).waitFor();
  expect(await widget.count()).toBe(0);
  expect(complaints.filter(text => !/status of 4(01|22)/.test(text))).toEqual([]);
  await leave();
});
