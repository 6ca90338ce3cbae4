import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchTestBrowser } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

test("alice comes from nowhere, pays, wins, and checks the win in her browser and from a terminal", async () => {
  const alice = await visit(browser, { locale: "ru", screen: "phone" });
  const { page, button } = alice;

  await alice.go("/");
  await page
    .getByRole("banner")
    .getByRole("link", { name: alice.say("lobby:frame.register") })
    .click();
  await page.waitForURL(/\?signup$/);
  await page.getByRole("radio", { name: alice.say("accounts:auth.by_email") }).click();
  await page.getByLabel(alice.say("accounts:auth.email"), { exact: true }).fill(`alice-${Date.now()}@example.com`);
  await page.getByLabel(alice.say("accounts:auth.password"), { exact: true }).fill(alice.password);
  await page.locator(".curs label", { hasText: "KZT" }).click();
  await page.getByRole("checkbox").check();
  await button(alice.say("accounts:auth.open_account")).click();

  await page
    .getByRole("banner")
    .getByRole("link", { name: alice.say("lobby:frame.deposit") })
    .waitFor();
  // From the page of a game, and back to it: in one tab, through the provider's page.
  await alice.go("/games/dice");
  await page
    .getByRole("banner")
    .getByRole("link", { name: alice.say("lobby:frame.deposit") })
    .click();
  await page.getByLabel(alice.say("payments:pay.amount"), { exact: true }).fill("5000");
  await page.locator(".pay-go").click();
  await expect.poll(() => page.url()).toMatch(/\/psp\/pay\//);
  const posted = page.waitForRequest(
    request => request.url().endsWith("/api/v2/tracking/events") && !!request.postData()?.includes("depositSucceeded"),
  );
  await page.locator("button.main").click();
  await page.waitForURL(/\/games\/dice\?/);
  await page.getByRole("dialog", { name: alice.say("payments:pay.success") }).waitFor();
  expect((await posted).postDataJSON()).toMatchObject({
    name: "depositSucceeded",
    data: { amount: "5000", currency: "KZT" },
  });
  await button(alice.say("payments:pay.continue")).click();
  await expect.poll(() => alice.shownBalance()).toBe("5000 KZT");
  expect(alice.context.pages()).toHaveLength(1);
  expect(new URL(page.url()).pathname).toMatch(/\/games\/dice$/);
  const roll = button(new RegExp(alice.say("dice:action_over", { target: "" })));
  const newest = page.locator(".bet-history a").first();
  let won: string | undefined;
  for (let last: string | null = null, rolls = 0; won === undefined; rolls++) {
    expect(rolls).toBeLessThan(60);
    await roll.click();
    await expect.poll(() => newest.getAttribute("href")).not.toBe(last);
    last = await newest.getAttribute("href");
    if ((await newest.getAttribute("class"))?.includes("hi")) won = last?.split("/").at(-1);
  }
  await expect.poll(() => alice.shownBalance()).toBe(`${(await alice.profile()).total_balance} KZT`);
  await page.getByRole("radio", { name: alice.say("bets:feed.mine") }).click();
  await page.locator(`table.feed a[href$="/verify/${won}"]`).waitFor();

  await button(alice.say("fairness:bar.seeds")).click();
  await button(alice.say("fairness:panel.rotate")).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: alice.say("fairness:panel.rotate") })
    .click();
  await page.getByText(alice.say("fairness:panel.revealed")).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(`table.feed a[href$="/verify/${won}"]`).click();
  await page.getByText(alice.say("fairness:verdicts.matches")).waitFor();

  const verifier = join(import.meta.dirname, "../tools/verify.ts");
  const said = await promisify(execFile)(process.execPath, [verifier, `${won}`, "--api", inject("app").localApi]);
  expect(said.stderr).toBe("");
  expect(alice.complaints).toEqual([]);
  await alice.leave();
});
