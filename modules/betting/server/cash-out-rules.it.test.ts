import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { chances, single, slipHolder, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

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

const path = (id: string) => `/api/v1/betting/slips/${id}/auto-cash-out`;
const set = (player: PlayerId, id: string, body: object) =>
  sportsbook.api.call(`PUT ${path(id)}`, { token: player, body: Object.assign({ direction: "up", share: 100 }, body) });
const remove = (player: PlayerId, id: string) => sportsbook.api.call(`DELETE ${path(id)}`, { token: player });
const slipOf = async (player: PlayerId, id: string) => (await sportsbook.read(player, id)).body.data;
const run = () => sportsbook.betting.runCashOutRules();
const rules = async () =>
  (await sportsbook.host.db.query<{ n: number }>("SELECT count(*)::int AS n FROM betting.cash_out_rules")).rows[0]?.n;

/** At this chance the offer is 9.83. */
const rise = (event: string) => sportsbook.send("pre", sportsbook.messagesFor(event).odds([chances(0.51, "1.9")]));
/** At this chance the offer is 8.48. */
const fall = (event: string) => sportsbook.send("pre", sportsbook.messagesFor(event).odds([chances(0.44, "2.2")]));

test("a slip is cashed out once its offer has risen, once, and its player is notified", async () => {
  const { player, id } = await holder("m:a1");
  const rule = { direction: "up", offer: "9.5", share: 100 };
  expect((await set(player, id, rule)).body.data).toMatchObject({ status: "open", auto_cash_out: rule });
  await run();
  expect((await slipOf(player, id)).status).toBe("open");
  await rise("m:a1");
  await run();
  expect(await slipOf(player, id)).toMatchObject({
    status: "cashed_out",
    cashed_out: "9.83",
    auto_cash_out: null,
    revisions: [{ result: "cashed_out", reason: "cashed_out_by_rule", payout: "9.83" }],
  });
  expect(sportsbook.notices).toMatchObject([{ player, data: { amount: "9.83", currency: "USD" } }]);
  await run();
  await sportsbook.endMatch("m:a1", won);
  await sportsbook.settle();
  expect(await sportsbook.balance(player)).toBe("99.83");
  expect(sportsbook.notices).toHaveLength(1);
});

test("a rule that waits for a lower offer closes its share at what is offered then; the rest is settled", async () => {
  const { player, id } = await holder("m:a2");
  await set(player, id, { direction: "down", offer: "9", share: 50 });
  await fall("m:a2");
  await run();
  await run();
  expect(await slipOf(player, id)).toMatchObject({ status: "open", cashed_out: "4.24", auto_cash_out: null });
  await sportsbook.endMatch("m:a2", won);
  await sportsbook.settle();
  // 90 + 4.24 + 5 x 2.03.
  expect(await sportsbook.balance(player)).toBe("104.39");
});

test("a rule closes all where less than the smallest slip would be left of what was cashed out in part since", async () => {
  const { player, id } = await holder("m:a9");
  await set(player, id, { offer: "0.1", share: 95 });
  const key = sportsbook.host.ids.next();
  const body = { offer: "9.17", share: 90 };
  const part = await sportsbook.api.call(`POST /api/v1/betting/slips/${id}/cash-out`, { token: player, key, body });
  expect(part.body.data).toMatchObject({ closed: "9", paid: "8.25" });
  await run();
  expect(await slipOf(player, id)).toMatchObject({ status: "cashed_out", cashed_out: "9.16", cash_out: null });
  expect(await sportsbook.balance(player)).toBe("99.16");
});

test("an offer has to last for the delay of a live leg; one that falls in between, or a closed market, pays nothing", async () => {
  const { player, id } = await holder("m:a3");
  const messages = sportsbook.messagesFor("m:a3");
  await set(player, id, { offer: "9.5" });
  await sportsbook.host.pass(5);
  await sportsbook.send("live", messages.state("live", [[0, 0]]), messages.odds([chances(0.51, "1.9")]));
  await run();
  await sportsbook.feed.beat(3);
  await run();
  expect((await slipOf(player, id)).status).toBe("open");
  await sportsbook.send("live", messages.stop());
  await run();
  await sportsbook.send("live", messages.odds([chances(0.51, "1.9")]));
  await run();
  await sportsbook.feed.beat(4);
  await run();
  expect((await slipOf(player, id)).status).toBe("open");
  await sportsbook.feed.beat(2);
  await run();
  expect(await slipOf(player, id)).toMatchObject({ status: "cashed_out", cashed_out: "9.83" });
});

test("a removed rule does nothing, a replaced one counts alone, and a settled slip leaves none", async () => {
  const removed = await holder("m:a4");
  await set(removed.player, removed.id, { offer: "9.5" });
  expect((await remove(removed.player, removed.id)).body.data).toMatchObject({ auto_cash_out: null });
  expect((await remove(removed.player, removed.id)).status).toBe(200);
  await rise("m:a4");
  const replaced = await holder("m:a5");
  await set(replaced.player, replaced.id, { offer: "9.5" });
  await set(replaced.player, replaced.id, { offer: "15" });
  await rise("m:a5");
  await run();
  for (const { player, id } of [removed, replaced]) expect((await slipOf(player, id)).status).toBe("open");
  await sportsbook.endMatch("m:a4", won);
  await sportsbook.endMatch("m:a5", won);
  await sportsbook.settle();
  await run();
  expect(await rules()).toBe(0);
  for (const { player } of [removed, replaced]) expect(await sportsbook.balance(player)).toBe("110.3");
});

test("a cash-out that an ended process had made is not repeated, and its player is notified", async () => {
  const { player, id } = await holder("m:a6");
  await set(player, id, { offer: "9.5", share: 50 });
  await rise("m:a6");
  const before = sportsbook.notices.length;
  sportsbook.failNotice();
  await run();
  expect(await slipOf(player, id)).toMatchObject({ status: "open", cashed_out: "4.91" });
  expect(sportsbook.notices).toHaveLength(before);
  await run();
  await run();
  expect(await slipOf(player, id)).toMatchObject({ cashed_out: "4.91", revisions: [{ number: 1 }] });
  expect(sportsbook.notices).toHaveLength(before + 1);
});

test("of a settlement, cash-outs by hand and two runs of rules at once, each part of the stake ends once", async () => {
  const { player, id } = await holder("m:a7");
  await set(player, id, { offer: "9.5", share: 60 });
  await rise("m:a7");
  const key = () => sportsbook.host.ids.next();
  const byHand = () =>
    sportsbook.api.call(`POST /api/v1/betting/slips/${id}/cash-out`, {
      token: player,
      key: key(),
      body: { offer: "1", share: 50 },
    });
  await Promise.all([
    run(),
    byHand(),
    sportsbook.endMatch("m:a7", won).then(() => sportsbook.settle()),
    byHand(),
    run(),
  ]);
  await sportsbook.settle();
  await run();
  const { revisions, status } = await slipOf(player, id);
  expect(["settled", "cashed_out"]).toContain(status);
  expect(revisions.filter(({ reason }: { reason: string }) => reason === "cashed_out_by_rule").length).toBeLessThan(2);
  await sportsbook.expectBooks();
});

test("bad rules have codes of their own, and none is stored", async () => {
  const { player, id } = await holder("m:a8");
  const before = await rules();
  const codeOf = async (body: object) => (await set(player, id, body)).body.code;
  // The largest return is 20.30.
  for (const offer of ["0", "20.31", "-1", "1.001", "1e1", 5, null])
    expect(await codeOf({ offer })).toBe("validation_failed");
  for (const share of [0, 101, 1.5, "50"]) expect(await codeOf({ offer: "9.5", share })).toBe("validation_failed");
  expect(await codeOf({ offer: "9.5", direction: "sideways" })).toBe("validation_failed");
  expect(await codeOf({ offer: "9.5", share: 99.5 })).toBe("validation_failed");
  const mallory = await sportsbook.player("1");
  expect((await set(mallory, id, { offer: "9.5" })).status).toBe(404);
  expect((await remove(mallory, id)).status).toBe(404);
  const free = await sportsbook.player("1");
  const bet = Object.assign(single("m:a8", "10"), { free_bet: await sportsbook.freeBet(free, "10") });
  const freeSlip = (await sportsbook.place(free, bet)).body.data.id;
  expect((await set(free, freeSlip, { offer: "9.5" })).body.code).toBe("cash_out_unavailable");
  const small = (await sportsbook.place(player, single("m:a8", "0.1"))).body.data.id;
  expect((await set(player, small, { offer: "0.1", share: 50 })).body.code).toBe("cash_out_rest");
  expect(await rules()).toBe(before);
});
