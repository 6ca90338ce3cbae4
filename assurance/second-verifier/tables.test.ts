import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tables } from "#studio/tables/registry.ts";
import type { TableRecord } from "#studio/tables/shared/record.ts";
import { tableRecordOf } from "#studio/testing/table-rounds.ts";
import { goldenOf, spotsOf } from "#studio/testing/table-suite.ts";

const verifier = join(import.meta.dirname, "fairhouse_tables.py");
const randomRounds = Number(process.env.TABLE_RECORDS ?? 1_000);

function run(arg: string, input: string): { readonly status: number | null; readonly stdout: string } {
  return spawnSync("python3", ["-B", verifier, arg], { input, encoding: "utf8", maxBuffer: 1 << 28 });
}
const check = (records: readonly object[]) => run("check", records.map(each => JSON.stringify(each)).join("\n"));

describe.each(tables.map(game => [game.slug, game] as const))("the second verifier and %s", (_slug, game) => {
  test("agree on every golden round", () => {
    const rounds = goldenOf(game);
    expect(check(rounds)).toMatchObject({ status: 0, stdout: `${rounds.length} rounds, 0 differ\n` });
  });
  test(`agree on ${randomRounds} random rounds, and every spot is among them`, { timeout: 120_000 }, async () => {
    const spots = await spotsOf(game);
    const records = Array.from({ length: randomRounds }, (_, n) => tableRecordOf(game, spots, n));
    expect(check(records)).toMatchObject({ status: 0, stdout: `${randomRounds} rounds, 0 differ\n` });
    const used = new Set(records.flatMap(({ bets }) => bets.flatMap(({ layout }) => layout.map(({ spot }) => spot))));
    if (game.turns) for (const spot of used) if (!game.hasSpot(spot)) used.delete(spot);
    expect(used).toEqual(new Set(spots));
  });
});

test("whatever was changed is named", async () => {
  const game = tables.find(({ folder }) => folder === "baccarat") as (typeof tables)[number];
  const round = tableRecordOf(game, await spotsOf(game), 7);
  const { close, chain, beacon, bets } = round;
  const [bet] = bets as [TableRecord["bets"][0]];
  const changed = (change: object) =>
    run("-", JSON.stringify({ data: { provided: { record: { ...round, ...change } } } }));
  expect(changed({})).toMatchObject({ status: 0, stdout: expect.stringContaining("ok      payout") });
  expect(changed({ payout: "999" })).toMatchObject({ status: 1, stdout: expect.stringContaining("DIFFERS payout") });
  expect(changed({ stake: "999" }).stdout).toContain("DIFFERS stake");
  expect(changed({ outcome: { player: ["As", "As"], banker: ["2s", "2s"] } }).stdout).toContain("DIFFERS outcome");
  expect(changed({ link: "0".repeat(64) }).stdout).toContain("DIFFERS link_hash");
  expect(changed({ chain: { ...chain, head: "0".repeat(64) } }).stdout).toContain("DIFFERS chain");
  expect(changed({ bets: [{ ...bet, entry: 2 }] }).stdout).toContain("DIFFERS entry");
  expect(changed({ close: { ...close, published_at: "2030-01-01T00:00:00.000Z" } }).stdout).toContain("DIFFERS order");
  expect(changed({ beacon: { ...beacon, value: "0".repeat(64) } }).stdout).toContain("DIFFERS outcome");
  expect(changed({ game: "dice" }).status).toBe(2);
  expect(changed({ bets: [{ ...bet, layout: [{ spot: "nothing", amount: "1" }] }] }).status).toBe(2);
});
