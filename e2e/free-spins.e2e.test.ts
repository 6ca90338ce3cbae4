import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invariants } from "#apps/server/invariants.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { type Office, openOffice, t } from "./operator.ts";
import { type OwnApp, openOwnApp } from "./own-app.ts";
import { visit } from "./visitor.ts";

// A separate installation with the studio: the shared one has none.
let installation: OwnApp;
let office: Office;
beforeAll(async () => {
  installation = await openOwnApp("free-spins", { STUDIO: "1" });
  const { browser, folder, addresses } = installation;
  office = await openOffice(browser, { folder, office: addresses.office });
});
afterAll(async () => {
  await office.close();
  await installation.close();
});

/** Presses a button of the page, fills in its dialog, and confirms. */
async function decide(page: Page, action: string, fill: (page: Page) => Promise<void>): Promise<void> {
  // The newest is the first.
  await page.locator(".page-body, .bar").getByRole("button", { name: action, exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await fill(page);
  await dialog.getByRole("button", { name: action, exact: true }).click();
  await dialog.waitFor({ state: "detached" });
}
const withReason = (page: Page) => page.getByLabel(t("reason")).fill("for the opening of the slots");

async function frameOf(page: Page): Promise<Frame> {
  await page.frameLocator("iframe").locator("button.spin").waitFor();
  return required(
    page.frames().find(frame => frame.url().includes("/games/seven-struck")),
    "the frame of the game",
  );
}

/** Presses spin and waits until the round is over. */
async function spin(frame: Frame): Promise<void> {
  const line = frame.locator("div.sr[aria-live=polite]");
  const before = await line.textContent();
  await frame.locator("button.spin").click();
  await expect.poll(() => line.textContent()).not.toBe(before);
  // A feature of the game goes on for minutes on a busy machine.
  await frame.locator("button.spin:not([disabled]):not(.busy)").waitFor({ timeout: 300_000 });
}

test("a campaign of 20 free spins: approved by two, granted, half played on a phone, cancelled; profile, game, office and books agree", async () => {
  const alina = await visit(installation.browser, { locale: "en", screen: "phone", app: installation.addresses });
  const { page } = alina;
  await alina.go("/");
  await alina.register(`alina-${Date.now()}@example.com`);
  await alina.fund("50000");
  const { id, currency } = await alina.profile();

  const { page: madina } = await office.hire("Madina", "owner");
  const { page: askar } = await office.hire("Askar", "owner");
  await madina.goto(`${installation.addresses.office}/free-spins`);
  await decide(madina, t("freeSpins.create"), async () => {
    const dialog = madina.getByRole("dialog");
    await dialog.getByLabel(t("freeSpins.title")).fill("Opening");
    await dialog.getByLabel(t("freeSpins.game")).selectOption({ label: "Seven Struck" });
    await dialog.getByLabel(t("freeSpins.currency")).selectOption(currency);
    await dialog.getByLabel(t("freeSpins.cost_cap")).fill("900000");
    await dialog.getByLabel(t("freeSpins.expires")).fill(inAWeek());
    await withReason(madina);
  });
  await decide(madina, t("freeSpins.ask_start"), withReason);
  await askar.goto(`${installation.addresses.office}/approvals`);
  await askar
    .getByRole("region", { name: t("pages.approvals") })
    .getByRole("link", { name: t("approvals.open") })
    .click();
  await decide(askar, t("approvals.approve"), async () => {});
  await askar.locator(".tag", { hasText: t("approvals.status.approved") }).waitFor();
  await madina.goto(`${installation.addresses.office}/free-spins`);
  await decide(madina, t("freeSpins.give"), async () => {
    await madina.getByLabel(t("freeSpins.list")).fill(id);
    await withReason(madina);
  });

  type Spins = { data: readonly { campaign_id: string; left: number }[] };
  const own = async () => (await alina.call<Spins>("GET", "/profile/freeSpins")).data;
  await expect.poll(async () => (await own())[0]?.left).toBe(20);
  const { campaign_id } = required((await own())[0], "the grant");
  await alina.go("/games/slots");
  await page.locator(".cat-tile", { hasText: alina.say("catalogue:free_spins_other", { count: "20" }) }).waitFor();
  await alina.go("/profile/bonuses");
  await page.getByText(alina.say("free-spins:left_other", { count: "20" })).waitFor();
  await page.getByRole("link", { name: alina.say("free-spins:play"), exact: true }).click();
  const frame = await frameOf(page);
  await frame.getByText("20 free spins left").waitFor();
  await frame.getByText(/^Valid until \d\d\/\d\d, \d\d:\d\d$/).waitFor();
  for (let n = 0; n < 10; n++) await spin(frame);
  await frame.getByText("10 free spins left", { exact: true }).waitFor();

  // Given up in another tab while the game is open: its next spin takes neither a free round nor money.
  const profile = await alina.context.newPage();
  await profile.goto(`${installation.addresses.site}/en/profile/bonuses`);
  await profile.getByText(alina.say("free-spins:left_other", { count: "10" })).waitFor();
  const giveUp = { name: alina.say("free-spins:cancel"), exact: true };
  await profile.getByRole("button", giveUp).click();
  await profile.getByRole("dialog").getByRole("button", giveUp).click();
  await profile.getByText(alina.say("free-spins:none")).waitFor();
  await frame.locator("button.spin").click();
  await frame.getByRole("dialog").getByText("These free spins have ended.").waitFor();
  await page.reload();
  await (await frameOf(page)).getByText("free spins left").waitFor({ state: "detached" });
  expect(await own()).toEqual([]);
  const campaign = await alina.call<{ data: object }>("GET", `/api/freeSpinsCampaigns/${campaign_id}`);
  expect(campaign.data).toMatchObject({ status: "cancelled", left: 10, count: 20 });

  const { items } = (await alina.call<{ data: { items: readonly Round[] } }>("GET", "/api/v1/providers/rounds")).data;
  expect(items).toHaveLength(10);
  expect(items.every(({ state, stake }) => state === "closed" && parseDecimal(stake) === 0n)).toBe(true);
  const won = items.reduce((sum, { win }) => sum + parseDecimal(win), 0n);
  expect(parseDecimal((await alina.profile()).total_balance)).toBe(parseDecimal("50000") + won);
  await madina.reload();
  await madina
    .getByRole("button", { name: t("freeSpins.show"), exact: true })
    .first()
    .click();
  await madina.locator(".tag", { hasText: t("freeSpins.confirmed.cancelled") }).waitFor();
  // The refused spin is the only one.
  expect(alina.complaints.filter(each => !each.includes("409"))).toEqual([]);
  expect(await differencesOf(office.host.db, invariants)).toEqual([]);
  await alina.leave();
});

/** As a `datetime-local` field has it. */
function inAWeek(): string {
  return new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16);
}

interface Round {
  readonly state: string;
  readonly stake: string;
  readonly win: string;
}
