import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { countGameDays } from "#modules/wallet/server/index.ts";
import { axeFinds } from "./axe.ts";
import { complaintsOf, fitsPhone, type Operator, openSharedOffice, t } from "./operator.ts";
import { screens, type Visitor, visit } from "./visitor.ts";

const office = await openSharedOffice();
const { browser } = office;

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
  const { db } = office.host;
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
  const [madina, askar] = await Promise.all([office.hire("Madina", "finance"), office.hire("Askar", "owner")]);
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

  // High enough to draw all lines, also those that other tests add meanwhile.
  await askar.page.setViewportSize({ ...screens.desktop, height: 8_000 });
  await askar.enter("/audit");
  await askar.row(t("audit_actions.correction_ask")).first().waitFor();
  const log = (await askar.page.locator("tbody tr").allTextContents()).join("\n");
  await askar.page.setViewportSize(screens.desktop);
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
  expect(complaintsOf(madina, askar)).toEqual([]);
  await carol.leave();
});

test("umit's confirmations that move money name it: a payment that goes back, a prize that is cut", async () => {
  const umit = await office.hire("Umit", "owner");
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
  const nadia = await office.hire("Nadia", "finance");
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
  await countGameDays(office.host, []);
  await nadia.enter("/games?days=1");
  await nadia
    .row(t("games.dice"))
    .getByRole("link", { name: t("games.dice"), exact: true })
    .click();
  await nadia.page.getByRole("heading", { level: 1, name: t("games.dice") }).waitFor();
  const { rows } = await office.host.db.query<{ id: string }>(
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

/** Cells that the buttons at the end of their row are over. */
const coveredCells = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll(".list tr:not(.spacer)")].flatMap(row => {
    const buttons = row.querySelector(".pinned")?.getBoundingClientRect();
    const others = [...row.children].filter(cell => !cell.classList.contains("pinned"));
    return others.filter(cell => cell.getBoundingClientRect().right > (buttons?.left ?? Infinity) + 1).map(cell => cell.textContent);
  })`);

test("zhanar decides withdrawals at 1024 and at 1440 pixels: no column is under the buttons, and those without room are named", async () => {
  const zhanar = await office.hire("Zhanar", "owner");
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
  expect(complaintsOf(zhanar)).toEqual([]);
  await page.context().close();
});
