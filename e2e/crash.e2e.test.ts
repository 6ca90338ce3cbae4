import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchTestBrowser, longestFlight } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

interface OwnBet {
  readonly id: string;
  readonly round: number;
  readonly stake: string;
  readonly payout: string;
  readonly status: string;
  readonly auto_cash_out: string | null;
}

test("bob has two bets in a flight, one is cashed out automatically and one by hand, and a reload in mid-flight loses neither", async () => {
  const bob = await visit(browser, { locale: "en", screen: "desktop" });
  const { page } = bob;
  await bob.register(`bob-${Date.now()}@example.com`);
  await bob.fund("50000");
  await bob.go("/games/crash");
  await bob.button(bob.say("crash:second.add")).click();
  const slots = page.locator(".bet-slot");
  const [first, second] = [slots.nth(0), slots.nth(1)];
  const cashOut = second.getByRole("button", { name: bob.say("crash:cash_out") });
  const ownBets = async () =>
    (await bob.call<{ data: { items: OwnBet[] } }>("GET", "/api/v1/games/crash/bets")).data.items;

  // A round may crash before the click: bob repeats until one flies long enough.
  let byHand: OwnBet | undefined;
  for (let rounds = 1; byHand === undefined; rounds++) {
    expect(rounds).toBeLessThan(15);
    const before = (await ownBets()).length;
    await first.getByLabel(bob.say("crash:auto_cash_out")).fill("1.01");
    // Both are placed while a round flies, so that they join the same next one.
    for (const slot of [first, second])
      await slot
        .getByRole("button", { name: bob.say("crash:bet_next"), exact: true })
        .click({ timeout: longestFlight });
    await page.getByText(bob.say("crash:place_bets")).waitFor({ timeout: longestFlight });
    await page.getByText(bob.say("crash:flying_for")).waitFor({ timeout: longestFlight });
    // If the flight ended between the two requests, the second bet joins a later round, and this attempt is repeated.
    const batched = (await ownBets()).length === before + 2;
    await page.reload();
    await cashOut.click({ timeout: 8_000 }).catch(() => undefined);
    await expect
      .poll(async () => (await ownBets()).every(bet => bet.status !== "open"), { timeout: longestFlight })
      .toBe(true);
    const bets = await ownBets();
    if (!batched) continue;
    expect(bets.length).toBe(before + 2);
    byHand = bets.slice(0, 2).find(bet => bet.auto_cash_out === null && bet.payout !== "0");
  }

  const bets = await ownBets();
  const paid = bets.reduce((sum, bet) => sum + Number(bet.payout) - Number(bet.stake), 50_000);
  expect(Number((await bob.profile()).total_balance)).toBeCloseTo(paid, 6);
  await expect.poll(() => bob.shownBalance()).toBe(`${(await bob.profile()).total_balance} KZT`);

  await page.getByRole("radio", { name: bob.say("bets:feed.mine") }).click();
  const proof = page.locator(`table.feed a[href$="/verify/${byHand.id}"]`);
  await proof.waitFor();
  await expect.poll(() => isOver(byHand.round), { timeout: longestFlight }).toBe(true);
  await proof.click();
  await page.getByText(bob.say("fairness:verdicts.matches")).waitFor();
  const verifier = join(import.meta.dirname, "../tools/verify.ts");
  await promisify(execFile)(process.execPath, [verifier, byHand.id, "--api", inject("app").localApi]);
  expect(bob.complaints).toEqual([]);
  await bob.leave();

  async function isOver(round: number): Promise<boolean> {
    const path = "/api/v1/games/crash/rounds";
    const { data } = await bob.call<{ data: { items: { round: number }[] } }>("GET", path);
    return data.items.some(each => each.round === round);
  }
});
