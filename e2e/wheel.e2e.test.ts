import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { showMoneyExactly } from "#kit/money/show.ts";
import { testPng } from "#kit/testing/test-images.ts";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

test("nurlan is verified by the identity provider, spins the daily wheel once, and verifies the spin", async () => {
  const nurlan = await visit(browser, { locale: "kz", screen: "phone" });
  const { page, say, button } = nurlan;
  await nurlan.register(`nurlan-${Date.now()}@example.com`);
  await nurlan.go("/bonuses");
  await page.getByText(say("wheel:verify_note")).waitFor();
  await page.getByRole("link", { name: say("wheel:verify"), exact: true }).click();
  await page.waitForURL(/\/profile\/setting$/);

  await button(say("verification:card.open")).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("verification:identity.first_name")).fill("Нұрлан");
  await dialog.getByLabel(say("verification:identity.last_name")).fill("Ахметов");
  await dialog.getByLabel(say("verification:identity.birth_date")).fill("1990-05-17");
  await dialog.getByRole("button", { name: say("verification:identity.save"), exact: true }).click();
  const give = (kind: string, bytes: string) =>
    dialog
      .getByLabel(say(`verification:kinds.${kind}`))
      .setInputFiles({ name: `${kind}.png`, mimeType: "image/png", buffer: Buffer.from(bytes, "latin1") });
  const send = dialog.getByRole("button", { name: say("verification:modal.send"), exact: true });
  await give("identity", "no picture, whatever it is called");
  await dialog.getByText(say("verification:validation.document_type_unknown")).waitFor();
  // A photo larger than may be sent is made smaller.
  await give("address", `${testPng(64, 64).toString("latin1")}${"\0".repeat(4_200_000)}`);
  await dialog
    .locator(".doc-slot")
    .filter({ hasText: say("verification:slot.replace") })
    .waitFor();
  for (const kind of ["identity", "selfie"]) {
    expect(await send.isDisabled()).toBe(true);
    await give(kind, testPng(64, 64).toString("latin1"));
    await dialog
      .getByText(say("verification:slot.given", { size: "1" }))
      .nth(kind === "selfie" ? 1 : 0)
      .waitFor();
  }
  expect(await axeFinds(page, '[role="dialog"]')).toEqual([]);
  await send.click();
  await dialog.getByText(say("verification:explained.success")).waitFor();

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await nurlan.go("/bonuses");
  // Content appears by timers of the page: it must be there before they stop.
  await button(say("wheel:turn")).waitFor();
  await page.clock.pauseAt(((await page.evaluate("Date.now()")) as number) + 1_000);
  await button(say("wheel:turn")).dblclick();
  const today = page.getByRole("status").filter({ hasText: say("wheel:next") });
  // While the wheel turns nothing reveals the result, though the money is already credited.
  await page.locator(".wheel-turns[style*='5000ms']").waitFor();
  const { total_balance: prize } = await nurlan.profile();
  expect(Number(prize)).toBeGreaterThan(0);
  await page.clock.runFor(4_500);
  expect([await today.count(), await nurlan.shownBalance()]).toEqual([0, "0 KZT"]);
  await page.clock.runFor(1_000);
  await page.clock.resume();
  const announcement = say("wheel:turned", { prize: showMoneyExactly(parseDecimal(prize), "KZT", "kk") });
  await today.getByText(announcement).waitFor();
  await expect.poll(() => nurlan.shownBalance()).toBe(`${prize} KZT`);
  expect(await axeFinds(page, ".wheel-day")).toEqual([]);
  await page.reload();
  await today.getByText(announcement).waitFor();
  expect(await button(say("wheel:turn")).count()).toBe(0);

  await nurlan.call("POST", "/api/v1/fairness/rotate", {});
  await today.getByRole("link", { name: say("wheel:check"), exact: true }).click();
  await page.getByText(say("fairness:verdicts.matches")).waitFor();
  const spinId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const verifier = join(import.meta.dirname, "../tools/verify.ts");
  await promisify(execFile)(process.execPath, [verifier, spinId, "--api", inject("app").localApi]);
  // The console shows only the refusal of the invalid picture.
  expect(nurlan.complaints).toEqual([expect.stringMatching(/422.*\/verification\//)]);
  await nurlan.leave();
});
