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
const lost = [
  [0, 1],
  [0, 0],
] as const;

const holder = (event: string, ...others: readonly string[]) => slipHolder(sportsbook, event, ...others);

const cashOut = (player: PlayerId, id: string, body: object, key = sportsbook.host.ids.next()) =>
  sportsbook.api.call(`POST /api/v1/betting/slips/${id}/cash-out`, { token: player, body, key });
const offerNow = async (player: PlayerId, id: string) => (await sportsbook.read(player, id)).body.data.cash_out;

test("kate cashes out all of her slip: the offer is paid once, and a later result changes nothing", async () => {
  const { player, id } = await holder("m:k");
  expect(await offerNow(player, id)).toBe("9.17");
  expect((await sportsbook.read(player, id)).body.data.legs[0]).toMatchObject({ status: "open", chance: "47.6" });
  const key = sportsbook.host.ids.next();
  const done = await cashOut(player, id, { offer: "9.17" }, key);
  expect(done.body.data).toEqual({ id, number: 1, closed: "10", paid: "9.17", balance: "99.17" });
  expect((await cashOut(player, id, { offer: "9.17" }, key)).text).toBe(done.text);
  expect((await cashOut(player, id, { offer: "9" }, key)).body.code).toBe("idempotency_conflict");
  expect((await cashOut(player, id, { offer: "9.17" })).body.code).toBe("cash_out_unavailable");
  await sportsbook.endMatch("m:k", won);
  await sportsbook.settle();
  expect(await sportsbook.balance(player)).toBe("99.17");
  expect((await sportsbook.read(player, id)).body.data).toMatchObject({
    status: "cashed_out",
    cashed_out: "9.17",
    cash_out: null,
    revisions: [{ result: "cashed_out", reason: "cashed_out", payout: "9.17" }],
  });
});

test("half is cashed out, the rest is lost, then corrected to won: the cash-out stays", async () => {
  const { player, id } = await holder("m:half");
  const done = await cashOut(player, id, { offer: "9.17", share: 50 });
  expect(done.body.data).toMatchObject({ closed: "5", paid: "4.58", balance: "94.58" });
  await sportsbook.endMatch("m:half", lost);
  await sportsbook.settle();
  expect(await sportsbook.balance(player)).toBe("94.58");
  await sportsbook.endMatch("m:half", won);
  await sportsbook.settle();
  // 5 x 2.03.
  expect(await sportsbook.balance(player)).toBe("104.73");
});

test("an amount closes the part of the stake that it costs, rounded up to a cent", async () => {
  const { player, id } = await holder("m:amount");
  const done = await cashOut(player, id, { offer: "9.17", amount: "6" });
  expect(done.body.data).toMatchObject({ closed: "6.55", paid: "6" });
  const least = await holder("m:least");
  const most = await cashOut(least.player, least.id, { offer: "9.17", amount: "9.07" });
  // As much is left as the smallest slip has.
  expect(most.body.data).toMatchObject({ closed: "9.9", paid: "9.07" });
});

test("an offer that fell is refused with the current one; one that rose is paid", async () => {
  const { player, id } = await holder("m:moves");
  await sportsbook.send("pre", sportsbook.messagesFor("m:moves").odds([chances(0.44, "2.2")]));
  expect((await cashOut(player, id, { offer: "9.17" })).body).toMatchObject({
    code: "cash_out_changed",
    data: { offer: "8.48" },
  });
  await sportsbook.send("pre", sportsbook.messagesFor("m:moves").odds([chances(0.51, "1.9")]));
  expect((await cashOut(player, id, { offer: "8.48" })).body.data).toMatchObject({ paid: "9.83" });
});

test("there is no offer while a market is suspended, and none on a result that is not confirmed", async () => {
  const suspended = await holder("m:stop");
  await sportsbook.send("pre", sportsbook.messagesFor("m:stop").stop());
  expect(await offerNow(suspended.player, suspended.id)).toBeNull();
  expect((await cashOut(suspended.player, suspended.id, { offer: "1" })).body.code).toBe("cash_out_unavailable");
  const seen = await holder("m:seen");
  await sportsbook.host.pass(5);
  await sportsbook.send("live", sportsbook.messagesFor("m:seen").state("live", [[1, 0]]));
  await sportsbook.send("live", sportsbook.messagesFor("m:seen").settlement("home", { certainty: 1 }));
  expect(await offerNow(seen.player, seen.id)).toBeNull();
  const waiting = cashOut(seen.player, seen.id, { offer: "1" });
  await sportsbook.feed.beat(6);
  expect((await waiting).body.code).toBe("cash_out_unavailable");
});

test("bad requests have codes of their own and move nothing", async () => {
  const { player, id } = await holder("m:bad");
  const codeOf = async (body: object) => (await cashOut(player, id, body)).body.code;
  for (const share of [0, 101, -1, 1.5, "50", null])
    expect(await codeOf({ offer: "9.17", share })).toBe("validation_failed");
  for (const amount of ["0", "9.18", "-1", "1.001", 5])
    expect(await codeOf({ offer: "9.17", amount })).toBe("validation_failed");
  expect(await codeOf({ offer: "9.17", amount: "1", share: 5 })).toBe("validation_failed");
  // Less would be left than the smallest slip of 0.1, or nothing would be paid.
  for (const amount of ["9.13", "9.08"]) expect(await codeOf({ offer: "9.17", amount })).toBe("cash_out_rest");
  const mallory = await sportsbook.player("1");
  expect((await cashOut(mallory, id, { offer: "9.17" })).status).toBe(404);
  expect(await sportsbook.balance(player)).toBe("90");
});

test("twenty cash-outs and a settlement at once: every stake ends once, and the books agree", async () => {
  const { player, id } = await holder("m:race");
  await sportsbook.host.pass(5);
  const flying = Array.from({ length: 20 }, () => cashOut(player, id, { offer: "1", share: 30 }));
  const ending = sportsbook.endMatch("m:race", won).then(() => sportsbook.settle());
  const answers = await Promise.all(flying);
  await ending;
  await sportsbook.settle();
  for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe("cash_out_unavailable");
  const slip = (await sportsbook.read(player, id)).body.data;
  expect(slip.status).toBe("settled");
  expect(slip.revisions).toHaveLength(answers.filter(({ status }) => status === 200).length + 1);
  await sportsbook.expectBooks();
});

test("a cash-out that waits for its lane holds no row of the feed, so that a frame is not kept waiting", async () => {
  const { player, id } = await holder("m:held");
  await sportsbook.openMatches(["m:busy"]);
  const { db } = sportsbook.host;
  // A frame about both matches that has locked one of them.
  const frame = await db.connect();
  await frame.query("BEGIN");
  await frame.query("SELECT FROM odds.events WHERE id = 'm:busy' FOR UPDATE");
  const placing = sportsbook.place(player, single("m:busy"));
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await db.query(waiting)).rowCount === 0);
  const cashing = cashOut(player, id, { offer: "9.17" });
  // More statements than a cash-out sends before its turn.
  for (let i = 0; i < 50; i += 1) await db.query("SELECT");
  const locked = await frame.query("SELECT FROM odds.events WHERE id = 'm:held' FOR UPDATE NOWAIT").catch(String);
  await frame.end();
  expect(locked).toMatchObject({ rowCount: 1 });
  expect((await placing).status).toBe(201);
  expect((await cashing).body.data).toMatchObject({ paid: "9.17", balance: "89.17" });
});

test.each(["wallet.close.formed", "wallet.close.committed"])(
  "a connection that is lost at %s: the cash-out is made once, with its own answer",
  async point => {
    const { player, id } = await holder(`m:${point}`);
    sportsbook.host.failpoints.arm(point, () => {
      throw new Error("killed");
    });
    const done = await cashOut(player, id, { offer: "9.17", share: 50 });
    expect(done.body.data).toEqual({ id, number: 1, closed: "5", paid: "4.58", balance: "94.58" });
    expect((await sportsbook.read(player, id)).body.data.revisions).toHaveLength(1);
  },
);

test("a live slip is cashed out after the delay; a bet_stop meanwhile refuses it", async () => {
  const { player, id } = await holder("m:live");
  const messages = sportsbook.messagesFor("m:live");
  await sportsbook.host.pass(5);
  await sportsbook.send("live", messages.state("live", [[0, 0]]), messages.odds());
  const first = cashOut(player, id, { offer: "9.17", share: 50 });
  await sportsbook.feed.beat(6);
  expect((await first).body.data).toMatchObject({ paid: "4.58" });
  const second = cashOut(player, id, { offer: "1" });
  await sportsbook.feed.beat(2);
  await sportsbook.send("live", messages.stop());
  await sportsbook.feed.beat(4);
  expect((await second).body.code).toBe("cash_out_unavailable");
  expect(await sportsbook.balance(player)).toBe("94.58");
});
