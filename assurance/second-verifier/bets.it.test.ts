import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BettingTable, bettingTable, home } from "#modules/betting/testing/betting-table.ts";
import { showSlip, slipIn } from "#tools/verify/slip.ts";
import { betsVerifier } from "./bets-verifier.ts";

let table: BettingTable;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fairhouse-bets-"));
  table = await bettingTable();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await table.close();
});

/** Both verifiers over the same saved file: exit codes, and what each printed. */
function verify(file: object) {
  const path = join(folder, "bet.json");
  writeFileSync(path, JSON.stringify(file));
  const { status, stdout } = spawnSync("python3", ["-B", betsVerifier, path], { encoding: "utf8" });
  const lines: string[] = [];
  const own = showSlip(
    slipIn(JSON.parse(JSON.stringify(file))) ?? expect.fail("a slip"),
    line => void lines.push(line),
  );
  return { own, python: status, said: stdout, printed: lines.join("\n") };
}

test("a Trixie with a corrected result is verified by both programs from a saved file, and both name a changed byte", async () => {
  const events = ["m:w1", "m:w2", "m:w3"];
  await table.open(events);
  const wanda = await table.player("100");
  const { id } = (await table.place(wanda, { kind: "trixie", unit: "2", legs: events.map(event => home(event)) })).body
    .data;
  for (const event of events)
    await table.end(event, [
      [1, 0],
      [0, 0],
    ]);
  await table.settle();
  await table.end("m:w2", [
    [1, 0],
    [0, 2],
  ]);
  await table.settle();
  await table.betting.collectReceipts();
  table.host.clock.setNow(table.host.clock.now() + 86_400_000);
  await table.betting.collectReceipts();
  const { proof, frames } = await table.proofOf(id);
  const file = { slip: proof, frames: Object.fromEntries(frames) };
  const whole = verify(file);
  expect(whole).toMatchObject({ own: 0, python: 0 });
  expect(whole.said).not.toContain("DIFFERS");
  expect(whole.said).toContain("ok      settlement 2: won (result), lost (result), won (result): settled 8.2418 0");
  expect(whole.printed).toContain("Bet verified");

  const text = JSON.stringify(file);
  const changes: readonly (readonly [string, string, string])[] = [
    ['\\"price\\":\\"2.03\\"', '\\"price\\":\\"2.05\\"', "receipt: hash"],
    ['\\"total\\":[1,2]', '\\"total\\":[3,2]', "m:w2: log"],
    ['\\"payout\\":\\"8.2418\\"', '\\"payout\\":\\"8.2419\\"', "settlement 2: hash"],
    ['"revision":2', '"revision":1', "the slip stands at its last settlement"],
    [file.slip.receipt.included?.root ?? "", "00".repeat(32), "receipt: root"],
  ];
  for (const [from, to, named] of changes) {
    expect(text, from).toContain(from);
    const changed = verify(JSON.parse(text.replace(from, to)));
    expect([changed.own, changed.python], named).toEqual([1, 1]);
    expect(changed.said).toMatch(new RegExp(`DIFFERS ${named}`));
    expect(changed.printed).toContain("Something doesn't match");
  }
});
