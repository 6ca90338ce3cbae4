import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { insertCampaign } from "#modules/bonuses/server/index.ts";
import type { BonusView } from "#modules/bonuses/shared/contract.ts";
import { axeFinds } from "./axe.ts";
import { launchTestBrowser } from "./browser.ts";
import { tooWide } from "./too-wide.ts";
import { visit } from "./visitor.ts";

const name = `Gift ${randomUUID().slice(0, 8)}`;
const second = `Second ${name}`;
let browser: Browser;
let db: Db;
beforeAll(async () => {
  browser = await launchTestBrowser();
  db = createDb(inject("app").databaseUrl, { pool: 1 });
  for (const each of [name, second]) await offerGift(each);
});
afterAll(async () => {
  await db.query("UPDATE bonuses.campaigns SET state = 'paused' WHERE name ->> 'en' = ANY($1)", [[name, second]]);
  await db.end();
  await browser.close();
});

async function offerGift(title: string): Promise<void> {
  const id = randomUUID() as never;
  await db.tx(async tx => {
    await insertCampaign(
      tx,
      {
        id,
        name: { en: title, ru: title, kz: title },
        kind: "manual",
        currency: "KZT",
        percent: null,
        // Far more than the stake that dice suggests: one lost bet leaves something to give up.
        amount: parseDecimal("20000"),
        minDeposit: null,
        wager: 1,
        hours: 72,
        budget: parseDecimal("200000"),
        endsAt: new Date(Date.now() + 3_600_000),
      },
      "Test",
      new Date(),
    );
    await tx.query("UPDATE bonuses.campaigns SET state = 'active', activated_by = 'Test' WHERE id = $1", [id]);
  });
}

test("a player claims a gift, plays it in dice, sees what counted, and gives up the rest after one question", async () => {
  const aru = await visit(browser, { locale: "en", screen: "phone" });
  const { page } = aru;
  await aru.go("/");
  await aru.register(`aru-${Date.now()}@example.com`);
  await aru.go("/bonuses");
  const offer = page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
  // What it costs is said before it is claimed.
  await offer.getByText(aru.say("bonuses:card.cost")).waitFor();
  await offer.getByText(aru.say("bonuses:card.max_bet")).waitFor();
  // A worker computes the chances; 20,000 at once covers no more than a few bets of the maximum.
  await offer
    .getByText(/^\d+(\.\d)?%$/)
    .first()
    .waitFor();
  await offer.getByText(aru.say("bonuses:value.title")).click();
  await offer.getByText(/^On average /).waitFor();
  await offer.getByRole("button", { name: aru.say("bonuses:card.claim") }).click();
  await offer.getByText(aru.say("bonuses:statuses.active")).waitFor();
  expect((await axeFinds(page)).map(({ text }) => text)).toEqual([]);
  const bonus = async () => {
    const { data } = await aru.call<{ data: readonly BonusView[] }>("GET", "/api/v1/bonuses");
    return required(data[0], "the bonus");
  };
  expect(await bonus()).toMatchObject({ name, status: "active", amount: "20000", balance: "20000", wagered: "0" });

  // There is no real money: the stake is bonus money, and so is what it wins.
  await aru.go("/games/dice");
  await page.getByRole("button", { name: /^Roll over/ }).click();
  await page.locator(".bet-history a").first().waitFor();
  // The first stake of bonus money in a visit shows a notice.
  await page.getByText(aru.say("bonuses:play.title")).waitFor();
  await page.getByRole("button", { name: aru.say("bonuses:play.ok") }).click();
  const played = await bonus();
  expect(parseDecimal(played.wagered)).toBeGreaterThan(0n);
  expect(played.balance).not.toBe("20000");

  await aru.go("/bonuses");
  await offer.getByText(aru.say("bonuses:bets.title")).click();
  await offer.getByText(aru.say("bonuses:bets.agrees")).waitFor();
  await offer.getByRole("button", { name: aru.say("bonuses:card.give_up") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: aru.say("bonuses:card.give_up") }).click();
  await offer.getByText(aru.say("bonuses:statuses.cancelled")).waitFor();
  expect(await bonus()).toMatchObject({ status: "cancelled" });

  // The profile keeps both: how the bonus ended, and the bet that it paid for.
  await aru.go("/profile/bonuses");
  await offer.getByText(aru.say("bonuses:statuses.cancelled")).waitFor();
  await aru.go("/profile/history");
  await page.getByRole("cell", { name: "Dice" }).first().waitFor();
  expect((await aru.profile()).total_balance).toBe("0");
  expect(aru.complaints).toEqual([]);
  await aru.leave();
});

test("a player gives up a gift to withdraw real money, after the sum that is lost was named", async () => {
  const dana = await visit(browser, { locale: "ru", screen: "phone" });
  const { page } = dana;
  await dana.go("/");
  await dana.register(`dana-${Date.now()}@example.com`);
  await dana.fund("5000");
  const { data: offers } = await dana.call<{ data: { id: string; name: string }[] }>("GET", "/api/v1/bonus-offers");
  const gift = required(
    offers.find(offer => offer.name === name),
    "the gift",
  );
  await dana.call("POST", `/api/v1/bonuses/${gift.id}/claim`, {}, randomUUID());
  await dana.go("/profile/bonuses?withdraw");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("•••• 4242").click();
  await dialog.getByRole("textbox").fill("3000");
  await page.locator(".pay-go").click();
  await dialog.getByText(/20\s000\s₸ бонусных денег/).waitFor();
  await dialog.getByRole("button", { name: dana.say("payments:way.give_up_bonus") }).click();
  const prompt = page.getByRole("dialog").filter({ hasText: dana.say("factors:proof.why_change") });
  await prompt.getByLabel(dana.say("factors:proof.password"), { exact: true }).fill(dana.password);
  await prompt.getByRole("button", { name: dana.say("factors:proof.confirm") }).click();
  await page.getByText(dana.say("payments:out.pending_text", { card: "•••• 4242" })).waitFor();
  const { data: bonuses } = await dana.call<{ data: BonusView[] }>("GET", "/api/v1/bonuses");
  expect(bonuses[0]).toMatchObject({ status: "cancelled", released: "0" });
  expect((await dana.profile()).total_balance).toBe("2000");
  // The page behind the dialog shows how the bonus ended.
  await page.getByText(dana.say("bonuses:statuses.cancelled")).waitFor();
  await dana.leave();
});

test("a bonus that waits is shown over the pages of a player, but not over those for limits", async () => {
  const elsa = await visit(browser, { locale: "ru", screen: "phone" });
  const { page } = elsa;
  await elsa.go("/");
  await elsa.register(`elsa-${Date.now()}@example.com`);
  const { data: offers } = await elsa.call<{ data: { id: string; name: string }[] }>("GET", "/api/v1/bonus-offers");
  for (const offer of offers.filter(each => [name, second].includes(each.name)))
    await elsa.call("POST", `/api/v1/bonuses/${offer.id}/claim`, {}, randomUUID());
  const banner = page.getByRole("complementary", { name: elsa.say("attribution:banner.label") });
  for (const path of ["/profile/limits", "/profile/play"]) {
    const read = page.waitForResponse(/waiting-reg-and-dep/);
    await elsa.go(path);
    await read;
    expect(await banner.count(), path).toBe(0);
  }
  await elsa.go("/profile/setting");
  await banner.waitFor();
  await elsa.leave();
});

test("the heading of an active bonus and the top bar with a balance of eleven characters fit narrow phones", async () => {
  const faye = await visit(browser, { locale: "ru", screen: "phone" });
  const { page } = faye;
  await faye.go("/");
  await faye.register(`faye-${Date.now()}@example.com`);
  await faye.fund("12345.5");
  await faye.go("/bonuses");
  const wallet = page.locator(".wallet .money");
  expect((await wallet.textContent())?.length).toBe("12 345,50 ₸".length);
  const offer = page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
  await offer.getByRole("button", { name: faye.say("bonuses:card.claim") }).click();
  await offer.getByText(faye.say("bonuses:statuses.active")).waitFor();
  const faults: string[] = [];
  for (const width of [320, 360, 375]) {
    await page.setViewportSize({ width, height: 640 });
    faults.push(...(await tooWide(page)).map(fault => `${width}: ${fault}`));
    const isCut = await page.evaluate(
      `[...document.querySelectorAll(".bn-head h2")].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)`,
    );
    if (isCut) faults.push(`${width}: the heading is over the sum`);
  }
  expect(faults).toEqual([]);
  await faye.leave();
});
