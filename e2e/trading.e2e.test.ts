import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import type { BettingSlip } from "#modules/betting/shared/contract.ts";
import { openStandingMatch } from "#modules/odds/testing/standing-match.ts";
import { auditOf } from "./audit.ts";
import { axeFinds } from "./axe.ts";
import { patience } from "./browser.ts";
import { complaintsOf, openSharedOffice, t } from "./operator.ts";
import { tooWide } from "./too-wide.ts";
import { screens, visit } from "./visitor.ts";

/** A name for each attempt of the test: the list of disputes still has those of earlier attempts. */
const attempt = () => randomBytes(3).toString("hex");

const traders = await openSharedOffice();
const { browser } = traders;

/** The match has ended 2:1, and the provider says that the away side won. */
async function dispute(match: string): Promise<void> {
  const won = (id: string) =>
    Object.fromEntries(
      ["home", "draw", "away"].map(each => [each, { result: each === id ? 1 : 0, voidFactor: 0, deadHeat: [1, 1] }]),
    );
  await traders.host.db.query(
    `UPDATE odds.markets SET status = 'settled', result = $2, own_result = $3, certainty = 2, settled_n = 2, decided_at = now(), disputed = true
     WHERE event = $1`,
    [match, JSON.stringify(won("away")), JSON.stringify(won("home"))],
  );
  await traders.host.db.query(`UPDATE odds.events SET status = 'ended', started_at = now() WHERE id = $1`, [match]);
}

test("two traders settle a disputed match: one requests, the other approves, and the player is paid once", async () => {
  const { office } = inject("app");
  const match = `m:e2e:trading-${attempt()}`;
  const [homeSide, awaySide] = [`Ravenmoor ${attempt()}`, "Saltby"];
  const teams = `${homeSide} – ${awaySide}`;
  await openStandingMatch(traders.host.db, match, new Date(Date.now() + 3_600_000));
  const named = (id: string, name: string) => ({ id, name });
  const fixture = {
    category: named("c:1", "Arden"),
    tournament: named("t:1", "Arden First League"),
    competitors: [named("k:1", homeSide), named("k:2", awaySide)],
  };
  await traders.host.db.query("UPDATE odds.events SET fixture = $2 WHERE id = $1", [match, JSON.stringify(fixture)]);
  const erlan = await visit(browser, { locale: "en", screen: "desktop" });
  await erlan.register(`erlan-trading-${Date.now()}@example.com`);
  await erlan.fund("500");
  const legs = [{ event: match, market: "1x2", outcome: "home", price: "2" }];
  const key = crypto.randomUUID();
  const placed = await erlan.call<{ data: BettingSlip }>(
    "POST",
    "/api/v1/betting/slips",
    { kind: "single", unit: "100", legs },
    key,
  );
  await dispute(match);

  const [serik, aizhan] = [await traders.hire("Serik", "trading"), await traders.hire("Aizhan", "trading")];
  const row = (page: Page) => page.locator("tr", { hasText: teams });
  await serik.page.goto(`${office}/trading`);
  const alert = serik.page.getByRole("listitem").filter({ hasText: teams });
  await alert.getByRole("link", { name: t("trading.act.disputed") }).click();
  await serik.page.waitForURL(/\/trading\/settlement/);
  await row(serik.page)
    .getByRole("button", { name: t("trading.settle"), exact: true })
    .click();
  const dialog = serik.page.getByRole("dialog");
  await dialog.getByLabel(t("reason")).fill("the league's report says 2:1");
  await dialog.getByRole("button", { name: t("trading.settle"), exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await row(serik.page)
    .getByRole("link", { name: t("trading.waits_for_approval") })
    .click();
  await serik.page.getByText(t("approvals.own_text")).waitFor();
  expect(await serik.page.getByRole("button", { name: t("approvals.approve"), exact: true }).count()).toBe(0);

  await aizhan.page.goto(serik.page.url());
  await aizhan.page.getByText(teams).first().waitFor();
  await aizhan.page.getByRole("button", { name: t("approvals.approve"), exact: true }).click();
  await aizhan.page
    .getByRole("dialog")
    .getByRole("button", { name: t("approvals.approve"), exact: true })
    .click();
  await aizhan.page.getByText(t("approvals.status.approved")).first().waitFor();

  const read = async () =>
    (await erlan.call<{ data: BettingSlip }>("GET", `/api/v1/betting/slips/${placed.data.id}`)).data;
  await expect.poll(async () => (await read()).status, { timeout: patience }).toBe("settled");
  expect(await read()).toMatchObject({ payout: "200", revisions: [{ reason: "by_hand" }] });
  expect(await auditOf(traders.host.db)).toMatchObject({ differences: 0 });

  for (const path of [
    "/trading",
    `/trading/events/${match}`,
    "/trading/settlement",
    "/slips",
    `/slips/${placed.data.id}`,
  ]) {
    await aizhan.page.goto(office + path);
    await aizhan.page.locator(".page-body .panel").first().waitFor();
    await aizhan.page.waitForLoadState("networkidle");
    expect(await axeFinds(aizhan.page), path).toEqual([]);
    await aizhan.page.setViewportSize(screens.phone);
    expect(await tooWide(aizhan.page), path).toEqual([]);
    await aizhan.page.setViewportSize(screens.desktop);
  }
  expect(complaintsOf(serik, aizhan, erlan)).toEqual([]);
  await erlan.leave();
});
