import { afterAll, beforeAll, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { takeBreak } from "#modules/limits/server/take-break.ts";
import { oneXTwo, three } from "#modules/odds/testing/messages.ts";
import { readReceipt } from "../shared/verify-receipt.ts";
import { verifySlip } from "../shared/verify-slip.ts";
import {
  type Holder,
  home,
  single,
  slipHolder,
  type TestSportsbook,
  testSportsbook,
} from "../testing/test-sportsbook.ts";

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

const won = [
  [1, 0],
  [0, 0],
] as const;

const holder = (event: string, ...others: readonly string[]) => slipHolder(sportsbook, event, ...others);

const double = (events: readonly string[], unit = "15", offer = "9.17") => ({
  kind: "accumulator",
  unit,
  offer,
  legs: events.map(event => home(event)),
});
const edit = ({ player, id }: Holder, body: object, key: Uuid = sportsbook.host.ids.next()) =>
  sportsbook.api.call(`POST /api/v1/betting/slips/${id}/edit`, { token: player, body, key });
const statuses = async (player: PlayerId, state: "open" | "ended" = "open") =>
  (await sportsbook.list(player, `?state=${state}`)).body.data.items.length;

test("kate adds a selection and stakes more: one slip is cashed out, the other accepted, and each names the other", async () => {
  const kate = await holder("m:a1", "m:a2");
  const key = sportsbook.host.ids.next();
  const body = double(["m:a1", "m:a2"]);
  const edited = await edit(kate, body, key);
  expect(edited.status, edited.text).toBe(201);
  const { id } = edited.body.data;
  // 100 - 10 + 9.17 - 15.
  expect(edited.body.data).toMatchObject({ replaces: kate.id, replaced_by: null, stake: "15", balance: "84.17" });
  expect((await edit(kate, body, key)).text).toBe(edited.text);
  expect((await edit(kate, { ...body, unit: "16" }, key)).body.code).toBe("idempotency_conflict");
  expect((await sportsbook.place(kate.player, single("m:a2"), key)).body.code).toBe("idempotency_conflict");
  expect((await edit(kate, body)).body.code).toBe("cash_out_unavailable");
  expect((await sportsbook.read(kate.player, kate.id)).body.data).toMatchObject({
    status: "cashed_out",
    cashed_out: "9.17",
    replaced_by: id,
    revisions: [{ result: "cashed_out", reason: "edited", payout: "9.17" }],
  });
  for (const event of ["m:a1", "m:a2"]) await sportsbook.endMatch(event, won);
  await sportsbook.settle();
  expect((await sportsbook.read(kate.player, id)).body.data).toMatchObject({ status: "settled", payout: "61.8135" });
  expect(await sportsbook.balance(kate.player)).toBe("145.9835");
  expect(await sportsbook.csvFile(kate.player)).toContain(`,9.17,,m:a1`);
  expect(await sportsbook.csvFile(kate.player)).toContain(`,${kate.id},"m:a1`);

  await sportsbook.betting.collectReceipts();
  for (const [slip, other] of [
    [kate.id, id],
    [id, kate.id],
  ] as const) {
    const { proof, frames } = await sportsbook.proofOf(slip);
    const { steps } = verifySlip(nobleHashes, proof, frames);
    expect(steps.filter(({ state }) => state === "differs")).toEqual([]);
    expect(steps.find(({ key: step }) => step === "edited")?.line).toContain(other);
  }
  const { proof } = await sportsbook.proofOf(id);
  expect(readReceipt(proof.receipt, "slip")?.terms).toMatchObject({ replaces: kate.id });
});

test("what refuses the new slip leaves the old one as it was", async () => {
  const lena = await holder("m:b1", "m:b2");
  await sportsbook.openMatches(["m:b3"]);
  await sportsbook.send("pre", sportsbook.messagesFor("m:b3").stop());
  const refused = async (body: object, code: string) => {
    const answer = await edit(lena, body);
    expect(answer.body.code, answer.text).toBe(code);
    expect(await sportsbook.balance(lena.player)).toBe("90");
    expect((await sportsbook.read(lena.player, lena.id)).body.data).toMatchObject({ status: "open", revisions: [] });
  };
  await refused(double(["m:b1", "m:b3"]), "market_suspended");
  await refused(double(["m:b1", "m:b2"], "99.18"), "insufficient_funds");
  await refused(double(["m:b1", "m:b2"], "50000"), "limit_exceeded");
  await refused(double(["m:b1", "m:b2"], "0.01"), "stake_out_of_limits");
  await refused(double(["m:b1", "m:b1"]), "related_legs");
  await refused(double(["m:b1", "m:b2"], "15", "9.18"), "cash_out_changed");
  await refused({ ...double(["m:b1", "m:b2"]), legs: [home("m:b1", "2.5"), home("m:b2")] }, "odds_changed");
  await refused({ ...single("m:b1"), offer: "9.17" }, "slip_unchanged");
  await refused({ ...single("m:b2"), offer: "NaN" }, "validation_failed");
  const other = await sportsbook.player("100");
  expect((await edit({ player: other, id: lena.id }, double(["m:b1", "m:b2"]))).status).toBe(404);
  // All that the balance and the cash-out have is enough.
  expect((await edit(lena, double(["m:b1", "m:b2"], "99.17"))).body.data).toMatchObject({ balance: "0" });
});

test("a slip is edited in its own currency only", async () => {
  const ella = await holder("m:k1", "m:k2");
  await sportsbook.switchTo(ella.player, "100", "EUR");
  const refused = await edit(ella, double(["m:k1", "m:k2"]));
  expect(refused.body.code, refused.text).toBe("currency_changed");
  expect((await sportsbook.read(ella.player, ella.id)).body.data).toMatchObject({ status: "open", revisions: [] });
  await sportsbook.switchTo(ella.player, "1", "USD");
  expect((await edit(ella, double(["m:k1", "m:k2"]))).status).toBe(201);
});

test("a free bet cannot be edited, and no slip whose market is suspended or that has ended", async () => {
  const mona = await holder("m:c1", "m:c2");
  const free = await sportsbook.freeBet(mona.player, "5");
  const { id } = (await sportsbook.place(mona.player, single("m:c1", "5", {}))).body.data;
  const staked = (await sportsbook.place(mona.player, { ...single("m:c1", "5"), free_bet: free })).body.data;
  const body = { ...single("m:c2", "5"), offer: "1" };
  expect((await edit({ player: mona.player, id: staked.id }, body)).body.code).toBe("cash_out_unavailable");
  await sportsbook.send("pre", sportsbook.messagesFor("m:c1").stop());
  expect((await edit({ player: mona.player, id }, body)).body.code).toBe("cash_out_unavailable");
  await sportsbook.endMatch("m:c1", won);
  await sportsbook.settle();
  expect((await edit({ player: mona.player, id }, body)).body.code).toBe("cash_out_unavailable");
});

test("edits, a cash-out and a settlement at once, and one key twice: the stake ends once", async () => {
  const nora = await holder("m:d1", "m:d2");
  await sportsbook.host.pass(5);
  const key = sportsbook.host.ids.next();
  const body = { ...single("m:d2", "12"), offer: "1" };
  const flying = [key, key, sportsbook.host.ids.next(), sportsbook.host.ids.next()].map(each => edit(nora, body, each));
  const cashOut = sportsbook.api.call(`POST /api/v1/betting/slips/${nora.id}/cash-out`, {
    token: nora.player,
    body: { offer: "1" },
    key: sportsbook.host.ids.next(),
  });
  const ending = sportsbook.endMatch("m:d1", won).then(() => sportsbook.settle());
  const [answers, cashed] = await Promise.all([Promise.all(flying), cashOut, ending]);
  await sportsbook.settle();
  const made = new Set(answers.flatMap(({ status, body: { data } }) => (status === 201 ? [data.id] : [])));
  for (const { status, body: refusal } of answers)
    if (status !== 201) expect(refusal.code).toBe("cash_out_unavailable");
  expect(made.size + (cashed.status === 200 ? 1 : 0)).toBeLessThanOrEqual(1);
  expect(await statuses(nora.player)).toBe(made.size);
  expect((await sportsbook.read(nora.player, nora.id)).body.data.revisions).toHaveLength(1);
  await sportsbook.expectBooks();
});

test("a connection that is lost between the two slips undoes the first one, and the same key makes both", async () => {
  const olga = await holder("m:e1", "m:e2", "m:e3");
  for (const [point, events] of [
    ["wallet.edit.closed", ["m:e1", "m:e2"]],
    ["wallet.edit.formed", ["m:e2", "m:e3"]],
    ["wallet.edit.committed", ["m:e1", "m:e2"]],
  ] as const) {
    const [open] = (await sportsbook.list(olga.player)).body.data.items;
    sportsbook.host.failpoints.arm(point, () => {
      throw new Error("killed");
    });
    const edited = await edit({ player: olga.player, id: open.id }, double(events, "10", "1"));
    expect(edited.status, edited.text).toBe(201);
    expect(edited.body.data.replaces).toBe(open.id);
    expect(await statuses(olga.player)).toBe(1);
  }
  expect(await statuses(olga.player, "ended")).toBe(3);
  await sportsbook.expectBooks();
});

test("bonus money: the last open slip is edited, the bonus stays active, and its share stays bonus money", async () => {
  await sportsbook.openMatches(["m:f1", "m:f2"]);
  const petra = await sportsbook.player("1");
  await sportsbook.bonus(petra, "3");
  const { id } = (await sportsbook.place(petra, single("m:f1", "4"))).body.data;
  const wallet = async () => {
    const { rows } = await sportsbook.host.db.query<{ bonus: bigint; open: number }>(
      "SELECT bonus, wager_open AS open FROM wallet.wallets WHERE player_id = $1",
      [petra],
    );
    return rows[0];
  };
  expect(await wallet()).toMatchObject({ bonus: 0n, open: 1 });
  // A quarter of the 3.67 that are paid is real.
  const edited = await edit({ player: petra, id }, { ...single("m:f2", "3"), offer: "3.66" });
  expect(edited.status, edited.text).toBe(201);
  expect(edited.body.data).toMatchObject({ stake: "3", from_bonus: "2.0825", balance: "0" });
  expect(await wallet()).toMatchObject({ bonus: 670_000n, open: 1 });
  await sportsbook.endMatch("m:f2", won);
  await sportsbook.settle();
  expect(await wallet()).toMatchObject({ open: 0 });
});

test("with a live leg in the old slip the difference waits reserved; a bet_stop meanwhile leaves everything", async () => {
  const quinn = await holder("m:g1", "m:g2");
  const messages = sportsbook.messagesFor("m:g1");
  await sportsbook.host.pass(5);
  await sportsbook.send("live", messages.state("live", [[0, 0]]), messages.odds());
  const first = edit(quinn, { ...single("m:g2", "50"), offer: "9.17" });
  await sportsbook.feed.beat(2);
  const { rows } = await sportsbook.host.db.query<{ reserved: bigint }>(
    "SELECT reserved FROM wallet.wallets WHERE player_id = $1",
    [quinn.player],
  );
  expect(rows[0]?.reserved).toBe(40_830_000n);
  await sportsbook.send("live", messages.stop());
  await sportsbook.feed.beat(5);
  expect((await first).body.code).toBe("cash_out_unavailable");
  expect(await sportsbook.balance(quinn.player)).toBe("90");
  await sportsbook.send("live", messages.odds([oneXTwo(three())]));
  const second = edit(quinn, { ...single("m:g2", "50"), offer: "9.17" });
  await sportsbook.feed.beat(7);
  expect((await second).body.data).toMatchObject({ stake: "50", balance: "49.17" });
});

test("who takes a break keeps the bet and cannot edit it, also while the edit waits for its delay", async () => {
  const rosa = await holder("m:h1", "m:h2");
  const messages = sportsbook.messagesFor("m:h1");
  await sportsbook.host.pass(5);
  await sportsbook.send("live", messages.state("live", [[0, 0]]), messages.odds());
  const waiting = edit(rosa, { ...single("m:h2", "5"), offer: "9.17" });
  await sportsbook.feed.beat(2);
  const now = new Date(sportsbook.host.clock.now());
  const until = new Date(now.getTime() + 180 * 86_400_000);
  await sportsbook.host.db.tx(tx => takeBreak(tx, rosa.player, { kind: "self_exclusion", until }, now));
  await sportsbook.feed.beat(5);
  expect((await waiting).body.code).toBe("limit_reached");
  expect((await sportsbook.read(rosa.player, rosa.id)).body.data).toMatchObject({ status: "open", revisions: [] });
  expect(await sportsbook.balance(rosa.player)).toBe("90");
});
