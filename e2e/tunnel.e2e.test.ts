import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchTestBrowser, longestFlight } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

interface OwnBet {
  readonly id: string;
  readonly payout: string;
  readonly status: string;
}

/** The length of the outage. */
const tunnelMs = 10_000;

/** Runs in the page: records how long after the network's return the offline notice disappears. */
const watchTheStrip = `addEventListener("online", () => {
  const since = performance.now();
  const watch = () => {
    if (document.querySelector(".offline")) requestAnimationFrame(watch);
    else document.documentElement.dataset.backAfterMs = String(Math.round(performance.now() - since));
  };
  watch();
})`;

/** A dialog that cannot be loaded ahead in the tunnel must not reload the page after it. */
async function touchLink(page: Page): Promise<void> {
  await page.evaluate(`{
    const link = Object.assign(document.createElement("a"), { href: "?vault" });
    document.body.append(link);
    link.dispatchEvent(new Event("touchstart", { bubbles: true }));
  }`);
}

test("alice's train goes through a tunnel in mid-flight: the strip stays until the socket is back, and one sentence says what became of the bet", async () => {
  const alice = await visit(browser, { locale: "en", screen: "phone" });
  const { page } = alice;
  await alice.register(`alice-${Date.now()}@example.com`);
  await alice.fund("50000");
  await alice.go("/games/crash");
  const strip = page.getByText(alice.say("lobby:frame.offline"));
  const ownBets = async () =>
    (await alice.call<{ data: { items: OwnBet[] } }>("GET", "/api/v1/games/crash/bets")).data.items;
  await page
    .locator(".bet-slot")
    .first()
    .getByRole("button", { name: alice.say("crash:bet_next"), exact: true })
    .click({ timeout: longestFlight });
  await expect.poll(async () => (await ownBets())[0]?.status, { timeout: longestFlight }).toBe("open");

  const html = await page.evaluate<string>("fetch(location.href).then(answer => answer.text())");
  expect(html).toMatch(/round (<!-- -->)?[\d,]+/);
  expect(html).not.toContain(alice.say("bets:connecting"));
  expect(html).toContain((await ownBets())[0]?.id ?? "a bet");

  await page.getByText(alice.say("crash:flying_for")).waitFor({ timeout: longestFlight });
  await alice.context.setOffline(true);
  await strip.waitFor();
  await touchLink(page);
  await page.waitForTimeout(tunnelMs);
  expect(await strip.isVisible()).toBe(true);
  await page.evaluate(watchTheStrip);
  await alice.context.setOffline(false);
  await strip.waitFor({ state: "hidden" });
  console.log(`back after ${await page.evaluate("document.documentElement.dataset.backAfterMs")} ms`);

  const said = page.locator('p.note[role="status"]');
  await said.waitFor();
  const text = await said.textContent();
  const bet = (await ownBets())[0];
  // If the round ended just as the network returned, the message may be about the flight.
  const ends = [alice.say("bets:missed.open"), bet?.payout === "0" ? "lost" : "paid"];
  expect(ends.some(end => text?.includes(end))).toBe(true);
  await alice.leave();
});

test("bek waits alone in a room when his train goes through a tunnel, and leaves from another device: one sentence says that his stake came back", async () => {
  const bek = await visit(browser, { locale: "kz", screen: "phone" });
  const { page } = bek;
  await bek.register(`bek-${Date.now()}@example.com`);
  await bek.fund("50000");
  await bek.go("/games/rooms/purple");
  const said = page.locator('p.note[role="status"]');
  await page.locator(".bet-act .btn.primary").first().click();
  await bek.button(new RegExp(bek.say("rooms:leave", { sum: ".+" }))).waitFor();
  await bek.context.setOffline(true);
  await page.getByText(bek.say("lobby:frame.offline")).waitFor();
  await bek.call("DELETE", "/api/v1/games/rooms/purple/bets");
  const past = async () =>
    (await bek.call<{ data: { items: { status: string }[] } }>("GET", "/api/v1/games/rooms/purple/rounds")).data.items;
  await expect.poll(async () => (await past())[0]?.status).toBe("refunded");
  await bek.context.setOffline(false);
  await said.waitFor();
  expect(await said.textContent()).toMatch(new RegExp(bek.say("bets:missed.voided", { amount: ".+" })));
  await bek.leave();
});
