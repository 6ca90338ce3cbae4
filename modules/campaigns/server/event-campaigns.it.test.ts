import { afterAll, afterEach, expect, test } from "vitest";
import type { EventType } from "#kit/contract/event.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { block } from "#modules/limits/server/index.ts";
import { depositCredited } from "#modules/payments/shared/events.ts";
import { levelReached } from "#modules/vip/shared/events.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { day, openCampaignOffice } from "../testing/campaign-office.ts";
import type { TestPlayer } from "../testing/test-campaigns.ts";

/** Campaigns that give at an event, or when a player enters a segment. */

const { app, bonusesOf, change, content, draft, plain, read, run, saveSegment, start } = await openCampaignOffice();
afterEach(async () => expect(await auditBooks(app.host.db)).toEqual([]));
afterAll(() => app.close());

const everybody = { fact: "account_age_days", gte: 0 };
const publish = <P>(type: EventType<P>, payload: P) => app.host.db.tx(tx => app.host.bus.publish(tx, type, payload));
const credited = (player: TestPlayer, isFirst: boolean, currency: Currency = "EUR") =>
  publish(depositCredited, {
    player: player.id,
    invoice: app.host.ids.next(),
    currency,
    amount: micros(10_000_000n),
    isFirst,
  });
const at = async (on: string, rest: object = {}) => {
  const bonus = await app.bonus({ currency: "EUR" });
  const id = await draft({ segment: await saveSegment(everybody), bonus, schedule: { kind: "event", on }, ...rest });
  await start(id);
  return id;
};
const moments = async () => (await app.host.db.query("SELECT FROM campaigns.moments")).rows.length;

test("a registration is rewarded once the player's facts are current, and players registered before are not", async () => {
  const before = await app.player("EUR");
  const id = await at("registration");
  expect(await read(id)).toMatchObject({ schedule: { kind: "event", on: "registration" }, next_at: null });
  const [nina, far] = [await app.player("EUR"), await app.player("KZT")];
  await app.campaigns.runDue();
  expect(await bonusesOf(nina)).toEqual([]);
  await run();
  expect(await bonusesOf(nina)).toMatchObject([{ status: "active" }]);
  expect([await bonusesOf(before), await bonusesOf(far)]).toEqual([[], []]);
  await run();
  expect(await read(id)).toMatchObject({ state: "active", held: "10", players: { granted: 1, due: 0, refused: 0 } });
  await change(id, "stopped");
});

test("a first deposit, any deposit and a level each have their own", async () => {
  const [first, any, level] = [await at("first_deposit"), await at("deposit"), await at("level_up")];
  const [old, young, climber] = [await app.player("EUR"), await app.player("EUR"), await app.player("EUR")];
  await credited(old, false);
  await credited(young, true);
  await credited(young, false);
  await credited(climber, true, "USD");
  await publish(levelReached, { player: climber.id, level: 2 });
  await run();
  const granted = async (id: string) => (await read(id)).players.granted;
  expect([await granted(first), await granted(any), await granted(level)]).toEqual([1, 2, 1]);
  expect([(await bonusesOf(old)).length, (await bonusesOf(young)).length, (await bonusesOf(climber)).length]).toEqual([
    1, 2, 1,
  ]);
  await credited(young, false);
  await run();
  expect(await granted(any)).toBe(2);
  for (const id of [first, any, level]) await change(id, "stopped");
});

test("what happened is part of its transaction, and is decided again when the bonus is given", async () => {
  const id = await at("deposit");
  const [gone, undone, paid] = [await app.player("EUR"), await app.player("EUR"), await app.player("EUR")];
  const failed = app.host.db.tx(async tx => {
    const payload = { player: undone.id, currency: "EUR", amount: micros(1n), isFirst: false } as const;
    await app.host.bus.publish(tx, depositCredited, { ...payload, invoice: app.host.ids.next() });
    throw new Error("the deposit is not booked");
  });
  await expect(failed).rejects.toThrow("not booked");
  await credited(gone, false);
  await credited(paid, false);
  await app.host.db.tx(tx => block(tx, gone.id, new Date(app.host.clock.now() + day), "self_exclusion"));
  await run();
  expect([(await bonusesOf(gone)).length, (await bonusesOf(undone)).length]).toEqual([0, 0]);
  expect(await bonusesOf(paid)).toMatchObject([{ status: "active" }]);
  expect(await moments()).toBe(0);
  await change(id, "stopped");
});

test("a paused campaign notes nothing, a stopped one forgets, and the end of the budget ends it", async () => {
  const id = await at("deposit", { budget: "10" });
  const [one, two, three] = [await app.player("EUR"), await app.player("EUR"), await app.player("EUR")];
  await change(id, "paused");
  await credited(one, false);
  expect(await moments()).toBe(0);
  await start(id);
  for (const player of [two, three]) await credited(player, false);
  await run();
  await run();
  expect(await read(id)).toMatchObject({ state: "finished", held: "10", players: { granted: 1 } });
  const other = await at("deposit");
  await credited(one, false);
  expect(await moments()).toBe(1);
  await change(other, "stopped");
  expect(await moments()).toBe(0);
});

test("a campaign ends at its time: what happened before and was not rewarded by then is not rewarded any more", async () => {
  const id = await at("deposit");
  const late = await app.player("EUR");
  await credited(late, false);
  await app.host.db.query("UPDATE campaigns.campaigns SET ends_at = $2 WHERE id = $1", [
    id,
    new Date(app.host.clock.now() + 60_000),
  ]);
  await run();
  expect(await bonusesOf(late)).toEqual([]);
  expect(await read(id)).toMatchObject({ state: "finished", held: "0", players: { granted: 0 } });
  expect(await moments()).toBe(0);
});

test("players are chosen within an hour after they enter the segment", async () => {
  const segment = await saveSegment({ fact: "language", in: ["kz"] });
  const id = await draft({ segment, bonus: await app.bonus({ currency: "EUR" }), schedule: { kind: "entered" } });
  await start(id);
  const late = await app.player("EUR");
  const hour = 3_600_000;
  const due = async () => {
    const next = Date.parse((await read(id)).next_at);
    expect([next % hour, next - app.host.clock.now() <= hour]).toEqual([0, true]);
    await app.host.db.query("UPDATE campaigns.campaigns SET next_at = $2 WHERE id = $1", [
      id,
      new Date(app.host.clock.now()),
    ]);
    await app.campaigns.runDue();
  };
  await due();
  expect(await bonusesOf(late)).toEqual([]);
  await app.host.db.query("UPDATE accounts.players SET locale = 'kz' WHERE id = $1", [late.id]);
  await due();
  await due();
  expect(await bonusesOf(late)).toHaveLength(1);
  expect(await read(id)).toMatchObject({ state: "active", players: { granted: 1 } });
  await change(id, "stopped");
});

test("refuses schedules that are not valid", async () => {
  const schedules = [
    ["an event that does not exist", { kind: "event", on: "loss" }],
    ["no event", { kind: "event" }],
    ["two events", { kind: "event", on: ["deposit", "registration"] }],
  ] as const;
  for (const [what, schedule] of schedules) {
    const body = await plain({ gift: { kind: "bonus", id: await app.bonus() }, schedule });
    expect((await content.call("POST /api/office/campaigns", body)).status, what).toBe(422);
  }
});
