import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDb } from "#kit/db/create-db.ts";
import { launchTestBrowser } from "./browser.ts";
import { untilHydrated, type Visitor, visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

const rollButton = (of: Visitor) =>
  of.button(new RegExp(`^${of.say("dice:action_over", { target: "" }).trim()} [0-9]`));
const ownLink = (page: Page) => page.locator(".bet-history a").first();

/** Passes the first such call to the server, and holds its response until the returned function is called. */
async function holdAnswer(page: Page, method: string, address: RegExp) {
  let answer = () => {};
  const notified = new Promise<void>(resolve => {
    answer = resolve;
  });
  let hasAnswered = () => {};
  const answered = new Promise<void>(resolve => {
    hasAnswered = resolve;
  });
  let count = 0;
  await page.route(address, async route => {
    if (route.request().method() !== method || count++ > 0) return route.fallback();
    // Not by its name, which only a browser resolves.
    const { host, pathname, search } = new URL(route.request().url());
    const headers = { ...(await route.request().allHeaders()), host };
    const response = await route.fetch({ url: inject("app").localApi + pathname + search, headers });
    hasAnswered();
    await notified;
    await route.fulfill({ response });
  });
  return {
    /** The server has responded. */
    answered,
    count: () => count,
    /** The page has received it and had time to show it. */
    async release() {
      const profileReply = page.waitForResponse(
        response => address.test(response.url()) && response.request().method() === method,
      );
      answer();
      await (await profileReply).finished();
      await page.waitForTimeout(300);
    },
  };
}

async function items(of: Visitor, path: string): Promise<readonly { id: string }[]> {
  return (await of.call<{ data: { items: { id: string }[] } }>("GET", path)).data.items;
}

async function comeWithMoney(name: string): Promise<Visitor> {
  const visitor = await visit(browser, { locale: "kz", screen: "phone" });
  await visitor.register(`${name}-${Date.now()}@example.com`);
  await visitor.fund("5000");
  await visitor.go("/games/dice");
  return visitor;
}

test("carol clicks too early and twice, goes back, reloads and loses her network, and each request happens once", async () => {
  const carol = await comeWithMoney("carol");
  const { page } = carol;
  const deposit = page.getByRole("banner").getByRole("link", { name: carol.say("lobby:frame.deposit") });

  // She clicks before hydration, while the scripts are loading.
  let send = () => {};
  const scripts = new Promise<void>(resolve => {
    send = resolve;
  });
  await page.route("**/assets/*.js", async route => {
    await scripts;
    await route.continue();
  });
  // What Android's back gesture asks.
  await page.addInitScript(`globalThis.CloseWatcher = class extends CloseWatcher {
    constructor() {
      super();
      globalThis.newest = this;
    }
  }`);
  // The press of a stake waits two seconds for the scripts; a busy machine takes longer, so the time of this page goes slower.
  await page.addInitScript(`if (!sessionStorage.slowed) {
    sessionStorage.slowed = "once";
    const now = performance.now.bind(performance);
    performance.now = () => now() / 20;
  }`);
  await page.reload({ waitUntil: "commit" });
  await rollButton(carol).dblclick();
  expect(await page.evaluate("'alive' in document.documentElement.dataset")).toBe(false);
  send();
  await ownLink(page).waitFor();
  await page.unrouteAll({ behavior: "wait" });
  expect(await items(carol, "/api/v1/games/dice/rounds")).toHaveLength(1);

  await page.evaluate("globalThis.untouched = true");
  await deposit.click();
  await page.getByRole("dialog").waitFor();
  const entries = await page.evaluate("history.length");
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/kz/games/dice");
  expect(await page.evaluate("globalThis.untouched")).toBe(true);
  // Closed by the gesture it leaves nothing behind: going back once more leaves the page.
  await deposit.click();
  await page.getByRole("dialog").waitFor();
  await page.evaluate("globalThis.newest.requestClose()");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await deposit.click();
  await page.getByRole("dialog").waitFor();
  expect(await page.evaluate("history.length")).toBe(entries);

  await page.locator(".pm-now").click();
  await page.locator(".pm").nth(1).click();
  await page.locator(".pay-go").dblclick();
  await page.getByRole("timer").waitFor();
  expect(await items(carol, "/api/v1/billing/history")).toHaveLength(2);
  const invoice = await page.locator(".pay-top span.num").textContent();
  await page.reload();
  await page.getByRole("timer").waitFor();
  expect(await page.locator(".pay-top span.num").textContent()).toBe(invoice);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  // A first bet that is sent before the socket is open gets the missing client seed as an HTTP error.
  const firstBet = /409 .*\/api\/v1\/games\/dice\/bets$/;
  expect(carol.complaints.splice(0).filter(complaint => !firstBet.test(complaint))).toEqual([]);

  await carol.context.setOffline(true);
  await page.getByText(carol.say("lobby:frame.offline")).waitFor();
  await rollButton(carol).click();
  await carol.context.setOffline(false);
  await page.getByText(carol.say("lobby:frame.offline")).waitFor({ state: "hidden" });
  await expect.poll(() => items(carol, "/api/v1/games/dice/rounds")).toHaveLength(2);
  await expect.poll(() => carol.shownBalance()).toBe(`${(await carol.profile()).total_balance} KZT`);
  await carol.leave();
});

test("dave's access runs out in mid-play: the calls that wait share one renewal, and play goes on", async () => {
  const dave = await comeWithMoney("dave");
  const { page } = dave;
  await rollButton(dave).click();
  await ownLink(page).waitFor();
  const { value, ...cookie } = (await dave.context.cookies(inject("app").site)).find(
    ({ name }) => name === "token",
  ) ?? {
    value: "",
    name: "",
  };
  await dave.context.addCookies([{ ...cookie, value: `worn-${value.slice(0, 20)}` }]);

  let renewals = 0;
  let refused = 0;
  let allRefused = () => {};
  const both = new Promise<void>(resolve => {
    allRefused = resolve;
  });
  page.on("response", answer => {
    if (answer.status() === 401 && ++refused === 2) allRefused();
  });
  await page.route("**/auth/refresh-token", async route => {
    if (route.request().method() === "POST") renewals++;
    await both;
    await route.continue();
  });
  // A list is read and an invoice is opened, both with the expired token.
  await page.getByRole("radio", { name: dave.say("bets:feed.mine") }).click();
  await page
    .getByRole("banner")
    .getByRole("link", { name: dave.say("lobby:frame.deposit") })
    .click();
  await page.locator(".pm-now").click();
  await page.locator(".pm").nth(1).click();
  await page.locator(".pay-go").click();
  await page.getByRole("timer").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("table.feed a[href*='/verify/']").first().waitFor();
  // Background calls of the page may have waited with them.
  expect(refused).toBeGreaterThanOrEqual(2);
  expect(renewals).toBe(1);

  const before = await ownLink(page).getAttribute("href");
  await rollButton(dave).click();
  await expect.poll(() => ownLink(page).getAttribute("href")).not.toBe(before);
  expect(await items(dave, "/api/v1/games/dice/rounds")).toHaveLength(2);
  expect(await items(dave, "/api/v1/billing/history")).toHaveLength(2);
  await dave.leave();
});

test("erin's session is ended elsewhere: the page says so, and after logging in nothing is missing", async () => {
  const erin = await comeWithMoney("erin");
  const { page } = erin;
  const balance = (await erin.profile()).total_balance;
  await erin.call("PUT", "/auth/logout");
  await rollButton(erin).click();
  await page.getByText(erin.say("lobby:frame.session_ended")).waitFor();
  await page
    .getByRole("banner")
    .getByRole("link", { name: erin.say("lobby:frame.log_in") })
    .click();
  const email = page.getByLabel(erin.say("accounts:auth.email"), { exact: true });
  await email.waitFor();
  expect(await page.locator(".wallet").count()).toBe(0);
  await email.fill(erin.email);
  await page.getByLabel(erin.say("accounts:auth.password"), { exact: true }).fill(erin.password);
  await page
    .locator(".au form")
    .getByRole("button", { name: erin.say("accounts:auth.log_in"), exact: true })
    .click();
  await expect.poll(() => erin.shownBalance()).toBe(`${balance} KZT`);
  expect(await items(erin, "/api/v1/games/dice/rounds")).toEqual([]);
  await erin.leave();
});

/** A reward that an operator credits manually. */
async function grantBonus(player: string): Promise<string> {
  const id = randomUUID();
  const db = createDb(inject("app").databaseUrl, { pool: 1 });
  await db.query(
    `INSERT INTO bonuses.bonuses (id, player_id, name, kind, status, currency, amount, wager_target, created_at)
     VALUES ($1, $2, $3, 'manual', 'waiting', 'KZT', 1000000, 0, now())`,
    [id, player, Object.fromEntries(["ru", "en", "kz"].map(locale => [locale, "A gift from Fairhouse"]))],
  );
  await db.end();
  return id;
}

test("gleb signs in over a run for nothing: it is over, and none of its bets is his", async () => {
  const gleb = await comeWithMoney("gleb");
  const { page } = gleb;
  await gleb.forget();
  await gleb.go("/games/dice");
  await page.getByRole("radio", { name: gleb.say("bets:mode.auto"), exact: true }).click();
  const start = gleb.button(gleb.say("bets:auto.begin"));
  await start.click();
  await page.locator(".bet-history").getByText(/[0-9]/).first().waitFor();
  await page
    .getByRole("banner")
    .getByRole("link", { name: gleb.say("lobby:frame.log_in") })
    .click();
  await page.getByLabel(gleb.say("accounts:auth.email"), { exact: true }).fill(gleb.email);
  await page.getByLabel(gleb.say("accounts:auth.password"), { exact: true }).fill(gleb.password);
  await page
    .locator(".au form")
    .getByRole("button", { name: gleb.say("accounts:auth.log_in"), exact: true })
    .click();
  await page.locator(".wallet").waitFor();
  await page.waitForURL(/\/games\/dice$/);
  await page.getByRole("radio", { name: gleb.say("bets:mode.auto"), exact: true }).click();
  await start.waitFor();
  expect(await items(gleb, "/api/v1/games/dice/rounds")).toEqual([]);
  await gleb.leave();
});

test("frank's rejected input is shown: a notification for each field, one with a title, and the error is sent to the server log", async () => {
  const frank = await visit(browser, { locale: "en", screen: "desktop" });
  const { page } = frank;
  const toast = (text: string) => page.locator(".toast", { hasText: text });
  await frank.go("/?login");
  // The caret stays at a corrected digit, whatever the mask inserts.
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: frank.say("accounts:auth.by_phone") })
    .click();
  const phone = page.getByLabel(frank.say("accounts:auth.phone"), { exact: true });
  await phone.pressSequentially("7071234");
  for (let step = 0; step < 5; step++) await phone.press("ArrowLeft");
  await phone.press("Backspace");
  await phone.pressSequentially("90");
  expect(await phone.inputValue()).toBe("(709) 012 34");
  expect(await page.evaluate("document.activeElement.selectionStart")).toBe(7);

  await page
    .getByRole("dialog")
    .getByRole("radio", { name: frank.say("accounts:auth.by_email") })
    .click();
  await page.getByLabel(frank.say("accounts:auth.email"), { exact: true }).fill(`frank-${Date.now()}@example.com`);
  await page.getByLabel(frank.say("accounts:auth.password"), { exact: true }).fill("not the right one");
  const event = page.waitForRequest(
    request => request.url().endsWith("/api/v2/tracking/events") && !!request.postData()?.includes("loginFailed"),
  );
  await page.locator("form.au-form button[type=submit]").click();
  const text = "Incorrect phone, email or password.";
  await toast(text).waitFor();
  expect(await toast(text).locator("b").allTextContents()).toEqual(["Couldn't sign you in"]);
  const { name, data } = (await event).postDataJSON() as { name: string; data: object };
  expect([name, data]).toEqual(["loginFailed", { session_id: expect.any(String), error: text }]);

  await frank.register(`frank-${Date.now()}@example.com`);
  const granted = await grantBonus((await frank.profile()).id);
  await frank.go("/profile/access");
  await page.getByText("A gift from Fairhouse").waitFor();
  const bonusCookie = (await frank.context.cookies()).find(cookie => cookie.name === "super_bonus");
  expect(bonusCookie?.value).toBe(granted);
  expect((bonusCookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(182 * 86_400);
  await frank.button(frank.say("accounts:access.change_password")).click();
  await page.getByLabel(frank.say("accounts:password.old"), { exact: true }).fill("not the right one");
  await page.getByLabel(frank.say("accounts:password.new"), { exact: true }).fill("short");
  await page.getByLabel(frank.say("accounts:password.again"), { exact: true }).fill("another");
  await frank.button(frank.say("accounts:password.save")).click();
  await toast(frank.say("accounts:validation.password_too_short")).waitFor();

  await frank.go("/profile/setting");
  const errors = { timezone: ["timezone_invalid"], locale: ["locale_invalid"] };
  await page.route("**/profile/settings", route =>
    route.request().method() === "PUT"
      ? route.fulfill({
          status: 422,
          json: { code: "validation_failed", message: "Check.", errors },
          headers: {
            "access-control-allow-origin": new URL(page.url()).origin,
            "access-control-allow-credentials": "true",
          },
        })
      : route.fallback(),
  );
  await page.getByRole("switch").first().click();
  await toast(frank.say("accounts:validation.timezone_invalid")).waitFor();
  await toast(frank.say("accounts:validation.locale_invalid")).waitFor();
  await frank.leave();
});

test("gina is quicker than her line: what she marks, chooses and leaves meanwhile stays as she wanted it", async () => {
  const gina = await visit(browser, { locale: "en", screen: "desktop" });
  const { page } = gina;
  await gina.register(`gina-${Date.now()}@example.com`);
  const favourites = async () =>
    (await gina.call<{ data: { games: string[] } }>("GET", "/api/v1/games/favourites")).data.games;
  await gina.call("PUT", "/api/v1/games/favourites", { games: ["keno", "hilo"] });

  const list = await holdAnswer(page, "GET", /\/games\/favourites$/);
  await page.goto(`${inject("app").site}/en/games`);
  await list.answered;
  const star = page.getByRole("button", { name: gina.say("lobby:shelf.mark", { game: "Dice" }) }).last();
  await star.click();
  await expect.poll(() => star.getAttribute("aria-pressed")).toBe("true");
  await list.release();
  await expect.poll(favourites).toEqual(["keno", "hilo", "dice"]);

  // A round may be open: none is begun before the page knows.
  let send = () => {};
  const rounds = new Promise<void>(resolve => {
    send = resolve;
  });
  await page.route(/\/games\/miner$/, async route => {
    await rounds;
    await route.fallback();
  });
  await page.goto(`${inject("app").site}/en/games/miner`);
  await untilHydrated(page);
  const begin = gina.button(gina.say("miner:action"));
  expect(await begin.getAttribute("aria-busy")).toBe("true");
  send();
  await expect.poll(() => begin.getAttribute("aria-busy")).toBe(null);

  await gina.go("/profile/setting");
  const change = await holdAnswer(page, "PUT", /\/profile\/settings$/);
  const currency = page.getByLabel(gina.say("profile:currency"));
  await currency.selectOption("EUR");
  await change.answered;
  expect((await gina.profile()).currency).toBe("EUR");
  await currency.selectOption("USD");
  expect(await currency.inputValue()).toBe("USD");
  // Sequential: if both were sent at once, the second would have a response by now.
  await page.waitForTimeout(500);
  await change.release();
  await expect.poll(async () => (await gina.profile()).currency).toBe("USD");
  await expect.poll(() => gina.shownBalance()).toContain("USD");
  expect(await currency.inputValue()).toBe("USD");

  const heldAnswer = await holdAnswer(page, "PUT", /\/profile\/settings$/);
  await page.getByRole("switch").first().click();
  await heldAnswer.answered;
  await page.locator(".ava-btn").click();
  await page.getByRole("menuitem", { name: gina.say("lobby:frame.log_out") }).click();
  await page.locator(".wallet").waitFor({ state: "detached" });
  await heldAnswer.release();
  expect(await page.locator(".wallet").count()).toBe(0);
  await gina.leave();
});
