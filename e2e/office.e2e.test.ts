import { randomBytes, randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { readConfig } from "#kit/host/config.ts";
import type { Role } from "#modules/operators/shared/permissions.ts";
import { countGameDays } from "#modules/wallet/server/index.ts";
import { runningAppEnvironment } from "#tools/start/running-database.ts";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser, patience } from "./browser.ts";
import { messagesTo } from "./inbox.ts";
import { say } from "./texts.ts";
import { tooWide } from "./too-wide.ts";
import { plugInDevice } from "./virtual-device.ts";
import { listen, screens, userAgent, type Visitor, visit } from "./visitor.ts";

const password = "a long enough password";
const t = (key: string, values?: Readonly<Record<string, string>>) => say("en", `office:${key}`, values);

/** An operator in their own browser. */
interface Operator {
  readonly name: string;
  readonly email: string;
  readonly page: Page;
  readonly complaints: readonly string[];
  enter(path: string): Promise<void>;
  /** The table row with this text. There may be others: all tests share the installation. */
  row(words: string): Locator;
  /** Presses a button, fills in its dialog, and confirms. */
  decide(row: string, action: string, fill?: (page: Page) => Promise<void>, table?: string): Promise<void>;
}

let browser: Browser;
let beside: ReturnType<typeof systemHost>;
beforeAll(async () => {
  browser = await launchTestBrowser();
  beside = systemHost(readConfig(await runningAppEnvironment({ DATA_DIR: inject("app").folder })));
});
afterAll(async () => {
  await beside.close();
  await browser.close();
});

/** Checks the operator's current page at a phone's width. */
async function fitsPhone({ page }: Operator): Promise<void> {
  await page.setViewportSize(screens.phone);
  expect(await tooWide(page), page.url()).toEqual([]);
  await page.setViewportSize(screens.desktop);
}

const isFocused = async (element: Locator): Promise<boolean> =>
  (await element.and(element.page().locator(":focus")).count()) === 1;

/** The payout's own page has the decision of the list. */
async function approvesOnItsPage({ page, row }: Operator, sum: string): Promise<void> {
  await row(sum).locator("a[href^='/payouts/']").click();
  // Its dialog has a button of the same name.
  const approve = page.locator(".panel-head button:not(dialog *)", { hasText: t("payouts.approve") });
  await approve.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("payouts.approve"), exact: true })
    .click();
  await approve.waitFor({ state: "detached" });
}

/** What an app with this secret shows now. */
const codeOf = (secret: Uint8Array | string): string =>
  new TOTP({
    algorithm: "SHA1",
    digits: 6,
    period: 30,
    secret:
      typeof secret === "string" ? Secret.fromBase32(secret) : new Secret({ buffer: Uint8Array.from(secret).buffer }),
  }).generate();

async function hire(name: string, role: Role): Promise<Operator> {
  // Another one at each attempt of a test.
  const [secret, email] = [randomBytes(20), `${name.toLowerCase()}.${randomBytes(3).toString("hex")}@house.example`];
  const { operators } = createModules(beside.host);
  await operators.registerDemoOperator({ email, name, role, password, secret });
  const context = await browser.newContext({ viewport: screens.desktop, locale: "en", userAgent });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const complaints = listen(page);
  const { office } = inject("app");
  await page.goto(`${office}/`);
  await page.waitForURL(`${office}/login`);
  await page.getByLabel(t("login.email")).fill(email);
  await page.getByLabel(t("login.password")).fill(password);
  await page.getByRole("button", { name: t("login.next") }).click();
  await page.getByLabel(t("login.code")).fill(codeOf(secret));
  await page.getByRole("button", { name: t("login.enter") }).click();
  await page.waitForURL(`${office}/`);
  const row = (words: string) => page.locator("tr", { hasText: words });
  return {
    name,
    email,
    page,
    complaints,
    async enter(path) {
      await page.goto(office + path);
      await page.waitForLoadState("networkidle");
      await page.locator(".page-body").waitFor();
    },
    row,
    async decide(words, action, fill, table) {
      const rows = table === undefined ? page : page.getByRole("region", { name: table, exact: true });
      const scope = words === "" ? page.locator(".bar") : rows.locator("tr", { hasText: words });
      await scope.getByRole("button", { name: action, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await fill?.(page);
      await dialog.getByRole("button", { name: action, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
    },
  };
}

/**
 * Correction `why` is missing from the server's responses while the operator declines it: in the refresh in flight, in those
 * that follow, and in their first attempt, which they did not wait for. The dialog keeps the typed text; the row disappears when it is closed.
 */
async function keepsDialog({ page, row }: Operator, why: string): Promise<void> {
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  const calls = /\/api\/office\/corrections/;
  const asked = (method: string) =>
    page.waitForRequest(request => calls.test(request.url()) && request.method() === method);
  await page.route(calls, async route => {
    await held;
    await (route.request().method() === "GET" ? route.fulfill({ json: { data: [] } }) : route.fulfill({ status: 204 }));
  });
  const dialog = page.getByRole("dialog");
  const decline = async (reason: string) => {
    await row(why)
      .getByRole("button", { name: t("payouts.decline"), exact: true })
      .click();
    await dialog.getByLabel(t("reason")).fill(reason);
  };
  const viewRequest = asked("GET");
  await page.clock.runFor(10_000);
  await decline("a first try");
  const first = asked("POST");
  await dialog.getByRole("button", { name: t("payouts.decline"), exact: true }).click();
  await first;
  await dialog.getByRole("button", { name: t("cancel"), exact: true }).click();
  await decline("a long reason");
  answer();
  for (const each of [viewRequest, first]) await (await (await each).response())?.finished();
  await page.clock.runFor(20_000);
  await page.waitForTimeout(300);
  expect(await dialog.getByLabel(t("reason")).inputValue()).toBe("a long reason");
  await dialog.getByRole("button", { name: t("cancel"), exact: true }).click();
  await row(why).waitFor({ state: "detached" });
  await page.unroute(calls);
}

/** A note is saved while the next one is being typed. */
async function keepsNextNote({ page }: Operator): Promise<void> {
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route("**/notes", async route => {
    await held;
    await route.continue();
  });
  const field = page.getByLabel(t("players.write_note"));
  await field.fill("pays by card");
  await page.getByRole("button", { name: t("keep"), exact: true }).click();
  await field.fill("and by bank");
  answer();
  await page.locator(".notes").getByText("pays by card").waitFor();
  expect(await field.inputValue()).toBe("and by bank");
  await page.unroute("**/notes");
}

/** Makes carol a verified player who has paid with a card before. */
async function known(carol: Visitor): Promise<{ id: string; card: string }> {
  const { id } = await carol.profile();
  const card = randomUUID();
  const { db } = beside.host;
  await db.query("INSERT INTO verification.cases (player_id, status) VALUES ($1, 'success')", [id]);
  await db.query("INSERT INTO verification.documents VALUES ($1, $2, 'address', 'jpeg', 1, '\\x00', now())", [
    randomUUID(),
    id,
  ]);
  await db.query(
    `INSERT INTO payments.instruments (id, player_id, provider, token, method, label, first_paid_at)
     VALUES ($1, $2, 'sandbox', gen_random_uuid()::text, 'card-page', '•••• 4242', now() - interval '30 days')`,
    [card, id],
  );
  return { id, card };
}

test("madina asks for a correction and askar books it; carol's large payout leaves when both have said yes; all of it is in the log", async () => {
  const [madina, askar] = await Promise.all([hire("Madina", "finance"), hire("Askar", "owner")]);
  const carol = await visit(browser, { locale: "en", screen: "desktop" });
  await carol.register(`carol-${Date.now()}@example.com`);
  const { id, card } = await known(carol);

  await madina.enter(`/players/${id}`);
  const why = `her bank paid twice: ${id}`;
  await madina.decide("", t("corrections.ask"), async page => {
    await page.getByLabel(t("corrections.amount")).fill("6000000");
    await page.getByRole("dialog").getByLabel(t("reason")).fill(why);
  });
  await keepsNextNote(madina);
  await madina.enter("/corrections");
  await madina.row(why).getByText(t("corrections.other_person")).waitFor();
  expect((await carol.profile()).total_balance).toBe("0");
  await askar.page.clock.install();
  await askar.enter("/corrections");
  await keepsDialog(askar, why);
  await askar.enter("/corrections");
  // While a request is pending here, the menu item shows it.
  await fitsPhone(askar);
  await askar.decide(why, t("corrections.book"));
  await askar.row(why).getByText(t("corrections.booked")).waitFor();
  expect((await carol.profile()).total_balance).toBe("6000000");

  await carol.call("POST", "/api/v1/factors/proof/password", { password: carol.password });
  const body = { method_hash: card, amount: "5500000" };
  const asked = await carol.call<{ data: object }>("POST", "/api/v1/billing/payouts", body, randomUUID());
  expect(asked.data).toMatchObject({ status: 1, in_review: true });
  await madina.enter("/payouts");
  await madina.decide("5,500,000", t("payouts.approve"));
  await madina.row("5,500,000").getByText(t("payouts.needs_other")).waitFor();
  const status = async () =>
    (await carol.call<{ data: { items: { status: number }[] } }>("GET", "/api/v1/billing/payouts")).data.items[0]
      ?.status;
  expect(await status()).toBe(1);
  await askar.enter("/payouts");
  const asks = t("payouts.needs_you", { have: "1", need: "2" });
  await askar.row("5,500,000").getByText(asks).waitFor();
  await fitsPhone(askar);
  await approvesOnItsPage(askar, "5,500,000");
  // In flight or already paid: it can no longer be cancelled.
  await expect.poll(async () => [2, 3].includes((await status()) ?? 0)).toBe(true);

  // The limits keep their values, for the other tests; the change is in the log nevertheless.
  await askar.enter("/payments");
  await askar.decide(
    "Card transferINR",
    t("change"),
    page => page.getByRole("dialog").getByLabel(t("reason")).fill("as agreed with the provider"),
    t("payments.limits"),
  );

  await askar.enter("/audit");
  await askar.row(t("audit_actions.payout_approve")).first().waitFor();
  const log = (await askar.page.locator("tbody tr").allTextContents()).join("\n");
  for (const [who, what] of [
    ["Madina", "correction_ask"],
    ["Askar", "correction_book"],
    ["Madina", "payout_approve"],
    ["Askar", "payout_approve"],
    ["Askar", "method_limits"],
  ] as const)
    expect(log).toMatch(new RegExp(`${who}.*${t(`audit_actions.${what}`)}`));

  for (const path of [
    "/",
    "/players",
    `/players/${id}`,
    "/kyc",
    `/kyc/${id}`,
    "/payouts",
    "/payments",
    "/coins",
    "/corrections",
    "/approvals",
    "/mentions",
    "/wheel",
    "/games",
    "/games/dice",
    "/games/crash",
    "/catalogue",
    "/partners",
    "/vip",
    "/support",
    "/audit",
    "/operators",
  ]) {
    await askar.enter(path);
    expect(await axeFinds(askar.page), path).toEqual([]);
    await fitsPhone(askar);
  }
  // Browsers report the one refused request: the session, before the sign-in.
  const complaints = [...madina.complaints, ...askar.complaints].filter(line => !/401 .*\/api\/office\/me$/.test(line));
  expect(complaints).toEqual([]);
  await carol.leave();
});

test("nora works by keyboard: dialogs return the focus, pages opened from the sidebar have it, and on a phone a long page is its headings", async () => {
  const nora = await hire("Nora", "finance");
  const { page } = nora;
  await nora.enter("/payments");
  const change = page
    .getByRole("region", { name: t("payments.limits"), exact: true })
    .locator("tr", { hasText: "Card transferINR" })
    .getByRole("button", { name: t("change"), exact: true });
  const dialog = page.getByRole("dialog");
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => dialog.getByRole("button", { name: t("cancel") }).press("Enter"),
  ]) {
    await change.press("Enter");
    await dialog.waitFor();
    await close();
    await dialog.waitFor({ state: "detached" });
    expect(await isFocused(change)).toBe(true);
  }
  await page.keyboard.press("Control+k");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  expect(await isFocused(change)).toBe(true);

  const main = page.locator("main");
  await page.getByRole("link", { name: t("pages.payouts") }).press("Enter");
  await page.waitForURL("**/payouts");
  await expect.poll(() => isFocused(main)).toBe(true);
  await nora.enter("/payments");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await isFocused(main)).toBe(true);

  await page.setViewportSize(screens.phone);
  const fold = page.getByRole("button", { name: t("payments.limits"), exact: true });
  expect(await fold.getAttribute("aria-expanded")).toBe("false");
  expect(await page.getByText(t("payments.usual")).count()).toBe(0);
  await fold.press("Enter");
  await page.locator("summary", { hasText: "Card transfer" }).first().press("Enter");
  await nora
    .row("Card transferINR")
    .getByRole("button", { name: t("change"), exact: true })
    .waitFor();
  expect(await axeFinds(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  expect(nora.complaints.filter(line => !/401 .*\/api\/office\/me$/.test(line))).toEqual([]);
});

test("zere works through identity checks by keys alone: a decision goes on to the next case", async () => {
  const zere = await hire("Zere", "owner");
  const { page } = zere;
  const focused = page.locator(":focus");
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      if ((await focused.count()) === 1 && (await focused.textContent())?.startsWith(name)) return;
    }
    throw new Error(`the keyboard does not reach ${name}`);
  };
  const { db } = beside.host;
  for (const name of ["first", "second"]) {
    const player = await visit(browser, { locale: "en", screen: "desktop" });
    await player.register(`zere-${name}-${Date.now()}@example.com`);
    const { id } = await player.profile();
    // Before everything else that waits.
    const sql = "INSERT INTO verification.cases (player_id, status, submitted_at) VALUES ($1, 'pending', '2020-01-01')";
    await db.query(sql, [id]);
    await db.query("INSERT INTO verification.documents VALUES ($1, $2, 'address', 'jpeg', 1, '\\x00', now())", [
      randomUUID(),
      id,
    ]);
    await player.leave();
  }

  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await page.waitForURL("**/kyc");
  // Not a row of the page before.
  await page.locator("tbody a[href^='/kyc/']").first().waitFor();
  await page.keyboard.press("j");
  await page.locator("tr:focus").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/kyc\/.+/);
  const first = page.url();
  await page.getByRole("button", { name: t("kyc.claim"), exact: true }).waitFor();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: t("kyc.renew"), exact: true }).waitFor();
  await tabTo(t("kyc.more"));
  await page.keyboard.press("Enter");
  await page.keyboard.type("the photo is blurred");
  await tabTo(t("kyc.more"));
  await page.keyboard.press("Enter");
  const next = page.locator(".bar a.btn.primary");
  await next.waitFor();
  await expect.poll(() => isFocused(next)).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).not.toBe(first);
  await page.getByRole("button", { name: t("kyc.claim"), exact: true }).waitFor();
  await page.context().close();
});

test("aigul answers a guest by keys alone: she claims, fills in a canned reply, sends it and hands over, and the focus stays on the page", async () => {
  await hire("Botagoz", "support");
  const aigul = await hire("Aigul", "support");
  const { page } = aigul;
  const focused = page.locator(":focus");
  const tabTo = async (name: string, key: "Tab" | "Shift+Tab" = "Tab") => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press(key);
      if ((await focused.count()) === 1 && (await focused.textContent())?.startsWith(name)) return;
    }
    throw new Error(`the keyboard does not reach ${name}`);
  };
  await aigul.enter("/support");
  // On shift: a guest would have to give an email otherwise.
  await page.getByText(t("support.on_shift", { mine: "0", most: "6" })).waitFor();
  const guest = await visit(browser, { locale: "en", screen: "phone" });
  await guest.go("/faq");
  await guest.page.locator(".chat-top").click();
  await guest.page.getByText(guest.say("support:chat.hello")).waitFor();
  const words = "How can I withdraw to a new card?";
  await guest.page.getByLabel(guest.say("support:chat.text")).fill(words);
  await guest.page.getByText(guest.say("support:chat.help")).first().waitFor();
  await guest.button(guest.say("support:chat.send")).click();
  await guest.page.locator(".said.own").waitFor();

  await tabTo(t("support.views.mine"));
  for (const _ of ["snoozed", "queue"]) await page.keyboard.press("ArrowRight");
  await page.locator(".inbox-list").getByText(words).waitFor();
  // Others may be waiting too.
  const chosen = page.locator(".inbox-list [aria-current]", { hasText: words });
  for (let presses = 0; presses < 30 && (await chosen.count()) === 0; presses++) {
    await page.keyboard.press("j");
    await page.waitForTimeout(200);
  }
  await chosen.waitFor();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: t("support.hand_over"), exact: true }).waitFor();
  await page.keyboard.press("r");
  const answer = page.getByLabel(t("support.answer"), { exact: true });
  await page.keyboard.type("/hel");
  await page.getByRole("option", { name: "/hello" }).waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect.poll(() => answer.inputValue()).toContain("Aigul");
  await tabTo(t("support.send"));
  await page.keyboard.press("Enter");
  await guest.page.locator(".said:not(.own)", { hasText: "Aigul" }).waitFor();
  await expect.poll(() => isFocused(answer)).toBe(true);
  await tabTo(t("support.hand_over"), "Shift+Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await tabTo(t("support.hand_over"));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => focused.count()).toBe(1);
  expect(aigul.complaints.filter(line => !/401 .*\/api\/office\/me$/.test(line))).toEqual([]);
  await guest.leave();
  await page.context().close();
});

test("umit's confirmations that move money name it: a payment that goes back, a prize that is cut", async () => {
  const umit = await hire("Umit", "owner");
  const { page } = umit;
  const id = "00000000-0000-7000-8000-000000000001";
  const payment = {
    id,
    provider: "sandbox",
    payment_id: "pay-7007",
    amount: "1234567.89",
    currency: "KZT",
    state: "waiting",
    received_at: "2026-01-01T00:00:00.000Z",
    returns_at: "2026-01-04T00:00:00.000Z",
    deposit: null,
    player: null,
  };
  await page.route(/\/api\/office\/quarantine\?/, route =>
    route.fulfill({ json: { data: { items: [payment], next_cursor: null } } }),
  );
  await umit.enter("/payments");
  const dialog = page.getByRole("dialog");
  for (const action of ["assign", "hold", "return"] as const) {
    await umit
      .row("pay-7007")
      .getByRole("button", { name: t(`quarantine.${action}`), exact: true })
      .click();
    await dialog.getByRole("heading").getByText("1,234,567.89").waitFor();
    if (action === "return") await dialog.getByText("pay-7007").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
  const tournament = {
    id,
    title: "Autumn",
    phase: "review",
    scoring: "wagered",
    games: [],
    currency: "USD",
    prizes: ["2500"],
    prize_sum: "2500",
    min_stake: "1",
    players: 1,
    starts_at: "2026-01-01T00:00:00.000Z",
    ends_at: "2026-01-02T00:00:00.000Z",
    review_until: "2026-01-03T00:00:00.000Z",
    created_by: "Askar",
    published_by: "Askar",
    needs_approval: false,
  };
  const player = { id, name: "Aigerim", test: false };
  const place = { place: 1, player, score: "12", reached_at: tournament.starts_at, prize: "2500", cut_from: null };
  await page.route(/\/api\/office\/tournaments$/, route => route.fulfill({ json: { data: [tournament] } }));
  await page.route(/\/api\/office\/tournaments\/.*\/places/, route =>
    route.fulfill({ json: { data: { ranks_hash: null, places: [place] } } }),
  );
  await umit.enter("/tournaments");
  await umit
    .row("Autumn")
    .getByRole("button", { name: t("tournaments.places") })
    .click();
  await umit
    .row("Aigerim")
    .getByRole("button", { name: t("tournaments.cut"), exact: true })
    .click();
  await dialog.getByText("$2,500.00").waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await page.context().close();
});

test("nadia finds a bet of dora's in dice's page by its player, with its transfers and its verification; an unknown game says so", async () => {
  const nadia = await hire("Nadia", "finance");
  const dora = await visit(browser, { locale: "en", screen: "desktop" });
  await dora.register(`dora-${Date.now()}@example.com`);
  await dora.fund("500");
  await dora.call("PUT", "/api/v1/fairness/client-seed", { client_seed: "seed-of-dora" });
  const body = { stake: "7", direction: "over", target: "49.50" };
  const placed = await dora.call<{ data: { id: string; outcome: { roll: string } } }>(
    "POST",
    "/api/v1/games/dice/bets",
    body,
    randomUUID(),
  );
  const { id, outcome } = placed.data;
  await countGameDays(beside.host, []);
  await nadia.enter("/games?days=1");
  await nadia
    .row(t("games.dice"))
    .getByRole("link", { name: t("games.dice"), exact: true })
    .click();
  await nadia.page.getByRole("heading", { level: 1, name: t("games.dice") }).waitFor();
  const { rows } = await beside.host.db.query<{ id: string }>(
    "SELECT player_id AS id FROM wallet.bets WHERE client_seed = $1",
    ["seed-of-dora"],
  );
  await nadia.page.getByLabel(t("play.player_id")).fill(rows[0]?.id ?? "");
  await nadia.page.keyboard.press("Enter");
  await nadia.page.waitForURL(/days=1.*player=/);
  const row = nadia.row(outcome.roll);
  await row.getByText(t("play.words.over")).waitFor();
  await row.getByRole("link", { name: t("play.open_bet") }).click();
  await nadia.row(t("kinds.stake")).getByText("result:dice").waitFor();
  const record = await nadia.page.getByRole("link", { name: t("play.verify_id", { id }) }).getAttribute("href");
  expect(new URL(record ?? "").pathname).toBe(`/verify/${id}`);
  expect(new URL(record ?? "").host).toBe(new URL(inject("app").office).host.replace("office.", ""));
  expect(await axeFinds(nadia.page)).toEqual([]);
  await fitsPhone(nadia);
  await nadia.enter("/games/dice?state=voided");
  await nadia.page.getByText(t("play.no_bets")).first().waitFor();
  await nadia.enter("/games/chess");
  await nadia.page.getByRole("alert").getByText(t("play.unknown")).waitFor();
  await dora.leave();
});

test("olga works through a list of 100,000 players by keyboard: few rows are drawn, columns are hers, and refusals are named", async () => {
  const olga = await hire("Olga", "support");
  const { page } = olga;
  const [all, perPage] = [100_000, 10_000];
  const playerAt = (index: number) => ({
    id: `00000000-0000-7000-8000-${String(all - index).padStart(12, "0")}`,
    name: `player ${index}`,
    email: `${index}@house.example`,
    email_verified: true,
    phone: null,
    phone_verified: false,
    register_method: "email",
    test: true,
    currency: "USD",
    locale: "en",
    registered_at: "2026-01-01T00:00:00.000Z",
    closed_at: null,
    locked_at: null,
    tags: [],
    country: "KZ",
    level: 0,
    balance: "0",
    net_deposits: "0",
    ggr: "0",
    seen_at: null,
    risk: 0,
    harm: 0,
  });
  await page.route(/\/api\/office\/players\?/, async route => {
    const { searchParams } = new URL(route.request().url());
    if (searchParams.get("query") === "nobody")
      return route.fulfill({ json: { data: { items: [], next_cursor: null } } });
    if (searchParams.get("query") === "secret")
      return route.fulfill({
        status: 403,
        json: { code: "forbidden", message: "No.", data: { permission: "players.read" } },
      });
    const from = Number(searchParams.get("cursor") ?? "0");
    const to = Math.min(from + perPage, all);
    const items = Array.from({ length: to - from }, (_, index) => playerAt(from + index));
    return route.fulfill({ json: { data: { items, next_cursor: to < all ? String(to) : null } } });
  });
  await olga.enter("/players");
  await olga.row("player 0").first().waitFor();
  const drawn = () => page.locator("tbody tr").count();
  const list = page.getByRole("region", { name: t("pages.players") });
  await expect
    .poll(async () => {
      await list.press("End");
      expect(await drawn()).toBeLessThanOrEqual(400);
      return page.locator("tr.current", { hasText: "player 99999" }).count();
    })
    .toBe(1);
  await page.getByText(t("list.all_loaded_other", { n: "100,000" })).waitFor();

  await list.press("Home");
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await page.locator("tr.current:focus", { hasText: "player 2" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/players/${playerAt(2).id}`);

  await olga.enter("/players");
  await page.locator("summary", { hasText: t("list.columns") }).click();
  await page.getByRole("checkbox", { name: t("currency") }).uncheck();
  await olga.enter("/players");
  await olga.row("player 0").first().waitFor();
  expect(await page.getByRole("columnheader", { name: t("currency") }).count()).toBe(0);

  await page.keyboard.press("/");
  await page.keyboard.type("nobody");
  await page.waitForURL(/query=nobody/);
  await page.getByText(t("list.no_match")).waitFor();
  await page
    .locator(".list")
    .getByRole("button", { name: t("play.clear") })
    .click();
  await olga.row("player 0").first().waitFor();
  await olga.enter("/players?query=secret");
  await page.getByText(t("list.permission", { permission: "players.read" })).waitFor();
  expect(olga.complaints.filter(line => !/status of 40[134]/.test(line))).toEqual([]);
});

/** Cells that the buttons at the end of their row are over. */
const coveredCells = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll(".list tr:not(.spacer)")].flatMap(row => {
    const buttons = row.querySelector(".pinned")?.getBoundingClientRect();
    const others = [...row.children].filter(cell => !cell.classList.contains("pinned"));
    return others.filter(cell => cell.getBoundingClientRect().right > (buttons?.left ?? Infinity) + 1).map(cell => cell.textContent);
  })`);

test("zhanar decides withdrawals at 1024 and at 1440 pixels: no column is under the buttons, and those without room are named", async () => {
  const zhanar = await hire("Zhanar", "owner");
  const { page } = zhanar;
  const payoutAt = (index: number) => ({
    id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
    player: {
      id: `10000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
      name: "Aigerim_Sultanbekova",
      test: false,
    },
    currency: "KZT",
    amount: "12345678.9",
    method: "card-page",
    label: "•••• 4242",
    status: 1,
    created_at: "2026-01-01T00:00:00.000Z",
    ended_at: null,
    approvals_needed: 2,
    waits_for: ["amount", "instrument", "day"],
    approved_at: null,
    approvals: [{ operator: "Konstantin", at: "2026-01-01T01:00:00.000Z" }],
    approved_by_me: false,
    claim: null,
    question: null,
    worth: "21456.78",
    shared_with: 3,
    wagered: 140,
    risk: 35,
    harm: 62,
    mined: null,
  });
  await page.route(/\/api\/office\/payouts\?/, route =>
    route.fulfill({
      json: { data: { items: Array.from({ length: 40 }, (_, index) => payoutAt(index)), next_cursor: null } },
    }),
  );
  await zhanar.enter("/payouts");
  await zhanar.row("Aigerim_Sultanbekova").first().waitFor();
  const heads = () => page.locator(".list thead th").count();
  const noRoom = page.locator(".list").getByText(t("list.no_room", { names: "" }).split(":")[0] ?? "");
  const shown: number[] = [];
  for (const width of [1024, 1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => coveredCells(page)).toEqual([]);
    expect(
      await zhanar
        .row("Aigerim_Sultanbekova")
        .first()
        .getByRole("button", { name: t("payouts.approve") })
        .isVisible(),
    ).toBe(true);
    shown.push(await heads());
    expect(await axeFinds(page)).toEqual([]);
  }
  const [narrow = 0, desktop = 0, again = 0] = shown;
  expect(narrow).toBeLessThan(desktop);
  expect(again).toBe(narrow);
  expect(await noRoom.count()).toBe(1);
  expect(zhanar.complaints.filter(line => !/401 .*\/api\/office\/me$/.test(line))).toEqual([]);
  await page.context().close();
});

test("aslan asks for dana and for another owner; bolat approves, and only then each is invited by mail", async () => {
  const [aslan, bolat] = await Promise.all([hire("Aslan", "owner"), hire("Bolat", "owner")]);
  const { office, sandbox } = inject("app");
  const mailed = async (to: string) => (await messagesTo(sandbox, to, 1))[0];
  const invite = (name: string, email: string, role: Role) =>
    aslan.decide("", t("operators.invite"), async page => {
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t("operators.name")).fill(name);
      await dialog.getByLabel(t("players.email")).fill(email);
      await dialog.getByLabel(t("operators.role")).selectOption(role);
      await dialog.getByLabel(t("reason")).fill("joins the team");
    });
  /** bolat approves the request of this title. */
  async function approveOpen(title: string): Promise<void> {
    await bolat.enter("/approvals");
    await bolat
      .row(title)
      .getByRole("link", { name: t("approvals.open") })
      .click();
    await bolat.page.getByRole("heading", { level: 2, name: title }).waitFor();
    expect(await axeFinds(bolat.page)).toEqual([]);
    await fitsPhone(bolat);
    const approve = { name: t("approvals.approve"), exact: true } as const;
    await bolat.page.getByRole("button", approve).click();
    await bolat.page.getByRole("dialog").getByRole("button", approve).click();
    await bolat.page.getByRole("dialog").waitFor({ state: "detached" });
    await bolat.page.locator(".tag", { hasText: t("approvals.status.approved") }).waitFor();
  }
  const [dana, erlan] = [`dana-${Date.now()}@house.example`, `erlan-${Date.now()}@house.example`];

  await aslan.enter("/operators");
  await invite("Dana", dana, "support");
  await aslan.page.getByText(t("approvals.asked")).waitFor();
  await approveOpen(t("approvals.kinds.operator_invite", { name: "Dana", email: dana, role: t("roles.support") }));
  const link = (await mailed(dana))?.link ?? "";
  expect(link).toContain(`${office}/invitation#`);
  expect(await aslan.page.content()).not.toContain(link.split("#")[1]);
  const context = await browser.newContext({ viewport: screens.phone, locale: "en", userAgent });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByText(t("invitation.text", { name: "Dana", role: t("roles.support") })).waitFor();
  await context.close();

  await aslan.enter("/operators");
  await invite("Erlan", erlan, "owner");
  await aslan.page.getByText(t("approvals.asked")).waitFor();
  await aslan.page.getByRole("link", { name: t("approvals.what"), exact: true }).click();
  const title = t("approvals.kinds.owner_invite", { name: "Erlan", email: erlan });
  await aslan.page.getByRole("heading", { level: 2, name: title }).waitFor();
  await aslan.page.getByText(t("approvals.own_text")).waitFor();
  expect(await aslan.page.getByRole("button", { name: t("approvals.approve"), exact: true }).count()).toBe(0);

  await approveOpen(title);
  expect((await mailed(erlan))?.link).toContain(`${office}/invitation#`);
  await bolat.enter("/operators");
  await bolat.row(erlan).getByText(t("operators.invited")).waitFor();
  await bolat.enter("/audit");
  await bolat.row(t("audit_actions.approval_approve")).first().waitFor();
  const complaints = [...aslan.complaints, ...bolat.complaints].filter(line => !/401 .*\/api\/office\/me$/.test(line));
  expect(complaints).toEqual([]);
});

test("a guest in Kazakh on a phone writes, Saule answers by a canned answer, it appears live, and a reload keeps it", async () => {
  const saule = await hire("Saule", "support");
  const { page } = saule;
  await saule.enter("/support");
  await page.getByText(t("support.on_shift", { mine: "0", most: "6" })).waitFor();

  const guest = await visit(browser, { locale: "kz", screen: "phone" });
  await guest.go("/faq");
  const openChat = () => guest.page.locator(".chat-top").click();
  await openChat();
  await guest.page.getByText(guest.say("support:chat.hello")).waitFor();
  const text = guest.page.getByLabel(guest.say("support:chat.text"));
  await text.fill("Ақшаны қалай шығарамын?");
  await guest.page.getByText(guest.say("support:chat.help")).first().waitFor();
  expect(await tooWide(guest.page)).toEqual([]);
  await guest.button(guest.say("support:chat.send")).click();
  await guest.page.locator(".said.own").waitFor();
  await guest.page.getByText(guest.say("support:chat.queued")).waitFor();
  expect(await axeFinds(guest.page)).toEqual([]);

  await page.getByRole("tab", { name: t("support.views.queue") }).click();
  const listed = page.locator(".inbox-list").getByText("Ақшаны қалай шығарамын?");
  await listed.waitFor();
  await page.keyboard.press("j");
  await page.waitForURL(/\/support\/.+/);
  await listed.click();
  const answer = page.getByLabel(t("support.answer"), { exact: true });
  await answer.waitFor();
  await page.keyboard.press("r");
  expect(await isFocused(answer)).toBe(true);
  expect(await answer.inputValue()).toBe("");
  await answer.fill("/hello");
  await page.getByRole("option", { name: "/hello" }).click();
  await expect.poll(() => answer.inputValue()).toContain("Saule");
  await page.getByRole("button", { name: t("support.send"), exact: true }).click();
  const answered = guest.page.locator(".said:not(.own)", { hasText: "Менің атым Saule" });
  await answered.waitFor();
  // The answer arrived over the socket and was read: the operator sees that.
  await page.getByText(t("support.read"), { exact: false }).first().waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await fitsPhone(saule);

  await guest.page.reload();
  await openChat();
  await answered.waitFor();
  await page.getByRole("button", { name: t("support.resolve"), exact: true }).click();
  await guest.page.getByRole("button", { name: guest.say("support:rating.yes"), exact: true }).click();
  await guest.button(guest.say("support:rating.send")).click();
  await page.getByText(t("support.rated.yes")).first().waitFor();
  await guest.page.goBack();
  await guest.page.locator(".chat").waitFor({ state: "hidden" });
  const complaints = [...guest.complaints, ...saule.complaints].filter(line => !/401 .*\/api\/office\/me$/.test(line));
  expect(complaints).toEqual([]);
  await guest.leave();
  await page.context().close();
});

test("Nurlan adds a passkey, signs in with it in place of the code, and confirms with it that he removes it", async () => {
  const nurlan = await hire("Nurlan", "support");
  const { page, email } = nurlan;
  const { office } = inject("app");
  await plugInDevice(page);
  await nurlan.enter("/sessions");
  await page.getByText(t("passkeys.none")).waitFor();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: t("passkeys.add"), exact: true }).click();
  await dialog.getByLabel(t("passkeys.name")).fill("Work laptop");
  await dialog.getByRole("button", { name: t("passkeys.add"), exact: true }).click();
  const passkey = nurlan.row("Work laptop");
  await passkey.waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await fitsPhone(nurlan);

  await page.context().clearCookies();
  await page.goto(`${office}/login`);
  await page.getByLabel(t("login.email")).fill(email);
  await page.getByLabel(t("login.password")).fill(password);
  await page.getByRole("button", { name: t("login.next") }).click();
  await page.getByText(t("login.either_text")).waitFor();
  expect(await axeFinds(page)).toEqual([]);
  await page.getByRole("button", { name: t("login.passkey"), exact: true }).click();
  await page.waitForURL(`${office}/`);

  await beside.host.db.query(
    `UPDATE operators.sessions SET proved_at = '-infinity'
     WHERE operator_id = (SELECT id FROM operators.operators WHERE email = $1)`,
    [email],
  );
  await nurlan.enter("/sessions");
  await passkey.getByRole("button", { name: t("passkeys.remove"), exact: true }).click();
  await dialog.getByRole("button", { name: t("passkeys.remove"), exact: true }).click();
  const confirm = page.getByRole("dialog", { name: t("step_up.title") });
  await confirm.getByRole("button", { name: t("login.passkey"), exact: true }).click();
  await page.getByText(t("passkeys.none")).waitFor();

  // The confirmation holds for what comes next.
  await page.getByText(t("own_app.has")).waitFor();
  await page.getByRole("button", { name: t("own_app.replace"), exact: true }).click();
  const secret = (await dialog.locator(".secret").textContent()) ?? "";
  expect(await axeFinds(page)).toEqual([]);
  await dialog.getByLabel(t("login.code")).fill(codeOf(secret));
  await dialog.getByRole("button", { name: t("own_app.save"), exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: t("own_app.remove"), exact: true }).click();
  await dialog.getByRole("button", { name: t("own_app.remove"), exact: true }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByRole("button", { name: t("cancel"), exact: true }).click();
  const expected = /401 .*\/api\/office\/me$|403 .*\/api\/office\/passkeys\/|409 .*\/api\/office\/app$/;
  expect(nurlan.complaints.filter(line => !expected.test(line))).toEqual([]);
  await page.context().close();
});
