import { randomUUID } from "node:crypto";
import { afterAll, afterEach, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { block } from "#modules/limits/server/index.ts";
import { missionInvariants } from "#modules/missions/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { day, openCampaignOffice, reason } from "../testing/campaign-office.ts";
import type { TestPlayer } from "../testing/test-campaigns.ts";

/** Campaigns that start a mission for the players they choose. */

const { app, content, data, draft, finance, plain, read, run, saveSegment, start } = await openCampaignOffice();
afterEach(async () => {
  expect(await auditBooks(app.host.db)).toEqual([]);
  expect(await differencesOf(app.host.db, missionInvariants)).toEqual([]);
});
afterAll(() => app.close());

/** Rupees, deposited at least this much. */
const of = (least: number) =>
  saveSegment({
    all: [
      { fact: "currency", in: ["INR"] },
      { fact: "deposit_sum", currency: "INR", gte: String(least) },
    ],
  });
const titles = { en: "Set a limit", ru: "Задайте лимит", kz: "Лимит қойыңыз" };

/** An open mission of campaigns: three prizes of 200 for a limit of one's own. */
async function openTargeted(terms: object = {}): Promise<string> {
  const mission = {
    title: titles,
    goal: { kind: "limit" },
    period: "once",
    prize: "200",
    currency: "INR",
    places: 3,
    targeted: true,
    ends_at: new Date(app.host.clock.now() + 20 * day).toISOString(),
    reason,
    ...terms,
  };
  const { id } = await data(content.call("POST /api/office/missions", mission), 201);
  await data(finance.call(`POST /api/office/missions/${id}/open`, { reason }), 200);
  return id;
}
const officeView = async (mission: string) =>
  (await data(finance.call("GET /api/office/missions"), 200)).find(({ id }: { id: string }) => id === mission);

const seenBy = async ({ token }: TestPlayer) =>
  (await app.api.call("GET /api/v1/missions", { token })).body.data.missions.map(({ id }: { id: string }) => id);
const collect = ({ token }: TestPlayer, mission: string) =>
  app.api.call(`POST /api/v1/missions/${mission}/collect`, { token, key: randomUUID() });
const setLimit = ({ id }: TestPlayer, at = app.host.clock.now()) =>
  app.host.db.query(
    "INSERT INTO limits.changes (player_id, at, kind, amount, currency) VALUES ($1, $2, 'deposit', 5000000, 'INR')",
    [id, new Date(at)],
  );
const startedFor = async (mission: string) =>
  (
    await app.host.db.query<{ player: string }>(
      "SELECT player_id AS player FROM missions.starts WHERE mission_id = $1",
      [mission],
    )
  ).rows.map(({ player }) => player);

test("players of the segment have the mission from then on and collect its prize once; nobody else sees it", async () => {
  const [alice, bob, out, other] = [
    await app.player("INR", 1_000),
    await app.player("INR", 1_000),
    await app.player("INR", 1_000),
    await app.player("INR", 10),
  ];
  await setLimit(alice, app.host.clock.now() - 3 * day);
  const mission = await openTargeted();
  expect([await seenBy(alice), (await collect(alice, mission)).status]).toEqual([[], 404]);
  const gift = { kind: "mission", id: mission };
  const id = await draft({ segment: await of(1_000), gift, budget: "600" });
  expect(await read(id)).toMatchObject({
    per_player: "200",
    currency: "INR",
    gift: { kind: "mission", name: "Set a limit" },
  });
  const { missions } = await data(finance.call("GET /api/office/campaigns"), 200);
  expect(missions).toMatchObject([{ id: mission, title: "Set a limit", prize: "200", left: "600" }]);
  await start(id);
  await app.host.db.tx(tx => block(tx, out.id, new Date(app.host.clock.now() + day), "self_exclusion"));
  await run();
  await run();
  expect(await read(id)).toMatchObject({ held: "400", players: { granted: 2, refused: 0 } });
  expect(new Set(await startedFor(mission))).toEqual(new Set([alice.id, bob.id]));
  expect(await officeView(mission)).toMatchObject({ targeted: true, started: 2, taken: 0, places: 3 });
  expect([await seenBy(alice), await seenBy(out), await seenBy(other)]).toEqual([[mission], [], []]);
  // What was done before does not count.
  expect((await collect(alice, mission)).body.code).toBe("mission_not_reached");
  for (const each of [alice, other]) await setLimit(each);
  const answers = await Promise.all(Array.from({ length: 10 }, () => collect(alice, mission)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  for (const each of [out, other]) expect((await collect(each, mission)).status).toBe(404);
  const [wallet] = await app.wallet.balances(alice.id);
  expect(wallet?.real).toBe(parseDecimal("1200"));
  expect(await officeView(mission)).toMatchObject({ taken: 1, spent: "200" });
});

test("no more players than places: a budget beyond them is refused, and who finds none left is refused with the sum free", async () => {
  await Promise.all(Array.from({ length: 3 }, () => app.player("INR", 3_000)));
  const mission = await openTargeted({ places: 2 });
  const segment = await of(3_000);
  const gift = { kind: "mission", id: mission };
  const dear = await content.call("POST /api/office/campaigns", await plain({ segment, gift, budget: "600" }));
  expect(dear.body.errors).toEqual({ budget: ["amount_invalid"] });
  const [first, second] = [
    await draft({ segment, gift, budget: "200" }),
    await draft({ segment, gift, budget: "400" }),
  ];
  for (const id of [first, second]) await start(id);
  for (let times = 0; times < 3; times++) await run();
  expect(await read(first)).toMatchObject({ held: "200", players: { granted: 1 } });
  const { held, players } = await read(second);
  // The player who has it from the first one does not get it twice, and a third one finds no place.
  expect([held, players.granted]).toEqual(["200", 1]);
  expect(players.refused).toBeGreaterThan(0);
  expect(await startedFor(mission)).toHaveLength(2);
  expect(await officeView(mission)).toMatchObject({ started: 2 });
});

test("a mission that was closed meanwhile starts for no player, and a grant that dies takes no place", async () => {
  await Promise.all(Array.from({ length: 2 }, () => app.player("INR", 9_000)));
  const [closed, mission] = [await openTargeted(), await openTargeted()];
  const segment = await of(9_000);
  const drafts = [closed, mission].map(id => draft({ segment, gift: { kind: "mission", id }, budget: "600" }));
  const [first, second] = await Promise.all(drafts);
  await start(first as string);
  expect((await content.call(`POST /api/office/missions/${closed}/close`, { reason })).status).toBe(204);
  await run();
  expect(await read(first as string)).toMatchObject({ held: "0", players: { granted: 0, refused: 2 } });
  await start(second as string);
  app.host.failpoints.arm("campaigns.granted", () => {
    throw new Error("killed");
  });
  await run();
  await run();
  expect(await read(second as string)).toMatchObject({ held: "400", players: { granted: 2 } });
  expect(await officeView(mission)).toMatchObject({ started: 2 });
  expect(await startedFor(closed)).toEqual([]);
});

test("a process of the version before, which knows no targeted missions, pays no prize to a player for whom it was not started", async () => {
  const [alice, other] = [await app.player("INR", 20_000), await app.player("INR", 10)];
  const [mission, everybody] = [await openTargeted(), await openTargeted({ targeted: false })];
  await start(await draft({ segment: await of(20_000), gift: { kind: "mission", id: mission }, budget: "200" }));
  await run();
  expect(await startedFor(mission)).toEqual([alice.id]);
  /** Its row of a prize, undone at once. */
  const collectBefore = async ({ id }: TestPlayer, of: string) => {
    const undo = new Error("undo");
    const collected = app.host.db.tx(async tx => {
      await tx.query(
        `INSERT INTO missions.prizes (id, mission_id, player_id, period_from, currency, amount, collected_at)
         VALUES ($1, $2, $3, '1970-01-01', 'INR', 200000000, $4)`,
        [randomUUID(), of, id, new Date(app.host.clock.now())],
      );
      throw undo;
    });
    return collected.catch((error: Error & { code?: string }) => (error === undo ? "paid" : error.code));
  };
  expect(await collectBefore(other, mission)).toBe("23514");
  expect(await collectBefore(alice, mission)).toBe("paid");
  expect(await collectBefore(other, everybody)).toBe("paid");
});

test("only an open mission of campaigns can be given, until its end, and without an announcement", async () => {
  const gift = { kind: "mission", id: await openTargeted() };
  const everybody = { targeted: false };
  const bad = [
    ["a mission of everybody", { gift: { kind: "mission", id: await openTargeted(everybody) } }, "gift"],
    ["one that does not exist", { gift: { kind: "mission", id: randomUUID() } }, "gift"],
    [
      "an end after the mission's",
      { gift, ends_at: new Date(app.host.clock.now() + 21 * day).toISOString() },
      "ends_at",
    ],
    ["no budget", { gift, budget: undefined }, "budget"],
    ["less than one prize", { gift, budget: "199" }, "budget"],
    ["an announcement", { gift, announce: ["inbox"] }, "announce"],
  ] as const;
  for (const [what, rest, field] of bad) {
    const { status, body } = await content.call("POST /api/office/campaigns", await plain({ budget: "200", ...rest }));
    expect([status, Object.keys(body.errors ?? {})], what).toEqual([422, [field]]);
  }
});
