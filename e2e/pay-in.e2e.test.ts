import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { required } from "#kit/std/invariant.ts";
import { launchTestBrowser } from "./browser.ts";
import { holdAnswer } from "./hold.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

test("frank pays another amount, is declined, is late, and every tenge that arrived is credited", async () => {
  const { sandbox } = inject("app");
  const frank = await visit(browser, { locale: "kz", screen: "desktop" });
  const { page, button } = frank;
  await frank.register(`frank-${Date.now()}@example.com`);
  await frank.go("/?deposit");
  // A provider page would leave this page; a transfer is paid outside it.
  const transfer = page.getByRole("button", { name: /3 мин/ });
  await transfer.click();

  const amount = page.getByLabel(frank.say("payments:pay.amount"), { exact: true });
  /** Opens an invoice of 1000 and returns the provider's reference and its amount: that of a transfer has unique hundredths. */
  async function openInvoice(): Promise<{ hash: string; amount: string }> {
    await amount.fill("1000");
    await page.locator(".pay-go").click();
    await page.getByRole("timer").waitFor();
    const shown = await page.locator(".pay-top span.num").textContent();
    const invoices = (await (await fetch(`${sandbox}/psp/invoices`)).json()) as { hash: string; amount: string }[];
    return required(
      invoices.find(({ hash }) => hash.startsWith(shown ?? "-")),
      "an unknown invoice is shown",
    );
  }
  const play = async ({ hash }: { hash: string }, action: string, body?: object) => {
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

  // A response to a request from before the cancellation does not reopen it, and a late one does not replace the next invoice.
  await openInvoice();
  const poll = await holdAnswer(page, "GET", "/billing/payment/status/*");
  await poll.given;
  const cancelled = await holdAnswer(page, "POST", "/api/v1/billing/payments/*/cancel");
  await button(frank.say("payments:pay.cancel")).click();
  await page.getByText(frank.say("payments:pay.cancelled_text")).waitFor();
  await poll.letGo();
  expect(await page.getByRole("timer").count()).toBe(0);
  await button(frank.say("payments:pay.again")).click();
  await amount.fill("2000");
  await cancelled.letGo();
  expect(await amount.inputValue()).toBe("2000");

  const late = await openInvoice();
  await play(late, "expire");
  await ended("expired");
  expect((await frank.profile()).total_balance).toBe("0");
  await play(late, "pay");
  await page.getByText(frank.say("payments:pay.success_text")).waitFor();
  await button(frank.say("payments:pay.play")).click();
  const paid = parseDecimal(late.amount);
  await expect.poll(() => frank.shownBalance()).toBe(`${formatAmount(paid)} KZT`);

  await frank.go("/?deposit");
  await transfer.click();
  const again = await openInvoice();
  // No other one can be started before the outcome of this one is known.
  const first = await holdAnswer(page, "GET", "/billing/payment/status/*");
  const methods = page.waitForResponse(/\/billing\/data$/);
  await page.reload();
  await first.given;
  await (await methods).finished();
  await page.waitForTimeout(300);
  expect(await amount.count()).toBe(0);
  await first.letGo();
  await page.getByRole("timer").waitFor();
  expect(await transfer.getAttribute("aria-pressed")).toBe("true");
  await play(again, "pay-other", { amount: "750.50" });
  const show = (sum: string) => showMoney(parseDecimal(sum), "KZT", "kk");
  const both = { asked: show(again.amount), sum: show("750.50") };
  await page.getByText(frank.say("payments:pay.changed", both)).waitFor();
  await page
    .getByText(frank.say("payments:pay.balance_now", { sum: show(formatAmount(paid + parseDecimal("750.50"))) }))
    .waitFor();
  await button(frank.say("payments:pay.play")).click();
  await expect.poll(() => frank.shownBalance()).toBe(`${formatAmount(paid + parseDecimal("750.50"))} KZT`);
  expect((await frank.profile()).total_balance).toBe(formatAmount(paid + parseDecimal("750.50")));
  expect(frank.complaints).toEqual([]);
  await frank.leave();
});
