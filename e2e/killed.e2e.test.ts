import { afterAll, beforeAll, expect, test } from "vitest";
import { createDb } from "#kit/db/create-db.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { longestFlight } from "./browser.ts";
import { type OwnApp, openOwnApp } from "./own-app.ts";
import { visit } from "./visitor.ts";

// A separate installation: no other test may use a server that is killed.
let installation: OwnApp;
beforeAll(async () => {
  installation = await openOwnApp("killed");
});
afterAll(() => installation.close());

test("the server is killed under grace's open pages: they say so, come back by themselves, and every cent is there", async () => {
  const grace = await visit(installation.browser, { locale: "en", screen: "desktop", app: installation.addresses });
  await grace.register(`grace-${Date.now()}@example.com`);
  await grace.fund("50000");
  const dice = grace.page;
  await grace.go("/games/dice");
  const crash = await grace.context.newPage();
  await crash.goto(`${installation.addresses.site}/en/games/crash`);
  const slot = crash.locator(".bet-slot").first();
  await slot.getByRole("button", { name: grace.say("crash:bet_next"), exact: true }).click({ timeout: longestFlight });
  await crash.getByText(grace.say("crash:flying_for")).waitFor({ timeout: longestFlight });

  process.kill(installation.app.serverPid() ?? Number.NaN, "SIGKILL");
  await installation.app.failed;
  await crash.getByText(grace.say("crash:lost_connection")).waitFor();
  // A bet without a response is one request, however often it is retried; it is her first, so she has no seed yet.
  await dice.getByRole("button", { name: /^Roll over/ }).click();
  const askAgain = grace.button(grace.say("bets:ask_again"));
  await askAgain.waitFor();
  await installation.app.restartServer();

  const rolled = dice.locator(".bet-history a").first();
  await expect
    .poll(async () => {
      // Without waiting: a click that waits for the enabled button would press it for the next roll.
      await askAgain.evaluateAll((keys: unknown[]) => {
        for (const key of keys as { click(): void }[]) key.click();
      });
      return rolled.count();
    })
    .toBe(1);
  await crash.getByText(grace.say("crash:lost_connection")).waitFor({ state: "hidden" });
  const betNext = slot.getByRole("button", { name: grace.say("crash:bet_next"), exact: true });
  await betNext.waitFor({ timeout: longestFlight });

  const own = (game: string) => grace.call<OwnBets>("GET", `/api/v1/games/${game}`);
  await expect
    .poll(
      async () => {
        const [bet] = (await own("crash/bets")).data.items;
        // On a slow connection her request may be too late for its round: the page says so, and she tries again.
        if (!bet && (await betNext.isVisible())) await betNext.click();
        return bet?.status ?? "none yet";
      },
      { timeout: longestFlight },
    )
    .toMatch(/^(settled|voided)$/);
  const bets = [...(await own("crash/bets")).data.items, ...(await own("dice/rounds")).data.items];
  expect(bets).toHaveLength(2);
  const result = bets.reduce((sum, bet) => sum - Number(bet.stake) + paidBack(bet), 0);
  expect(Number((await grace.profile()).total_balance)).toBeCloseTo(50_000 + result, 6);
  await expect.poll(() => grace.shownBalance()).toBe(`${(await grace.profile()).total_balance} KZT`);
  await grace.leave();

  const db = createDb(installation.addresses.databaseUrl, { pool: 1 });
  expect(await db.tx(auditBooks, { isolation: "repeatable read", readOnly: true })).toEqual([]);
  await db.end();
});

interface OwnBet {
  readonly status?: string;
  readonly stake: string;
  readonly payout: string;
}

interface OwnBets {
  readonly data: { readonly items: readonly OwnBet[] };
}

const paidBack = (bet: OwnBet) => Number(bet.status === "voided" ? bet.stake : bet.payout);
