import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser } from "./browser.ts";
import { holdAnswer } from "./hold.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

test("nadia pays in by her own address, watches the blocks, and is paid to a wallet outside", async () => {
  const { sandbox } = inject("app");
  const act = (action: string, body: object) =>
    fetch(`${sandbox}/chain/${action}`, { method: "POST", body: JSON.stringify(body) });
  const nadia = await visit(browser, { locale: "ru", screen: "phone" });
  const { page } = nadia;
  const clean = async () => expect(await axeFinds(page, '[role="dialog"]')).toEqual([]);
  await nadia.register(`nadia-${Date.now()}@example.com`);
  await nadia.go("/?deposit");
  await page.locator(".pm-now").click();
  await page.getByRole("button", { name: /USDT/ }).click();
  const address = (await page.locator(".coin-address").textContent()) ?? "";
  await clean();
  await act("send", { coin: "USDT", to: address, amount: "40" });
  await page.getByRole("progressbar").waitFor();
  expect((await nadia.profile()).total_balance).toBe("0");
  await page.getByText(nadia.say("payments:pay.success_text")).waitFor();
  await nadia.button(nadia.say("payments:pay.play")).click();

  // A player who continues to play while the credited amount is loading is not redirected back.
  await nadia.go("/?deposit");
  await page.locator(".pm-now").click();
  await page.getByRole("button", { name: /USDT/ }).click();
  const credited = await holdAnswer(page, "GET", "/billing/payment/status/*");
  await act("send", { coin: "USDT", to: address, amount: "41" });
  await page.getByRole("progressbar").waitFor();
  await credited.given;
  await page
    .getByRole("dialog")
    .getByRole("button", { name: nadia.say("payments:pay.close"), exact: true })
    .click();
  await page.locator("main a[href$='/games/dice']").first().click();
  await page.waitForURL(/\/games\/dice$/);
  await credited.letGo();
  expect(page.url()).toMatch(/\/games\/dice$/);
  const paidIn = Number((await nadia.profile()).total_balance);
  expect(paidIn).toBeGreaterThan(15_000);

  await nadia.go("/profile?withdraw");
  await page.getByRole("dialog").getByRole("button", { name: /USDT/ }).click();
  const dialog = page.getByRole("dialog");
  const to = dialog.getByLabel(nadia.say("payments:out.address", { coin: "USDT" }));
  await dialog.getByLabel(nadia.say("payments:pay.amount"), { exact: true }).fill("10000");
  await to.fill("0x70997970c51812dc3A010C7d01b50e0d17dc79C8");
  await page.locator(".pay-go").click();
  await dialog.getByText(nadia.say("payments:validation.address_invalid")).waitFor();
  await clean();
  const outside = `0x${(Date.now() * 4096).toString(16).padStart(40, "b")}`;
  await to.fill(outside);
  await page.locator(".pay-go").click();
  const prompt = page.getByRole("dialog").filter({ hasText: nadia.say("factors:proof.why_change") });
  await prompt.getByLabel(nadia.say("factors:proof.password"), { exact: true }).fill(nadia.password);
  await prompt.getByRole("button", { name: nadia.say("factors:proof.confirm") }).click();
  const balance = async () => (await (await fetch(`${sandbox}/chain/balances/${outside}`)).json()) as { USDT: string };
  await dialog.getByText(nadia.say("payments:out.paid"), { exact: true }).waitFor();
  expect(await dialog.locator(".pm[aria-pressed=true]").textContent()).toContain("USDT");
  expect(Number((await balance()).USDT)).toBeCloseTo(20, 0);
  expect(Number((await nadia.profile()).total_balance)).toBeCloseTo(paidIn - 10_000, 2);
  // The browser logs every refusal: of the invalid address, and of the missing proof.
  expect(nadia.complaints.filter(line => !/status of (403|422) .*\/billing\/payouts$/.test(line))).toEqual([]);
  await nadia.leave();
});
