import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { home, type TestSportsbook, testSportsbook } from "#modules/betting/testing/test-sportsbook.ts";
import { showSlip, slipIn } from "#tools/verify/slip.ts";
import { betsVerifier } from "./bets-verifier.ts";

let sportsbook: TestSportsbook;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fairhouse-bets-"));
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await sportsbook.close();
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
  await sportsbook.openMatches(events);
  const wanda = await sportsbook.player("100");
  const { id } = (await sportsbook.place(wanda, { kind: "trixie", unit: "2", legs: events.map(event => home(event)) }))
    .body.data;
  for (const event of events)
    await sportsbook.endMatch(event, [
      [1, 0],
      [0, 0],
    ]);
  await sportsbook.settle();
  await sportsbook.endMatch("m:w2", [
    [1, 0],
    [0, 2],
  ]);
  await sportsbook.settle();
  await sportsbook.betting.collectReceipts();
  sportsbook.host.clock.setNow(sportsbook.host.clock.now() + 86_400_000);
  await sportsbook.betting.collectReceipts();
  const { proof, frames } = await sportsbook.proofOf(id);
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

test("a bet each-way has an offer by both of its parts, pays the shared last place, and is verified by both programs", async () => {
  const messages = sportsbook.messagesFor("o:each-way");
  const entrants = Array.from({ length: 16 }, (_, index) => `k:${index + 1}`);
  const priced = (price: string, win: number) =>
    entrants.map(id => ({ id, price, p: { win, half_win: 0, refund: 0, half_lose: 0 } }));
  await sportsbook.send(
    "pre",
    messages.fixture({ kind: "outright", competitors: entrants.map(id => ({ id })) }),
    messages.odds([
      { id: "outright_winner", spec: "", status: "active", outcomes: priced("15", 0.06) },
      { id: "outright_top_4", spec: "", status: "active", outcomes: priced("3.6", 0.25) },
    ]),
  );
  const xenia = await sportsbook.player("100");
  const legs = [{ event: "o:each-way", market: "outright_winner", outcome: "k:5", price: "15" }];
  const placed = await sportsbook.place(xenia, { kind: "single", unit: "5", each_way: true, legs });
  expect(placed.status, placed.text).toBe(201);
  const { id } = placed.body.data;
  expect(placed.body.data).toMatchObject({
    bets: 2,
    each_way: true,
    stake: "10",
    balance: "90",
    possible_return: "97.5",
  });
  expect(placed.body.data.legs[0].place).toEqual({ places: 4, part: 4, status: "open" });
  // 5 x 15 x .06 + 5 x 4.5 x .25 = 10.125, less five percent.
  expect((await sportsbook.read(xenia, id)).body.data.cash_out).toBe("9.61");
  const half = await sportsbook.api.call(`POST /api/v1/betting/slips/${id}/cash-out`, {
    token: xenia,
    body: { offer: "9.61", share: 50 },
    key: sportsbook.host.ids.next(),
  });
  expect(half.body.data).toMatchObject({ closed: "5", paid: "4.8" });

  const standings = entrants.map((entrant, index) => ({ entrant, place: index < 4 ? index + 1 : index === 4 ? 4 : 6 }));
  const outcomes = entrants.map((entrant, index) => ({
    id: entrant,
    result: index === 0 ? 1 : 0,
    void_factor: 0,
    dead_heat: 1,
  }));
  await sportsbook.host.pass(5);
  await sportsbook.send(
    "pre",
    Object.assign(messages.state("ended", []), { standings }),
    Object.assign(messages.settlement("home"), {
      markets: [{ id: "outright_winner", spec: "", decided_at: sportsbook.host.clock.now(), outcomes }],
    }),
  );
  await sportsbook.settle();
  const settled = (await sportsbook.read(xenia, id)).body.data;
  // What is left: 2.50 on the place at 4.50, which two share.
  expect(settled).toMatchObject({ status: "settled", payout: "5.625", cashed_out: "4.8" });
  expect(settled.legs[0]).toMatchObject({ status: "lost", place: { status: "tied" } });
  await sportsbook.expectBooks();
  const { proof, frames } = await sportsbook.proofOf(id);
  const file = { slip: proof, frames: Object.fromEntries(frames) };
  const whole = verify(file);
  expect(whole.said).not.toContain("DIFFERS");
  expect(whole.said).toContain("lost (result): settled 5.625 0");
  expect(whole).toMatchObject({ own: 0, python: 0 });
  // A place that was not taken would pay nothing.
  const stands = Object.assign({}, proof.stands, { payout: "0" });
  expect(verify(Object.assign({}, file, { slip: Object.assign({}, proof, { stands }) }))).toMatchObject({
    own: 1,
    python: 1,
  });
  const quarter = sportsbook.messagesFor("o:quarter");
  await sportsbook.send(
    "pre",
    quarter.fixture({ kind: "outright", competitors: entrants.slice(0, 8).map(each => ({ id: each })) }),
    quarter.odds([
      { id: "outright_winner", spec: "", status: "active", outcomes: priced("7", 0.12).slice(0, 8) },
      { id: "outright_top_3", spec: "", status: "active", outcomes: priced("2.2", 0.375).slice(0, 8) },
    ]),
  );
  const ofQuarter = [{ event: "o:quarter", market: "outright_winner", outcome: "k:5", price: "7" }];
  const third = await sportsbook.place(xenia, { kind: "single", unit: "5", each_way: true, legs: ofQuarter });
  expect(third.body.data.legs[0].place).toEqual({ places: 3, part: 5, status: "open" });
  // 5 x 7 x .12 + 5 x 2.2 x .375 = 8.325, less five percent.
  expect((await sportsbook.read(xenia, third.body.data.id)).body.data.cash_out).toBe("7.9");
  const few = await sportsbook.place(xenia, { kind: "single", unit: "5", each_way: true, legs: [home("m:w1")] });
  expect(few.body).toMatchObject({ code: "bad_system", data: { field: "each_way" } });
});
