import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { oneXTwo, three } from "#modules/odds/testing/messages.ts";
import { home, single, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

/** `real/bonus left` of a player who wagers a bonus. */
async function money(player: PlayerId): Promise<string> {
  const { rows } = await sportsbook.host.db.query<Record<"real" | "bonus", bigint> & { left: bigint | null }>(
    "SELECT real, bonus, wager_left AS left FROM wallet.wallets WHERE player_id = $1",
    [player],
  );
  const { real = 0n, bonus = 0n, left = null } = rows[0] ?? {};
  return `${formatAmount(real)}/${formatAmount(bonus)} ${left === null ? "-" : formatAmount(left)}`;
}

test("alice bets with the money of a bonus: the slip says which money it is, wins for both and counts by its edge", async () => {
  await sportsbook.openMatches(["m:ba"]);
  const alice = await sportsbook.player("1");
  await sportsbook.bonus(alice, "10");
  const key = sportsbook.host.ids.next();
  const placed = await sportsbook.place(alice, single("m:ba", "4"), key);
  expect(placed.status, placed.text).toBe(201);
  expect(placed.body.data).toMatchObject({ stake: "4", from_bonus: "3", paid_bonus: "0", balance: "0" });
  expect(await money(alice)).toBe("0/7 200");
  await sportsbook.endMatch("m:ba", [
    [1, 0],
    [0, 0],
  ]);
  await sportsbook.settle();
  // 4 x 2.03 = 8.12, a quarter of it real; 4 x 0.850 counts: the price was made from a chance of 47.5865 %.
  expect((await sportsbook.read(alice, placed.body.data.id)).body.data).toMatchObject({
    payout: "8.12",
    paid_bonus: "6.09",
  });
  expect(await money(alice)).toBe("2.03/13.09 196.6");
  expect((await sportsbook.place(alice, single("m:ba", "4"), key)).text).toBe(placed.text);
});

test("a stake above the bonus's maximum is refused by name; odds below 1.50 take no bonus money", async () => {
  await sportsbook.openMatches(["m:bb"], [oneXTwo(three("1.4"))]);
  await sportsbook.openMatches(["m:bc"]);
  const bob = await sportsbook.player("1");
  await sportsbook.bonus(bob, "10");
  expect((await sportsbook.place(bob, single("m:bc", "6"))).body.code).toBe("bonus_max_bet");
  const low = { kind: "single", unit: "3", legs: [home("m:bb", "1.4")] };
  expect((await sportsbook.place(bob, low)).body.code).toBe("insufficient_funds");
  expect(await money(bob)).toBe("1/10 200");
});

test("while a live slip waits its bonus money is kept for it; a refused one gives it back", async () => {
  await sportsbook.openMatches(["m:bl"]);
  const messages = sportsbook.messagesFor("m:bl");
  await sportsbook.send("live", messages.state("live", [[0, 0]]), messages.odds([oneXTwo(three())]));
  const carol = await sportsbook.player("1");
  await sportsbook.bonus(carol, "5");
  expect((await sportsbook.place(carol, single("m:bl", "6"))).body.code).toBe("bonus_max_bet");
  const waiting = sportsbook.place(carol, single("m:bl", "5"));
  await sportsbook.feed.beat(2);
  expect((await sportsbook.place(carol, single("m:bl", "2"))).body.code).toBe("insufficient_funds");
  await sportsbook.feed.beat(5);
  expect((await waiting).body.data).toMatchObject({ from_bonus: "4" });
  expect(await money(carol)).toBe("0/1 100");
  const dave = await sportsbook.player("0.5");
  await sportsbook.bonus(dave, "5");
  const refused = sportsbook.place(dave, single("m:bl", "5"));
  await sportsbook.feed.beat(2);
  await sportsbook.send("live", messages.stop());
  await sportsbook.feed.beat(5);
  expect((await refused).body.code).toBe("market_suspended");
  const { rows } = await sportsbook.host.db.query(
    "SELECT reserved::text, reserved_bonus::text AS bonus FROM wallet.wallets WHERE player_id = $1",
    [dave],
  );
  expect(rows).toEqual([{ reserved: "0", bonus: "0" }]);
});

test("a cash-out is split by the shares of its stake, and what it closed does not count", async () => {
  await sportsbook.openMatches(["m:bo"]);
  const eve = await sportsbook.player("1");
  await sportsbook.bonus(eve, "10");
  const { id } = (await sportsbook.place(eve, single("m:bo", "4"))).body.data;
  const { cash_out: offer } = (await sportsbook.read(eve, id)).body.data;
  const answer = await sportsbook.api.call(`POST /api/v1/betting/slips/${id}/cash-out`, {
    token: eve,
    body: { offer, share: 50 },
    key: sportsbook.host.ids.next(),
  });
  expect(answer.status, answer.text).toBe(200);
  const { paid, balance } = answer.body.data;
  expect(Number(balance)).toBeCloseTo(Number(paid) / 4, 6);
  await sportsbook.endMatch("m:bo", [
    [0, 1],
    [0, 0],
  ]);
  await sportsbook.settle();
  expect((await money(eve)).split(" ")[1]).toBe("198.3");
});
