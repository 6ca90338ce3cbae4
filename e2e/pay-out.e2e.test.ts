import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { axeFinds } from "./axe.ts";
import { launchBrowser } from "./browser.ts";
import { type Visitor, visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("emil has no card yet, pays in, asks some of it back, takes it back, asks again and is paid; puts some aside, exchanges some, and finds it all in his statement", async () => {
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
  expect(await axeFinds(page, '[role="dialog"]')).toEqual([]);
  const prove = async () => {
    const prompt = page.getByRole("dialog").filter({ hasText: emil.say("factors:proof.why_change") });
    await prompt.getByLabel(emil.say("factors:proof.password"), { exact: true }).fill(emil.password);
    await prompt.getByRole("button", { name: emil.say("factors:proof.confirm") }).click();
  };
  await page.locator(".pay-go").dblclick();
  await prove();
  const late = await holdNextLook(page);
  await emil.button(emil.say("payments:out.cancel")).click();
  await page.getByText(emil.say("payments:out.cancelled_text")).waitFor();
  expect((await emil.profile()).total_balance).toBe("50000");

  await emil.button(emil.say("payments:out.again")).click();
  await amount.fill("30000");
  await page.locator(".pay-go").click();
  await page.getByLabel(emil.say("factors:proof.password"), { exact: true }).waitFor();
  // What was asked of the first payout is answered now: the second one goes on all the same.
  await late();
  await prove();
  await page.getByText(emil.say("payments:out.processing_text", { card: "•••• 4242" })).waitFor();
  await page.reload();
  await page.getByText(emil.say("payments:out.processing_text", { card: "•••• 4242" })).waitFor();
  await fetch(`${inject("house").sandbox}/psp/payouts/release`, { method: "POST" });
  await page.getByText(emil.say("payments:out.paid_text", { card: "•••• 4242" })).waitFor();
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
  await putAsideAndExchange(emil);
  await readStatement(emil);
  // Each payout is first answered with the wish for a proof, which the browser's console calls an error.
  const asked = expect.stringMatching(/403.*\/billing\/payouts$/);
  expect(emil.complaints).toEqual([asked, asked]);
  await emil.leave();
});

/** The next look at the payouts waits for its answer until what comes back is called, and has had time to be shown. */
async function holdNextLook(page: Page): Promise<() => Promise<void>> {
  const looks = /\/api\/v1\/billing\/payouts(\?|$)/;
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route(looks, async route => {
    if (route.request().method() === "GET") await held;
    await route.continue();
  });
  const asked = await page.waitForRequest(request => looks.test(request.url()) && request.method() === "GET");
  return async () => {
    answer();
    await (await asked.response())?.finished();
    await page.waitForTimeout(300);
    await page.unroute(looks);
  };
}

/** From 20,000 tenge: 5,000 into the vault, 1,000 into dollars, which become the active currency. */
async function putAsideAndExchange(emil: Visitor): Promise<void> {
  const { page } = emil;
  const dialog = page.getByRole("dialog");
  await emil.go("/profile?vault");
  await dialog.getByRole("textbox").fill("5000");
  await dialog.getByRole("button", { name: emil.say("vault:put"), exact: true }).click();
  await dialog.getByText("₸5,000", { exact: true }).waitFor();
  await dialog.getByText("₸15,000", { exact: true }).waitFor();

  await emil.go("/profile?exchange");
  await dialog.getByRole("textbox").fill("1000");
  await dialog.getByRole("button", { name: emil.say("exchange:see") }).click();
  expect(await axeFinds(page, '[role="dialog"]')).toEqual([]);
  await dialog.getByRole("button", { name: emil.say("exchange:confirm"), exact: true }).click();
  await dialog.getByText(emil.say("exchange:done"), { exact: true }).waitFor();
  await dialog.getByRole("button", { name: emil.say("exchange:switch", { currency: "USD" }) }).click();
  await expect.poll(async () => (await emil.profile()).currency).toBe("USD");
  expect(Number((await emil.profile()).total_balance)).toBeGreaterThan(1);
}

async function readStatement(emil: Visitor): Promise<void> {
  const { page } = emil;
  await emil.go("/profile/statement");
  const rows = page.locator(".movements tbody tr");
  await rows.first().waitFor();
  expect(await rows.allInnerTexts()).toEqual([expect.stringContaining(emil.say("statements:kinds.exchange_in"))]);
  await page.getByRole("radio", { name: "KZT", exact: true }).click();
  await page.getByText(emil.say("statements:vault", { sum: "₸5,000" }), { exact: true }).waitFor();
  const kinds = ["exchange", "vault", "payout_request", "payout_cancelled", "payout_request", "deposit"];
  await expect.poll(() => rows.count()).toBe(kinds.length);
  const texts = await rows.allInnerTexts();
  for (const [place, kind] of kinds.entries()) expect(texts[place]).toContain(emil.say(`statements:kinds.${kind}`));
  expect(await axeFinds(page, ".statement")).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    emil.button(emil.say("statements:csv")).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines[0]?.codePointAt(0)).toBe(0xfeff);
  expect(lines).toHaveLength(kinds.length + 3);
  expect(lines.at(-1)).toContain(",closing,,,,14000,0,5000,KZT,");
}
