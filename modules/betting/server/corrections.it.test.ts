import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { openDebts } from "#modules/debts/server/index.ts";
import { type BettingTable, bettingTable, single } from "../testing/betting-table.ts";
import { settleSlips } from "./settle-slips.ts";

/** Results that change after they were paid. */

let table: BettingTable;
beforeAll(async () => {
  table = await bettingTable();
});
afterAll(async () => {
  await table.expectBooks();
  await table.close();
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
  await table.end(event, score);
  await table.settle();
  await table.expectBooks();
}

test("a result that is corrected five times, with money set aside in between, nets to the last result; debts are explained", async () => {
  await table.open(["m:five"]);
  const alice = await table.player("10");
  const { id } = (await table.place(alice, single("m:five"))).body.data;
  await result("m:five", won);
  expect(await table.balance(alice)).toBe("20.3");
  await table.setAside(alice, "20.3");
  await result("m:five", lost);
  expect(await table.balance(alice)).toBe("0");
  expect(await openDebts(table.host.db, alice)).toMatchObject([{ cause: "settlement", owed: 20_300_000n }]);
  await result("m:five", won);
  expect(await table.balance(alice)).toBe("0");
  expect(await openDebts(table.host.db, alice)).toEqual([]);
  await result("m:five", lost);
  await result("m:five", won);
  expect(await openDebts(table.host.db, alice)).toEqual([]);
  await result("m:five", lost);
  // 10 were staked and lost: 20.30 are set aside, and as much is owed.
  expect(await table.balance(alice)).toBe("0");
  expect(await openDebts(table.host.db, alice)).toMatchObject([{ owed: 20_300_000n }]);
  const { revisions, payout, debt } = (await table.read(alice, id)).body.data;
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
  await table.open(["m:back"]);
  const bob = await table.player("100");
  const { id } = (await table.place(bob, single("m:back"))).body.data;
  await result("m:back", won);
  await table.send("live", table.say("m:back").rollback());
  await table.settle();
  await table.expectBooks();
  expect(await table.balance(bob)).toBe("90");
  expect((await table.read(bob, id)).body.data).toMatchObject({
    status: "open",
    revisions: [{}, { result: "reopened", reason: "result_withdrawn" }],
  });
  await result("m:back", won);
  expect(await table.balance(bob)).toBe("110.3");
});

test("a confirmation of the same result, and a settlement that is repeated, are no revision", async () => {
  await table.open(["m:same"]);
  const carol = await table.player("100");
  const { id } = (await table.place(carol, single("m:same"))).body.data;
  await table.end("m:same", won, { certainty: 1 });
  await table.settle();
  await result("m:same", won);
  await table.settle();
  expect((await table.read(carol, id)).body.data.revisions).toHaveLength(1);
  expect(await table.balance(carol)).toBe("110.3");
});

test("while a result that was paid is disputed, nothing is taken back", async () => {
  await table.open(["m:var"]);
  const dave = await table.player("100");
  await table.place(dave, single("m:var"));
  await result("m:var", won);
  await table.send("live", table.say("m:var").state("ended", lost));
  await table.settle();
  expect(await table.balance(dave)).toBe("110.3");
  await result("m:var", lost);
  expect(await table.balance(dave)).toBe("90");
});

test("a decision that arrives between two pages of slips corrects the page before and settles the page after once", async () => {
  const event = "m:between-pages";
  await table.open([event]);
  const players = await Promise.all(Array.from({ length: 6 }, () => table.player("100")));
  const placed = await Promise.all(players.map(player => table.place(player, single(event))));
  await table.end(event, won);
  let corrected: Promise<void> | undefined;
  const reviseSlips: typeof table.wallet.reviseSlips = async (player, revisions) => {
    const answers = await table.wallet.reviseSlips(player, revisions);
    corrected ??= table.end(event, lost);
    await corrected;
    return answers;
  };
  await settleSlips({
    host: table.host,
    wallet: { reviseSlips, slipBooks: table.wallet.slipBooks },
    payouts: { withdrawnSince: async () => new Set() },
    pageSize: 4,
  });
  for (const player of players) expect(await table.balance(player)).toBe("90");
  const revisionsOf = async (player: PlayerId, at: number) =>
    (await table.read(player, placed[at]?.body.data.id)).body.data.revisions.length;
  expect((await Promise.all(players.map(revisionsOf))).sort()).toEqual([1, 1, 2, 2, 2, 2]);
  await table.expectBooks();
});

test.each(["betting.settle.judged", "wallet.revise.formed", "wallet.revise.committed", "betting.settle.revised"])(
  "stopped at %s and begun again, every slip is settled once",
  async failpoint => {
    const event = `m:${failpoint.replaceAll(".", "-")}`;
    await table.open([event]);
    const players = await Promise.all(Array.from({ length: 6 }, () => table.player("100")));
    for (const player of players) await table.place(player, single(event));
    await table.end(event, won);
    for (let n = 0; n < 3; n++) {
      table.host.failpoints.arm(failpoint, () => {
        throw new Error("stopped here");
      });
      await table.settle().catch(() => undefined);
    }
    await table.settle();
    for (const player of players) expect(await table.balance(player)).toBe("110.3");
    await table.expectBooks();
  },
);
