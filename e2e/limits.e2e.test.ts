import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser } from "./browser.ts";
import { holdAnswer } from "./hold.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

test("dana limits her stakes, cannot stake more, and takes a break that no call can bypass", async () => {
  const dana = await visit(browser, { locale: "ru", screen: "phone" });
  const { page } = dana;
  await dana.register(`dana-${Date.now()}@example.com`);
  await dana.fund("50000");

  await dana.go("/profile/limits");
  const edit = `${dana.say("limits:limits.edit")}: ${dana.say("limits:limits.wager")}`;
  await dana.button(edit).click();
  await page.getByLabel(dana.say("limits:limits.amount")).fill("100,5x");
  await dana.button(dana.say("limits:limits.save")).click();
  await page.getByText(dana.say("limits:validation.amount_invalid")).first().waitFor();
  await page.getByLabel(dana.say("limits:limits.amount")).fill("100");
  await dana.button(dana.say("limits:limits.save")).click();
  await page.getByText(dana.say("limits:limits.now")).waitFor();
  expect(await axeFinds(page)).toEqual([]);

  // Minutes are whole decimal numbers: no 1e3, no text.
  await dana.button(`${dana.say("limits:limits.edit")}: ${dana.say("limits:time.session")}`).click();
  for (const typed of ["1e3", "abc"]) {
    await page.getByLabel(dana.say("limits:time.minutes")).fill(typed);
    const answered = page.waitForResponse(
      answer => answer.request().method() === "PUT" && answer.url().includes("/limits"),
    );
    await dana.button(dana.say("limits:limits.save")).click();
    expect((await answered).status()).toBe(422);
    await page.locator(".lim-edit").getByText(dana.say("limits:validation.minutes_invalid")).waitFor();
  }
  await dana.button(dana.say("limits:limits.cancel")).click();
  const play = await dana.call<{ data: object }>("GET", "/api/v1/limits/play");
  expect(play.data).toMatchObject({ session_minutes: null, later: null });

  // Input for another limit stays while the first is being saved.
  await dana.button(`${dana.say("limits:limits.edit")}: ${dana.say("limits:time.session")}`).click();
  await page.getByLabel(dana.say("limits:time.minutes")).fill("600");
  const saved = await holdAnswer(page, "PUT", "/api/v1/limits/play");
  await dana.button(dana.say("limits:limits.save")).click();
  await saved.given;
  await dana.button(`${dana.say("limits:limits.edit")}: ${dana.say("limits:time.day")}`).click();
  await page.getByLabel(dana.say("limits:time.minutes")).fill("300");
  await saved.letGo();
  expect(await page.getByLabel(dana.say("limits:time.minutes")).inputValue()).toBe("300");
  await dana.button(dana.say("limits:limits.cancel")).click();

  const stake = { stake: "60.00", direction: "over", target: "49.50" };
  const roll = () => dana.call<unknown>("POST", "/api/v1/games/dice/bets", stake, crypto.randomUUID());
  await dana.call("GET", "/api/v1/fairness/seeds");
  await dana.call("PUT", "/api/v1/fairness/client-seed", { client_seed: "dana-picks" });
  await roll();
  await expect(roll()).rejects.toThrow("limit_reached");
  await dana.go("/profile/limits");
  await page.getByText(dana.say("limits:limits.used", { used: "60 ₸", limit: "100 ₸" })).waitFor();

  await dana.button(edit).click();
  await page.getByLabel(dana.say("limits:limits.amount")).fill("");
  await dana.button(dana.say("limits:limits.save")).click();
  await page.getByText(/^Без лимита с/).waitFor();
  await expect(roll()).rejects.toThrow("limit_reached");

  const other = await dana.context.newPage();
  await other.goto(`${new URL(page.url()).origin}/ru/faq`);
  const deposit = other.locator(".top a.deposit");
  await deposit.waitFor({ state: "attached" });
  await other.locator("html[data-device]").waitFor();
  await dana.button(dana.say("limits:limits.take_time_out")).click();
  const final = dana.button(dana.say("limits:limits.final"));
  expect(await final.isDisabled()).toBe(true);
  await page.getByLabel(dana.say("limits:limits.confirm")).fill(dana.say("limits:limits.word_time_out"));
  await final.click();
  await page.getByText(dana.say("limits:limits.active_time_out")).waitFor();
  // Another tab finds out when it is shown.
  await other.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await expect.poll(() => deposit.count()).toBe(0);
  await other.close();
  const before = (await dana.profile()).total_balance;
  await expect(roll()).rejects.toThrow("limit_reached");
  const methods = await dana.call<{ data: { payments: { methods: { hash: string }[] } } }>(
    "GET",
    "/api/v2/billing/data",
  );
  const body = { method_hash: methods.data.payments.methods[0]?.hash, amount: "1000" };
  await expect(dana.call("POST", "/api/v1/billing/payments", body, crypto.randomUUID())).rejects.toThrow(
    "deposits_blocked",
  );
  expect((await dana.profile()).total_balance).toBe(before);
  // A link to a deposit, for example in an offer, explains why deposits are closed.
  await dana.go("/profile/limits?deposit");
  const dialog = page.getByRole("dialog", { name: dana.say("payments:pay.title") });
  await dialog.getByRole("link", { name: dana.say("payments:way.to_deposits_blocked"), exact: true }).waitFor();
  expect(await dialog.getByRole("textbox").count()).toBe(0);
  // The console shows only the refusals of "100,5x", "1e3" and "abc".
  const refused = expect.stringContaining("422");
  expect(dana.complaints).toEqual([refused, refused, refused]);
  await dana.leave();
});
