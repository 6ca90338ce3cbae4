import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { launchBrowser } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("frank pays another sum, is declined, is late, and every tenge that arrived is his", async () => {
  const { sandbox } = inject("house");
  const frank = await visit(browser, { locale: "kz", screen: "desktop" });
  const { page, button } = frank;
  await frank.register(`frank-${Date.now()}@example.com`);
  await frank.go("/?deposit");

  /** Opens an invoice of 1000 and answers with the provider's name of it. */
  async function openInvoice(): Promise<string> {
    await page.getByLabel(frank.say("payments:pay.amount"), { exact: true }).fill("1000");
    await page.locator(".pay-go").click();
    await page.getByRole("timer").waitFor();
    const shown = await page.locator(".pay-top span.num").textContent();
    const invoices = (await (await fetch(`${sandbox}/psp/invoices`)).json()) as { hash: string }[];
    return invoices.find(({ hash }) => hash.startsWith(shown ?? "-"))?.hash ?? "";
  }
  const play = async (hash: string, action: string, body?: object) => {
    const answer = await fetch(`${sandbox}/psp/invoices/${hash}/${action}`, {
      method: "POST",
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    expect(answer.status).toBe(200);
  };
  const ended = (how: "declined" | "expired") => page.getByText(frank.say(`payments:pay.${how}_text`)).waitFor();

  await play(await openInvoice(), "decline");
  await ended("declined");
  await button(frank.say("payments:pay.again")).click();

  const late = await openInvoice();
  await play(late, "expire");
  await ended("expired");
  expect((await frank.profile()).total_balance).toBe("0");
  await play(late, "pay");
  await expect.poll(() => frank.shownBalance()).toBe("1000 KZT");

  await button(frank.say("payments:pay.again")).click();
  await play(await openInvoice(), "pay-other", { amount: "750.50" });
  const show = (sum: string) => showMoney(parseDecimal(sum), "KZT", "kk");
  const both = { asked: show("1000"), sum: show("750.50") };
  await page.getByText(frank.say("payments:pay.changed", both)).waitFor();
  await page.getByText(frank.say("payments:pay.balance_now", { sum: show("1750.50") })).waitFor();
  await button(frank.say("payments:pay.play")).click();
  await expect.poll(() => frank.shownBalance()).toBe("1750.5 KZT");
  expect((await frank.profile()).total_balance).toBe("1750.5");
  expect(frank.complaints).toEqual([]);
  await frank.leave();
});
