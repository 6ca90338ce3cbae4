import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { axeFinds } from "./axe.ts";
import { complaintsOf, isFocused, openSharedOffice, t, tabTo } from "./operator.ts";
import { tooWide } from "./too-wide.ts";
import { screens, visit } from "./visitor.ts";

const office = await openSharedOffice();
const { browser } = office;

test("nora works by keyboard: dialogs return the focus, pages opened from the sidebar have it, and on a phone a long page is its headings", async () => {
  const nora = await office.hire("Nora", "finance");
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
  expect(complaintsOf(nora)).toEqual([]);
});

test("zere works through identity checks by keys alone: a decision goes on to the next case", async () => {
  const zere = await office.hire("Zere", "owner");
  const { page } = zere;
  const { db } = office.host;
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
  await tabTo(page, t("kyc.more"));
  await page.keyboard.press("Enter");
  await page.keyboard.type("the photo is blurred");
  await tabTo(page, t("kyc.more"));
  await page.keyboard.press("Enter");
  const next = page.locator(".bar a.btn.primary");
  await next.waitFor();
  await expect.poll(() => isFocused(next)).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).not.toBe(first);
  await page.getByRole("button", { name: t("kyc.claim"), exact: true }).waitFor();
  await page.context().close();
});

test("olga works through a list of 100,000 players by keyboard: few rows are drawn, columns are hers, and refusals are named", async () => {
  const olga = await office.hire("Olga", "support");
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
