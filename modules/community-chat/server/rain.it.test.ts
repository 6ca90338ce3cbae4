import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { heldTransaction, lockWaits } from "#kit/testing/held-transaction.ts";
import type { Person } from "#modules/accounts/testing/test-people.ts";
import { accountBalance, differencesOf } from "#modules/ledger/server/index.ts";
import { account } from "#modules/ledger/shared/chart.ts";
import { block, holdOffers, mayBeOffered } from "#modules/limits/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import type { ChatMessage, Room } from "../shared/contract.ts";
import { type TestChat, testChat } from "../testing/test-chat.ts";
import { chatInvariants } from "./index.ts";
import { lockBudget } from "./rain-store.ts";

/** Budgets in euros; players with 100 dollars of real stakes unless said otherwise. */

let app: TestChat;
beforeAll(async () => {
  app = await testChat();
});
afterEach(async () => {
  expect(await auditBooks(app.host.db)).toEqual([]);
  expect(await differencesOf(app.host.db, chatInvariants)).toEqual([]);
});
afterAll(() => app.close());

const start = (budget: Uuid, amount: string, room: Room = "en", id = randomUUID() as Uuid) =>
  app.host.db
    .tx(tx => app.chat.gifts.rain(tx, { id, budget, room, amount: parseDecimal(amount), seconds: 60, by: "Askar" }))
    .then(() => id);
const collect = ({ token }: Person, rain: Uuid) =>
  app.people.api.call(`POST /api/v1/chat/rains/${rain}/collect`, {
    token,
    headers: { "idempotency-key": randomUUID() },
  });
const endOf = (rain: Uuid) =>
  required(
    app.chat.jobs?.find(({ name }) => name === "community-chat.rain"),
    "the job that ends rains",
  ).run({ rain });
async function end(rain: Uuid) {
  await app.host.clock.advance(60_000);
  await Promise.all([endOf(rain), endOf(rain)]);
}
const euros = async ({ id }: Person) =>
  formatAmount((await app.wallet.balances(id)).find(({ currency }) => currency === "EUR")?.real ?? parseDecimal("0"));
const budgetOf = async (id: Uuid) =>
  required(
    (await app.chat.gifts.budgets()).find(each => each.id === id),
    "a budget",
  );
const messages = async (room = "en") =>
  (await app.people.api.call(`GET /api/v1/chat/${room}`, {})).body.data.messages as ChatMessage[];
const rainOf = async (id: Uuid, room = "en") => (await messages(room)).find(({ rain }) => rain?.id === id)?.rain;

describe("a rain", () => {
  test("is held in its budget, collected once each, and shared equally to the micro-unit: 10 among 3", async () => {
    const budget = await app.budget("100");
    expect(await accountBalance(app.host.db, "EUR", account("chat budget"))).toBe(parseDecimal("100"));
    const rain = await start(budget, "10");
    expect(await start(budget, "10", "en", rain)).toBe(rain);
    expect(await budgetOf(budget)).toMatchObject({ reserved: parseDecimal("10"), given: 0n });
    const [ann, bea, cid] = [await app.writer("ann"), await app.writer("bea"), await app.writer("cid")];
    for (const each of [ann, bea, cid, ann]) expect((await collect(each, rain)).status).toBe(204);
    expect(await rainOf(rain)).toMatchObject({ state: "open", players: 3, share: null, amount: "10" });
    const { you } = (await app.people.api.call("GET /api/v1/chat/en", { token: ann.token })).body.data;
    expect(you.rains).toEqual([rain]);
    await end(rain);
    expect(await rainOf(rain)).toMatchObject({ state: "paid", players: 3, share: "3.333333" });
    for (const each of [ann, bea, cid]) expect(await euros(each)).toBe("3.333333");
    expect(await budgetOf(budget)).toMatchObject({ reserved: 0n, given: parseDecimal("9.999999") });
    expect((await collect(await app.writer("late"), rain)).body.code).toBe("chat_rain_over");
    expect((await collect(ann, randomUUID() as Uuid)).body.code).toBe("not_found");
    const closed = await app.host.db.tx(tx => app.chat.gifts.close(tx, budget));
    expect(formatAmount(closed.returned as never)).toBe("90.000001");
    expect(await accountBalance(app.host.db, "EUR", account("chat budget"))).toBe(0n);
    await expect(start(budget, "1")).rejects.toMatchObject({ error: { code: "chat_budget_closed" } });
  });

  test("of 200 collections at once by 40 players has each of them once, and pays its sum exactly", async () => {
    const budget = await app.budget("50");
    const rain = await start(budget, "50");
    const crowd: Person[] = [];
    for (let n = 0; n < 40; n++) crowd.push(await app.writer(`crowd-${n}`));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => collect(required(crowd[n % 40], "a player"), rain)),
    );
    expect(answers.filter(({ status }) => status !== 204).map(({ text }) => text)).toEqual([]);
    await end(rain);
    expect(await rainOf(rain)).toMatchObject({ players: 40, share: "1.25" });
    expect(new Set(await Promise.all(crowd.map(euros)))).toEqual(new Set(["1.25"]));
    expect(await budgetOf(budget)).toMatchObject({ given: parseDecimal("50"), reserved: 0n });
  });

  test("takes a confirmed contact, an identity, real stakes, and one account of a household", async () => {
    const rain = await start(await app.budget("10"), "10", "ru");
    const stranger = await app.people.person("stranger");
    const unknown = await app.writer("unknown");
    app.unverified.add(unknown.id);
    const idle = await app.writer("idle", 24);
    const [one, twin] = [await app.writer("one", 25), await app.writer("twin")];
    app.linked.set(twin.id, [one.id]);
    for (const [who, missing] of [
      [stranger, "contact"],
      [unknown, "identity"],
      [idle, "play"],
    ] as const)
      expect((await collect(who, rain)).body).toMatchObject({ code: "chat_rain_not_allowed", data: { missing } });
    expect((await collect(one, rain)).status).toBe(204);
    expect((await collect(twin, rain)).body.data).toEqual({ missing: "household" });
    expect((await app.people.api.call(`POST /api/v1/chat/rains/${rain}/collect`, {})).status).toBe(401);
    await end(rain);
    expect(await euros(one)).toBe("10");
  });

  test("gives nothing to a player who was excluded or whose offers are held before it ends; the others share", async () => {
    const budget = await app.budget("9");
    const rain = await start(budget, "9", "kk");
    const [stays, leaves, held] = [await app.writer("stays"), await app.writer("leaves"), await app.writer("held")];
    for (const each of [stays, leaves, held]) expect((await collect(each, rain)).status).toBe(204);
    const now = new Date(app.host.clock.now());
    await app.host.db.tx(tx => block(tx, leaves.id, new Date(now.getTime() + 86_400_000)));
    await app.host.db.tx(tx => holdOffers(tx, held.id, "operator", now));
    expect((await collect(leaves, rain)).body.code).toBe("chat_closed");
    await end(rain);
    expect([await euros(stays), await euros(leaves), await euros(held)]).toEqual(["9", "0", "0"]);
  });

  test("pays one of two accounts that were linked after both took part", async () => {
    const rain = await start(await app.budget("8"), "8", "kk");
    const [first, second] = [await app.writer("first"), await app.writer("second")];
    for (const each of [first, second]) expect((await collect(each, rain)).status).toBe(204);
    app.linked.set(first.id, [second.id]);
    app.linked.set(second.id, [first.id]);
    await end(rain);
    expect([await euros(first), await euros(second)].toSorted()).toEqual(["0", "8"]);
  });

  test("whose job was dropped is ended by the next minute's check, also after one that fails", async () => {
    const budget = await app.budget("7");
    const broken = await start(await app.budget("1"), "1", "ru");
    await app.host.clock.advance(1_000);
    const rain = await start(budget, "7", "kk");
    const player = await app.writer("player");
    expect((await collect(player, rain)).status).toBe(204);
    await app.host.db.query("DELETE FROM graphile_worker._private_jobs WHERE payload->>'rain' = $1", [rain]);
    const check = required(
      app.chat.jobs?.find(({ name }) => name === "community-chat-overdue"),
      "the check of every minute",
    );
    await check.run(undefined);
    expect(await rainOf(rain, "kk")).toMatchObject({ state: "open" });
    await app.host.clock.advance(60_000);
    app.host.failpoints.arm("chat.rain", () => {
      throw new Error("the longest overdue one fails");
    });
    await expect(check.run(undefined)).rejects.toThrow("the longest overdue one fails");
    expect(await euros(player)).toBe("7");
    expect(await budgetOf(budget)).toMatchObject({ reserved: 0n });
    expect(await rainOf(broken, "ru")).toMatchObject({ state: "open" });
    await Promise.all([check.run(undefined), check.run(undefined)]);
    expect(await rainOf(broken, "ru")).toMatchObject({ state: "paid" });
    expect(await euros(player)).toBe("7");
  });

  test("that ends locks its budget before its players, as a tip does: neither waits for the other", async () => {
    const budget = await app.budget("6");
    const rain = await start(budget, "6", "kk");
    const player = await app.writer("both");
    expect((await collect(player, rain)).status).toBe(204);
    await app.host.clock.advance(60_000);
    const now = new Date(app.host.clock.now());
    const tipping = await heldTransaction(
      app.host.db,
      tx => lockBudget(tx, budget),
      async tx => {
        await tx.query("SET LOCAL lock_timeout = '200ms'");
        expect(await mayBeOffered(tx, player.id, now)).toBe(true);
      },
    );
    const ended = endOf(rain);
    await expect.poll(() => lockWaits(app.host.db)).toBeGreaterThan(0);
    await tipping.release();
    await ended;
    expect(await euros(player)).toBe("6");
  });

  test("without collections, or whose parts are under a micro-unit, stays in its budget", async () => {
    const budget = await app.budget("5");
    const rain = await start(budget, "5", "en");
    await expect(app.host.db.tx(tx => app.chat.gifts.close(tx, budget))).rejects.toMatchObject({
      error: { code: "chat_rain_open" },
    });
    await expect(start(budget, "1", "ru")).rejects.toMatchObject({ error: { code: "chat_budget_short" } });
    await expect(start(await app.budget("1"), "1", "en")).rejects.toMatchObject({ error: { code: "chat_rain_open" } });
    await end(rain);
    expect(await rainOf(rain)).toMatchObject({ state: "paid", players: 0, share: "0" });
    expect(await budgetOf(budget)).toMatchObject({ given: 0n, reserved: 0n });
    // Two players, one micro-unit.
    const tiny = await start(budget, "0.000001", "en");
    for (const name of ["tiny-a", "tiny-b"]) await collect(await app.writer(name), tiny);
    await end(tiny);
    expect(await rainOf(tiny)).toMatchObject({ players: 0, share: "0" });
  });
});

describe("a tip", () => {
  test("goes to the author of a message, once a key and once a day, from the budget, and the room shows it", async () => {
    const budget = await app.budget("30");
    const dan = await app.writer("dan");
    const { body } = await app.people.api.call("POST /api/v1/chat/en", {
      token: dan.token,
      body: { key: randomUUID(), text: "thank you all" },
    });
    const message = body.data.id as Uuid;
    const tip = (amount: string, id = randomUUID() as Uuid) =>
      app.host.db.tx(tx => app.chat.gifts.tip(tx, { id, budget, message, amount: parseDecimal(amount), by: "Askar" }));
    await expect(tip("20.01")).rejects.toMatchObject({ details: { errors: { amount: ["chat_tip_amount"] } } });
    const id = randomUUID() as Uuid;
    expect((await tip("5", id)).isNew).toBe(true);
    expect((await tip("5", id)).isNew).toBe(false);
    await expect(tip("5")).rejects.toMatchObject({ details: { data: { why: "day" } } });
    expect(await euros(dan)).toBe("5");
    expect((await messages()).at(-1)).toMatchObject({ kind: "tip", text: "", tip: { amount: "5", currency: "EUR" } });
    await app.host.db.tx(tx => block(tx, dan.id, new Date(app.host.clock.now() + 172_800_000)));
    await app.host.clock.advance(86_400_000);
    await expect(tip("5")).rejects.toMatchObject({ details: { data: { why: "closed" } } });
  });
});

test("a moderator writes as one, once a key, under the rules of every text", async () => {
  const key = randomUUID() as Uuid;
  const write = (text: string) => app.host.db.tx(tx => app.chat.moderation.write(tx, { room: "en", key, text }));
  await write("Please be kind to each other");
  await write("Please be kind to each other");
  const [last, before] = (await messages()).toReversed();
  expect(last).toMatchObject({ kind: "moderator", text: "Please be kind to each other", author: { face: null } });
  expect(before?.kind).not.toBe("moderator");
  await expect(
    app.host.db.tx(tx => app.chat.moderation.write(tx, { room: "en", key: randomUUID() as Uuid, text: "www.x.com" })),
  ).rejects.toMatchObject({ details: { errors: { text: ["chat_link"] } } });
});
