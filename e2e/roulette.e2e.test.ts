import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser, patience } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

interface OwnBet {
  readonly id: string;
  readonly round: number | null;
  readonly stake: string;
  readonly payout: string;
  readonly status: string;
  readonly chips: readonly { readonly spot: string; readonly stake: string }[];
  readonly pocket: number | null;
}

test.concurrent("rita lays chips with mouse and keyboard, calls tiers, is paid when the ball rests, and checks the spin", async ({
  expect,
}) => {
  const rita = await visit(browser, { locale: "en", screen: "desktop" });
  const { page } = rita;
  await rita.register(`rita-${Date.now()}@example.com`);
  await rita.fund("5000");
  await rita.go("/games/roulette");
  const spot = (id: string) => page.locator(`[data-spot="${id}"]`);
  const ownBets = async () =>
    (await rita.call<{ data: { items: OwnBet[] } }>("GET", "/api/v1/games/roulette/bets")).data.items;

  /** Waits until betting stays open for this many more seconds, so that it does not end during the test. */
  const timeLeft = (seconds: number) =>
    expect
      .poll(async () => {
        const shown = page.locator(".rl-count .num");
        return (await shown.count()) > 0 ? Number((await shown.textContent())?.replace("00:", "")) : 0;
      })
      .toBeGreaterThanOrEqual(seconds);
  await timeLeft(10);
  await spot("straight-17").click();
  await spot("straight-17").press("ArrowRight");
  await page.keyboard.press("Enter");
  expect(await spot("split-17-20").getAttribute("aria-label")).toContain("Split 17, 20");
  await page.getByRole("button", { name: rita.say("roulette:sector.tiers") }).click();
  await page.getByRole("button", { name: rita.say("roulette:undo"), exact: true }).click();
  await spot("red").click();
  await timeLeft(3);
  await page.locator(".rl-act .btn.primary").click();
  await expect.poll(async () => (await ownBets()).length).toBe(1);
  const [bet] = await ownBets();
  expect(bet).toMatchObject({ status: "open", stake: "15", pocket: null });
  expect(bet?.chips.map(chip => chip.spot)).toEqual(["straight-17", "split-17-20", "red"]);

  // A reload during a spin loses nothing: the chips are where they were.
  await page.reload();
  const isOver = async () => (await ownBets())[0]?.status === "settled";
  await expect.poll(async () => (await spot("split-17-20").locator(".on-spot.bet").count()) > 0 || isOver()).toBe(true);
  await expect.poll(async () => (await ownBets())[0]?.status).toBe("settled");
  const ended = (await ownBets())[0];
  const total = (await rita.profile()).total_balance;
  expect(Number(total)).toBeCloseTo(5000 - 15 + Number(ended?.payout), 6);
  await expect.poll(() => rita.shownBalance()).toBe(`${total} KZT`);

  await page.goto(`${page.url().split("/games")[0]}/verify/${ended?.id}`);
  await page.getByText(rita.say("fairness:verdicts.matches")).waitFor();
  expect(await page.locator(".vf-number").textContent()).toBe(String(ended?.pocket));
  expect(rita.complaints).toEqual([]);
  await rita.leave();
});

test.concurrent("a guest who saw the hash before a spin sees that its number matches it, and by which spin to check it", async ({
  expect,
}) => {
  const guest = await visit(browser, { locale: "kz", screen: "phone" });
  const { page } = guest;
  await guest.go("/games/roulette");
  const line = page.locator(".rl-verified");
  // A visitor who arrives during a spin waits for the next one.
  await line.filter({ hasText: guest.say("roulette:matches") }).waitFor({ timeout: 2 * patience });
  expect(await axeFinds(page, ".rl-result")).toEqual([]);
  await line.getByRole("link").press("Enter");
  await page.waitForURL(/\/verify\/roulette-1-[0-9]+$/);
  await page.getByText(guest.say("fairness:verdicts.matches")).waitFor();
  expect(guest.complaints).toEqual([]);
  await guest.leave();
});

test.concurrent("a guest's private spin on a phone shows its number only when the ball rests", async ({ expect }) => {
  const guest = await visit(browser, { locale: "ru", screen: "phone" });
  const { page } = guest;
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await guest.go("/games/roulette");
  await page.getByRole("radio", { name: guest.say("roulette:private") }).click();
  await page.locator('[data-spot="black"]').click();
  const shown = page.locator(".rl-last b");
  expect(await shown.textContent()).toBe("–");
  await page.locator(".rl-act .btn.primary").click();
  await page.locator(".rl-last.waits").waitFor();
  expect(await shown.textContent()).toBe("–");
  await page.locator(".rl-last:not(.waits)").waitFor();
  expect(await shown.textContent()).toMatch(/^[0-9]+$/);
  expect(guest.complaints).toEqual([]);
  await guest.leave();
});
