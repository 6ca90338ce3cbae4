import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchTestBrowser } from "./browser.ts";
import { visit } from "./visitor.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

/** How far a newcomer may have to go from the home page to the first settled bet. */
const most = { presses: 9, fields: 2 };

interface SettledBet {
  readonly status: string;
  readonly currency: string;
  readonly stake: string;
}

test.each(["phone", "desktop"] as const)(
  "a newcomer with a %s registers, deposits at the provider and makes a bet with at most nine presses and two fields",
  async screen => {
    const nils = await visit(browser, { locale: "en", screen });
    const { page, say } = nils;
    const presses: string[] = [];
    const fields: string[] = [];
    const press = async (name: string, target: Locator) => {
      presses.push(name);
      await target.click();
    };
    const fill = async (key: "accounts:auth.email" | "accounts:auth.password", text: string) => {
      fields.push(key);
      await page.getByLabel(say(key), { exact: true }).fill(text);
    };
    const main = page.getByRole("main");

    await nils.go("/");
    await press("register", main.getByRole("link", { name: say("lobby:home.register"), exact: true }));
    await press("by email", page.getByText(say("accounts:auth.by_email"), { exact: true }));
    await fill("accounts:auth.email", `nils-${Date.now()}@example.com`);
    await fill("accounts:auth.password", nils.password);
    await press("agree", page.getByRole("checkbox"));
    await press("open the account", nils.button(say("accounts:auth.open_account")));
    await page.locator(".wallet").waitFor();
    await press("deposit", main.getByRole("link", { name: say("lobby:home.deposit"), exact: true }));
    await press("deposit this sum", page.locator(".pay-go"));
    await page.waitForURL(/\/psp\/pay\//);
    await press("pay at the provider's", page.locator("button.main"));
    await page.getByRole("dialog", { name: say("payments:pay.success") }).waitFor();
    await press("play", nils.button(say("payments:pay.first_game")));
    await page.waitForURL(/\/games\/dice$/);
    await press("bet", page.locator(".bet-act .btn.primary").first());

    const bets = () => nils.call<{ data: { items: SettledBet[] } }>("GET", "/api/v1/bets?game=dice");
    await expect.poll(async () => (await bets()).data.items.map(({ status }) => status)).toEqual(["settled"]);
    const [bet] = (await bets()).data.items;
    const { currency } = await nils.profile();
    expect(bet).toMatchObject({ currency });
    expect(Number(bet?.stake)).toBeGreaterThan(0);
    console.log(`${screen}: ${presses.length} presses (${presses.join(", ")}), ${fields.length} fields`);
    expect(presses.length).toBeLessThanOrEqual(most.presses);
    expect(fields.length).toBeLessThanOrEqual(most.fields);
    expect(nils.complaints).toEqual([]);
    await nils.leave();
  },
);
