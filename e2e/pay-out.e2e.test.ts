import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("emil has no card yet, pays in, asks some of it back, takes it back, asks again and is paid", async () => {
  const emil = await visit(browser, { locale: "en", screen: "phone" });
  const { page } = emil;
  await emil.register(`emil-${Date.now()}@example.com`);
  await emil.go("/profile?withdraw");
  await page.getByText(emil.say("payments:out.no_card")).waitFor();
  await emil.fund("50000");

  await fetch(`${inject("house").sandbox}/psp/payouts/hold`, { method: "POST" });
  await emil.go("/profile?withdraw");
  await page.getByRole("dialog").getByText("•••• 4242").click();
  const amount = page.getByRole("dialog").getByRole("textbox");
  await amount.fill("20000");
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  const prove = async () => {
    const prompt = page.getByRole("dialog").filter({ hasText: emil.say("factors:proof.why_change") });
    await prompt.getByLabel(emil.say("factors:proof.password"), { exact: true }).fill(emil.password);
    await prompt.getByRole("button", { name: emil.say("factors:proof.confirm") }).click();
  };
  await page.locator(".pay-go").dblclick();
  await prove();
  await emil.button(emil.say("payments:out.cancel")).click();
  await page.getByText(emil.say("payments:out.cancelled_text")).waitFor();
  expect((await emil.profile()).total_balance).toBe("50000");

  await emil.button(emil.say("payments:out.again")).click();
  await amount.fill("30000");
  await page.locator(".pay-go").click();
  await prove();
  await page.getByText(emil.say("payments:out.processing_text", { card: "•••• 4242" })).waitFor({ timeout: 30_000 });
  await page.reload();
  await page.getByText(emil.say("payments:out.processing_text", { card: "•••• 4242" })).waitFor();
  await fetch(`${inject("house").sandbox}/psp/payouts/release`, { method: "POST" });
  await page.getByText(emil.say("payments:out.paid_text", { card: "•••• 4242" })).waitFor({ timeout: 30_000 });
  expect((await emil.profile()).total_balance).toBe("20000");
  const { data } = await emil.call<{ data: { items: { kind: string; status: number }[] } }>(
    "GET",
    "/api/v1/billing/history",
  );
  expect(data.items.map(({ kind, status }) => [kind, status])).toEqual([
    ["payout", 3],
    ["payout", 6],
    ["deposit", 3],
  ]);
  expect(emil.complaints).toEqual([]);
  await emil.leave();
});
