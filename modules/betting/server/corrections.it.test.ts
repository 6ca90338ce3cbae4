import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { openDebts } from "#modules/debts/server/index.ts";
import { single, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";
import { settleSlips } from "./settle-slips.ts";

/** Results that change after they were paid. */

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

const lost = [
  [0, 1],
  [0, 0],
] as const;
const won = [
  [1, 0],
  [0, 0],
] as const;

async function result(event: string, score: typeof lost | typeof won): Promise<void> {
  await sportsbook.endMatch(event, score);
  await sportsbook.settle();
  await sportsbook.expectBooks();
}

test("a result that is corrected five times, with money set aside in between, nets to the last result; debts are explained", async () => {
  await sportsbook.openMatches(["m:five"]);
  const alice = await sportsbook.player("10");
  const { id } = (await sportsbook.place(alice, single("m:five"))).body.data;
  await result("m:five", won);
  expect(await sportsbook.balance(alice)).toBe("20.3");
  await sportsbook.moveToVault(alice, "20.3");
  await result("m:five", lost);
  expect(await sportsbook.balance(alice)).toBe("0");
  expect(await openDebts(sportsbook.host.db, alice)).toMatchObject([{ cause: "settlement", owed: 20_300_000n }]);
  await result("m:five", won);
  expect(await sportsbook.balance(alice)).toBe("0");
  expect(await openDebts(sportsbook.host.db, alice)).toEqual([]);
  await result("m:five", lost);
  await result("m:five", won);
  expect(await openDebts(sportsbook.host.db, alice)).toEqual([]);
  await result("m:five", lost);
  // 10 were staked and lost: 20.30 are set aside, and as much is owed.
  expect(await sportsbook.balance(alice)).toBe("0");
  expect(await openDebts(sportsbook.host.db, alice)).toMatchObject([{ owed: 20_300_000n }]);
  const { revisions, payout, debt } = (await sportsbook.read(alice, id)).body.data;
  expect({ payout, debt }).toEqual({ payout: "0", debt: "20.3" });
  expect(
    revisions.map((each: { reason: string; owed: string; repaid: string }) => Object.values(each).slice(3)),
  ).toEqual([
    ["result", "20.3", "0", "0", "0"],
    ["result_corrected", "0", "0", "20.3", "0"],
    ["result_corrected", "20.3", "0", "0", "20.3"],
    ["result_corrected", "0", "0", "20.3", "0"],
    ["result_corrected", "20.3", "0", "0", "20.3"],
    ["result_corrected", "0", "0", "20.3", "0"],
  ]);
});

test("a result that is taken back reverses the payout and opens the slip; the next result settles it", async () => {
  await sportsbook.openMatches(["m:back"]);
  const bob = await sportsbook.player("100");
  const { id } = (await sportsbook.place(bob, single("m:back"))).body.data;
  await result("m:back", won);
  await sportsbook.send("live", sportsbook.messagesFor("m:back").rollback());
  await sportsbook.settle();
  await sportsbook.expectBooks();
  expect(await sportsbook.balance(bob)).toBe("90");
  expect((await sportsbook.read(bob, id)).body.data).toMatchObject({
    status: "open",
    revisions: [{}, { result: "reopened", reason: "result_withdrawn" }],
  });
  await result("m:back", won);
  expect(await sportsbook.balance(bob)).toBe("110.3");
});

test("a confirmation of the same result, and a settlement that is repeated, are no revision", async () => {
  await sportsbook.openMatches(["m:same"]);
  const carol = await sportsbook.player("100");
  const { id } = (await sportsbook.place(carol, single("m:same"))).body.data;
  await sportsbook.endMatch("m:same", won, { certainty: 1 });
  await sportsbook.settle();
  await result("m:same", won);
  await sportsbook.settle();
  expect((await sportsbook.read(carol, id)).body.data.revisions).toHaveLength(1);
  expect(await sportsbook.balance(carol)).toBe("110.3");
});

test("while a result that was paid is disputed, nothing is taken back", async () => {
  await sportsbook.openMatches(["m:var"]);
  const dave = await sportsbook.player("100");
  await sportsbook.place(dave, single("m:var"));
  await result("m:var", won);
  await sportsbook.send("live", sportsbook.messagesFor("m:var").state("ended", lost));
  await sportsbook.settle();
  expect(await sportsbook.balance(dave)).toBe("110.3");
  await result("m:var", lost);
  expect(await sportsbook.balance(dave)).toBe("90");
});

test("a decision that arrives between two pages of slips corrects the page before and settles the page after once", async () => {
  const event = "m:between-pages";
  await sportsbook.openMatches([event]);
  const players = await Promise.all(Array.from({ length: 6 }, () => sportsbook.player("100")));
  const placed = await Promise.all(players.map(player => sportsbook.place(player, single(event))));
  await sportsbook.endMatch(event, won);
  let corrected: Promise<void> | undefined;
  const reviseSlips: typeof sportsbook.wallet.reviseSlips = async (player, revisions) => {
    const answers = await sportsbook.wallet.reviseSlips(player, revisions);
    corrected ??= sportsbook.endMatch(event, lost);
    await corrected;
    return answers;
  };
  await settleSlips({
    host: sportsbook.host,
    wallet: { reviseSlips, slipBooks: sportsbook.wallet.slipBooks },
    payouts: { withdrawnSince: async () => new Set() },
    pageSize: 4,
  });
  for (const player of players) expect(await sportsbook.balance(player)).toBe("90");
  const revisionsOf = async (player: PlayerId, at: number) =>
    (await sportsbook.read(player, placed[at]?.body.data.id)).body.data.revisions.length;
  expect((await Promise.all(players.map(revisionsOf))).sort()).toEqual([1, 1, 2, 2, 2, 2]);
  await sportsbook.expectBooks();
});

test.each(["betting.settle.judged", "wallet.revise.formed", "wallet.revise.committed", "betting.settle.revised"])(
  "stopped at %s and begun again, every slip is settled once",
  async failpoint => {
    const event = `m:${failpoint.replaceAll(".", "-")}`;
    await sportsbook.openMatches([event]);
    const players = await Promise.all(Array.from({ length: 6 }, () => sportsbook.player("100")));
    for (const player of players) await sportsbook.place(player, single(event));
    await sportsbook.endMatch(event, won);
    for (let n = 0; n < 3; n++) {
      sportsbook.host.failpoints.arm(failpoint, () => {
        throw new Error("stopped here");
      });
      await sportsbook.settle().catch(() => undefined);
    }
    await sportsbook.settle();
    for (const player of players) expect(await sportsbook.balance(player)).toBe("110.3");
    await sportsbook.expectBooks();
  },
);
