import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser } from "./browser.ts";
import { holdAnswer, loseAnswers } from "./hold.ts";
import { type Visitor, visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

const payouts = "/api/v1/billing/payouts";

test("emil has no card yet, pays in, asks some of it back, takes it back, asks again and is paid; puts some aside, exchanges some, and finds it all in his statement", async () => {
  const emil = await visit(browser, { locale: "en", screen: "phone" });
  const { page } = emil;
  await emil.register(`emil-${Date.now()}@example.com`);
  await emil.go("/profile?withdraw");
  await page.getByText(emil.say("payments:out.no_card")).waitFor();
  await emil.fund("50000");

  await fetch(`${inject("app").sandbox}/psp/payouts/hold`, { method: "POST" });
  await emil.go("/profile?withdraw");
  await page.getByRole("dialog").getByText("•••• 4242").click();
  const amount = page.getByRole("dialog").getByRole("textbox");
  // More than the balance is refused, not lowered to all of it.
  await amount.fill("90000");
  const short = page.waitForResponse(/\/billing\/payouts$/);
  await page.locator(".pay-go").click();
  expect((await short).status()).toBe(409);
  expect(await amount.inputValue()).toBe("90000");
  // Less than the minimum is neither raised nor sent, and more than the maximum is the maximum before anything is pressed.
  await amount.fill("20.");
  await page.locator(".pay-go").click({ force: true });
  expect(await amount.inputValue()).toBe("20");
  await amount.fill("99000000");
  expect(await amount.inputValue()).toBe("15000000");
  await amount.fill("20000");
  expect(await axeFinds(page, '[role="dialog"]')).toEqual([]);
  const prompt = page.getByRole("dialog").filter({ hasText: emil.say("factors:proof.why_change") });
  const prove = async () => {
    await prompt.getByLabel(emil.say("factors:proof.password"), { exact: true }).fill(emil.password);
    await prompt.getByRole("button", { name: emil.say("factors:proof.confirm") }).click();
  };
  const sent = async () => (await emil.call<{ data: { items: object[] } }>("GET", payouts)).data.items.length;
  // The proof is cancelled before its response: the payout request is not sent.
  const proof = await holdAnswer(page, "POST", "/api/v1/factors/proof/password");
  await page.locator(".pay-go").dblclick();
  await prove();
  await proof.given;
  await prompt.getByRole("button", { name: emil.say("factors:proof.close") }).click();
  await proof.letGo();
  expect(await sent()).toBe(0);
  // It is still valid for five minutes, also after the payout that used it was cancelled.
  await page.locator(".pay-go").click();
  const heldAnswer = await holdAnswer(page, "GET", payouts);
  await heldAnswer.given;
  const cancelled = await holdAnswer(page, "DELETE", `${payouts}/*`);
  await emil.button(emil.say("payments:out.cancel")).click();
  await page.getByText(emil.say("payments:out.cancelled_text")).waitFor();
  expect((await emil.profile()).total_balance).toBe("50000");

  await emil.button(emil.say("payments:out.again")).click();
  await amount.fill("30000");
  // Responses about the first payout arrive now: the second one continues.
  await heldAnswer.letGo();
  await cancelled.letGo();
  expect(await sent()).toBe(1);
  expect(await amount.inputValue()).toBe("30000");
  await page.locator(".pay-go").click();
  await page.getByText(emil.say("payments:out.processing_text", { card: "•••• 4242" })).waitFor();
  // No other one can be started before it is known whether one is in flight.
  const first = await holdAnswer(page, "GET", payouts);
  const methods = page.waitForResponse(/\/billing\/data$/);
  await page.reload();
  await first.given;
  await (await methods).finished();
  await page.waitForTimeout(300);
  expect(await page.locator(".pm").count()).toBe(0);
  await first.letGo();
  await page.getByText(emil.say("payments:out.processing_text", { card: "•••• 4242" })).waitFor();
  await fetch(`${inject("app").sandbox}/psp/payouts/release`, { method: "POST" });
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
  // The browser console logs refusals as errors: one for the balance, one that requires a proof. Lost responses are errors too.
  const refused = (status: number) => expect.stringMatching(new RegExp(`${status}.*/billing/payouts$`));
  const isLost = (line: string) =>
    line.includes("ERR_CONNECTION_CLOSED") && /\/api\/v1\/(exchange|vault\/put)\b/.test(line);
  expect(emil.complaints.filter(line => !isLost(line))).toEqual([refused(409), refused(403)]);
  await emil.leave();
});

/**
 * From 20,000 tenge: 5,000 into the vault, 1,000 into dollars, which become the active currency. The responses to both are lost, and the
 * rate expires; the same is asked again, and nothing is done twice.
 */
async function putAsideAndExchange(emil: Visitor): Promise<void> {
  const { page } = emil;
  const dialog = page.getByRole("dialog");
  await emil.go("/profile");
  const wallet = page.locator("button.wallet");
  await wallet.press("Enter");
  await page.getByRole("menuitem", { name: emil.say("lobby:frame.vault") }).press("Enter");
  await dialog.getByRole("textbox").fill("5000");
  const put = dialog.getByRole("button", { name: emil.say("vault:put"), exact: true });
  const letPut = await loseAnswers(page, "POST", "/api/v1/vault/put");
  await put.click();
  await page.getByText(emil.say("common:errors.unconfirmed"), { exact: true }).waitFor();
  await dialog.getByText("₸5,000", { exact: true }).waitFor();
  await letPut();
  // The same again: it was done, and is not done twice.
  await put.click();
  await expect.poll(() => dialog.getByRole("textbox").inputValue()).toBe("");
  await dialog.getByText("₸5,000", { exact: true }).waitFor();
  await dialog.getByText("₸15,000", { exact: true }).waitFor();
  // The menu is gone: the focus returns to the button that opened it.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.locator("button.wallet:focus").waitFor();

  await page.clock.install();
  await emil.go("/profile?exchange");
  await dialog.getByRole("textbox").fill("1000");
  await dialog.getByRole("button", { name: emil.say("exchange:see") }).click();
  expect(await axeFinds(page, '[role="dialog"]')).toEqual([]);
  const confirm = dialog.getByRole("button", { name: emil.say("exchange:confirm"), exact: true });
  const letAnswers = await loseAnswers(page, "POST", "/api/v1/exchange");
  await confirm.click();
  await dialog.getByText(emil.say("exchange:unconfirmed"), { exact: true }).waitFor();
  await letAnswers();
  await page.clock.fastForward(31_000);
  await confirm.click();
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
  for (const [index, kind] of kinds.entries()) expect(texts[index]).toContain(emil.say(`statements:kinds.${kind}`));
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
