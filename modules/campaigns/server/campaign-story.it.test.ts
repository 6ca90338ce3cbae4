import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { heldTransaction, lockWaits } from "#kit/testing/held-transaction.ts";
import { block, lockForAge } from "#modules/limits/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { day, openCampaignOffice, reason, rule } from "../testing/campaign-office.ts";
import { type TestPlayer, testGiftsAtOnce } from "../testing/test-campaigns.ts";
import { isControl } from "./arm.ts";

/** content writes a segment and a campaign, finance starts it, a second one approves, alice gets her bonus once. */

const { app, bonusesOf, change, content, data, draft, finance, preview, read, run, saveSegment, start } =
  await openCampaignOffice();
afterEach(async () => expect(await auditBooks(app.host.db)).toEqual([]));
afterAll(() => app.close());

const actionsOf = async (subject: string) => {
  const { rows } = await app.host.db.query<{ action: string }>(
    "SELECT action FROM audit.entries WHERE subject = $1 ORDER BY number",
    [subject],
  );
  return rows.map(({ action }) => action);
};

test("a segment of two facts, a campaign, an approval: each player of the segment gets the bonus once", async () => {
  const [alice, bob, carol] = [await app.player("USD", 200), await app.player("USD", 50), await app.player("EUR", 500)];
  const shown = await preview(rule);
  expect(shown).toMatchObject({
    sentence: "account currency: USD, and total deposits at least ₸50,000",
    matched: 1,
    reached: 1,
    blocked: [],
  });
  expect(shown.samples[0].reasons).toEqual([
    { text: "account currency: USD", holds: true, value: "USD" },
    { text: "total deposits at least ₸50,000", holds: true, value: "₸100,000" },
  ]);

  const bonus = await app.bonus({ budget: "500" });
  await app.host.db.query("UPDATE bonuses.campaigns SET budget = 2000000000 WHERE id = $1", [bonus]);
  const id = await draft({ bonus, budget: "501" });
  const other = await app.operator("finance");
  const { request } = await start(id);
  expect(await read(id)).toMatchObject({ state: "draft", needs_approval: true });
  await run();
  expect(await bonusesOf(alice)).toEqual([]);
  const { payload, payload_hash } = await data(other.call(`GET /api/office/approvals/${request}`), 200);
  expect(payload).toMatchObject({ rule: shown.sentence, budget: "501", per_player: "10" });
  expect((await finance.call(`POST /api/office/approvals/${request}/approve`, { payload_hash, reason })).status).toBe(
    409,
  );
  await data(other.call(`POST /api/office/approvals/${request}/approve`, { payload_hash, reason }), 200);
  await run();

  expect(await bonusesOf(alice)).toMatchObject([{ status: "active", amount: "10", wager_target: "100" }]);
  expect([await bonusesOf(bob), await bonusesOf(carol)]).toEqual([[], []]);
  expect(await read(id)).toMatchObject({ state: "finished", held: "10", players: { granted: 1, due: 0, refused: 0 } });
  await run();
  expect(await bonusesOf(alice)).toHaveLength(1);
  expect(await actionsOf(`campaign:${id}`)).toEqual(["campaigns.create", "campaigns.start"]);
});

test("a gift that waits behind another one is the super bonus of the profile", async () => {
  const eve = await app.player("KZT", 1);
  const segment = await saveSegment({ all: [{ fact: "currency", in: ["KZT"] }] });
  const superBonus = async () => (await app.api.call("GET /profile/user", { token: eve.token })).body.super_bonus;
  const give = async () => {
    await start(await draft({ segment, bonus: await app.bonus({ currency: "KZT" }) }));
    await run();
  };
  await give();
  expect(await bonusesOf(eve)).toMatchObject([{ status: "active" }]);
  expect(await superBonus()).toBeUndefined();
  await give();
  const [active, waiting] = await bonusesOf(eve);
  expect([active, waiting]).toMatchObject([{ status: "active" }, { status: "waiting" }]);
  expect(await superBonus()).toBe(waiting?.id);
});

test("who is excluded, in a time-out, under age, locked or a test account is never reached, whatever the rule says", async () => {
  const everybody = { fact: "account_age_days", gte: 0 };
  const [out, away, young, locked, tested, free] = [
    await app.player("INR"),
    await app.player("INR"),
    await app.player("INR"),
    await app.player("INR"),
    await app.player("INR"),
    await app.player("INR"),
  ];
  const until = new Date(app.host.clock.now() + day);
  await app.host.db.tx(async tx => {
    await block(tx, out.id, until, "self_exclusion");
    await block(tx, away.id, until, "time_out");
    await lockForAge(tx, young.id, until);
    await tx.query("UPDATE accounts.players SET locked_at = $2, lock_reason = 'fraud' WHERE id = $1", [
      locked.id,
      until,
    ]);
    await tx.query("UPDATE accounts.players SET is_test = true WHERE id = $1", [tested.id]);
  });
  const inRupees = { all: [everybody, { fact: "currency", in: ["INR"] }] };
  expect(await preview(inRupees)).toMatchObject({
    matched: 6,
    reached: 1,
    blocked: [
      { why: "account locked by an operator", players: 1 },
      { why: "test account", players: 1 },
      { why: "self-excluded", players: 1 },
      { why: "in a time-out", players: 1 },
      { why: "underage, or age not verified", players: 1 },
    ],
  });
  const risk = await app.operator("risk");
  const query = `rule=${encodeURIComponent(JSON.stringify(inRupees))}&player=${out.id}`;
  expect(await data(risk.call(`GET /api/office/segment-player?${query}`), 200)).toMatchObject({
    matches: true,
    blocked_by: ["self-excluded"],
  });
  expect((await content.call(`GET /api/office/segment-player?${query}`)).status).toBe(403);

  const bonus = await app.bonus({ currency: "INR" });
  const id = await draft({ segment: await saveSegment(inRupees), bonus });
  await start(id);
  await run();
  expect(await read(id)).toMatchObject({ players: { granted: 1, refused: 0 }, held: "10" });
  for (const player of [out, away, young, locked, tested]) expect(await bonusesOf(player)).toEqual([]);
  expect(await bonusesOf(free)).toHaveLength(1);
});

test("a player who excludes themselves between the choice and the grant gets nothing, and their part of the budget is free", async () => {
  const player = await app.player("RUB", 100);
  const id = await draft({
    segment: await saveSegment({ all: [{ fact: "currency", in: ["RUB"] }] }),
    bonus: await app.bonus({ currency: "RUB" }),
  });
  await start(id);
  await app.host.db.query(
    "INSERT INTO campaigns.members (campaign_id, player_id, state, chosen_at) VALUES ($1, $2, 'due', now())",
    [id, player.id],
  );
  await app.host.db.query("UPDATE campaigns.campaigns SET held = per_player WHERE id = $1", [id]);
  await app.host.db.tx(tx => block(tx, player.id, new Date(app.host.clock.now() + day), "self_exclusion"));
  await run();
  expect(await read(id)).toMatchObject({ held: "0", players: { granted: 0, refused: 1, due: 0 } });
  expect(await bonusesOf(player)).toEqual([]);
  const { rows } = await app.host.db.query("SELECT why FROM campaigns.members WHERE campaign_id = $1", [id]);
  expect(rows).toEqual([{ why: "self_excluded" }]);
});

test("a pause stops the grants of a run that goes on, a resumed campaign gives the rest, a stopped one gives its budget back", async () => {
  const count = 40;
  for (let n = 0; n < count; n++) await app.player("KZT");
  const bonus = await app.bonus({ currency: "KZT" });
  const id = await draft({ segment: await saveSegment({ fact: "currency", in: ["KZT"] }), bonus, budget: "400" });
  await start(id);
  // A transaction of ten players holds the pause back and waits for the bonus's budget; the pause waits for it, and the others for the pause.
  const budget = await heldTransaction(app.host.db, tx =>
    tx.query("SELECT FROM bonuses.campaigns WHERE id = $1 FOR UPDATE", [bonus]),
  );
  const running = run();
  await expect.poll(() => lockWaits(app.host.db)).toBe(1);
  const pausing = change(id, "paused");
  await expect.poll(() => lockWaits(app.host.db)).toBe(2);
  await budget.release();
  expect((await pausing).status).toBe(200);
  const paused = await read(id);
  expect(paused).toMatchObject({
    state: "paused",
    held: "400",
    players: { granted: testGiftsAtOnce, due: count - testGiftsAtOnce },
  });
  await running;
  await run();
  expect((await read(id)).players).toEqual(paused.players);
  expect((await change(id, "paused")).status).toBe(409);
  await start(id);
  await run();
  expect(await read(id)).toMatchObject({ held: "400", players: { due: 0, granted: count } });

  const second = await draft({ bonus: await app.bonus({ currency: "KZT" }), budget: "30" });
  await start(second);
  // Three players were chosen by a process that ended then.
  await app.host.db.query(
    `INSERT INTO campaigns.members (campaign_id, player_id, state, chosen_at)
     SELECT $1, player_id, 'due', now() FROM campaigns.members WHERE campaign_id = $2 ORDER BY player_id LIMIT 3`,
    [second, id],
  );
  await app.host.db.query("UPDATE campaigns.campaigns SET held = 3 * per_player WHERE id = $1", [second]);
  expect((await change(second, "stopped")).status).toBe(200);
  expect(await read(second)).toMatchObject({ state: "stopped", held: "0", players: { due: 0, refused: 3 } });
  expect((await change(second, "stopped")).status).toBe(409);
  expect((await finance.call(`POST /api/office/campaigns/${second}/start`, { reason })).status).toBe(409);
});

test("where the grants of several players fail, each gets theirs alone; one that fails keeps no other waiting, and the next run repeats it", async () => {
  const count = testGiftsAtOnce;
  for (let n = 0; n < count; n++) await app.player("INR", 20);
  const segment = await saveSegment({ fact: "currency", in: ["INR"] });
  const id = await draft({ segment, bonus: await app.bonus({ currency: "INR" }), budget: "100" });
  await start(id);
  // The transaction of all, and the first of one player.
  const fail = () => {
    throw new Error("a grant fails");
  };
  app.host.failpoints.arm("campaigns.granted", fail, 2);
  await run();
  expect(await read(id)).toMatchObject({ state: "active", players: { granted: count - 1, due: 1, refused: 0 } });
  await run();
  expect(await read(id)).toMatchObject({ state: "finished", held: "100", players: { granted: count, due: 0 } });
});

test("of gifts in one transaction, one whose claim is reviewed waits until it is released, and the others start", async () => {
  const players = [await app.player("EUR", 40), await app.player("EUR", 40), await app.player("EUR", 40)];
  const [held, ...others] = players;
  const only = {
    all: [
      { fact: "currency", in: ["EUR"] },
      { fact: "deposit_sum", currency: "EUR", gte: "40" },
      { fact: "deposit_sum", currency: "EUR", lte: "40" },
    ],
  };
  const id = await draft({ segment: await saveSegment(only), bonus: await app.bonus({ currency: "EUR" }) });
  const until = new Date(app.host.clock.now() + 5 * day);
  app.bonuses.connectReview(async (_, claims) => {
    const of = claims.find(({ player }) => player === held?.id);
    return new Map(of && [[of.bonus, until]]);
  });
  await start(id);
  await run();
  app.bonuses.connectReview(async () => new Map());
  expect(await read(id)).toMatchObject({ state: "finished", held: "30", players: { granted: 3, refused: 0 } });
  for (const other of others) expect(await bonusesOf(other)).toMatchObject([{ status: "active", amount: "10" }]);
  const bonusOf = async () => (await bonusesOf(required(held, "a player")))[0];
  expect(await bonusOf()).toMatchObject({ status: "waiting", review_until: until.toISOString() });
  const { id: waiting } = required(await bonusOf(), "a bonus");
  await app.host.db.tx(tx => app.bonuses.release(tx, required(held, "a player").id, waiting as Uuid));
  expect(await bonusOf()).toMatchObject({ status: "active", amount: "10" });
});

test("one player to whom the rounds of a bonus cannot be given keeps none of the others from theirs", async () => {
  const players = [await app.player("EUR", 50), await app.player("EUR", 50), await app.player("EUR", 50)];
  const [without, ...others] = players;
  const only = {
    all: [
      { fact: "currency", in: ["EUR"] },
      { fact: "deposit_sum", currency: "EUR", gte: "50" },
      { fact: "deposit_sum", currency: "EUR", lte: "50" },
    ],
  };
  const bonus = await app.bonus({ currency: "EUR" });
  await app.host.db.query("UPDATE bonuses.campaigns SET free_spins = $2 WHERE id = $1", [bonus, randomUUID()]);
  const given: string[] = [];
  app.bonuses.connectFreeRounds({
    grant: async (_, { player }) => player !== without?.id && given.push(player) > 0,
    end: async () => undefined,
  });
  const id = await draft({ segment: await saveSegment(only), bonus });
  await start(id);
  await run();
  expect(await read(id)).toMatchObject({ state: "finished", held: "20", players: { granted: 2, refused: 1 } });
  expect(new Set(given)).toEqual(new Set(others.map(each => each.id)));
  expect(await bonusesOf(required(without, "a player"))).toEqual([]);
  for (const other of others) expect(await bonusesOf(other)).toMatchObject([{ status: "waiting" }]);
});

test("the budget holds before a grant: who does not fit gets nothing", async () => {
  const players = [await app.player("EUR", 20), await app.player("EUR", 20), await app.player("EUR", 20)];
  const only = {
    all: [
      { fact: "currency", in: ["EUR"] },
      { fact: "deposit_sum", currency: "EUR", lte: "20" },
    ],
  };
  const id = await draft({
    segment: await saveSegment(only),
    bonus: await app.bonus({ currency: "EUR" }),
    budget: "29.99",
  });
  await start(id);
  await run();
  expect(await read(id)).toMatchObject({ state: "finished", held: "20", players: { granted: 2 } });
  const taken = await Promise.all(players.map(bonusesOf));
  expect(taken.flat()).toHaveLength(2);
});

test("killed at any point and run by several processes at once, a campaign gives each player one bonus and none to the control group", async () => {
  const players: TestPlayer[] = [];
  for (let n = 0; n < 10; n++) players.push(await app.player("RUB", 300));
  const ours = {
    all: [
      { fact: "currency", in: ["RUB"] },
      { fact: "deposit_sum", currency: "RUB", gte: "300" },
    ],
  };
  const bonus = await app.bonus({ currency: "RUB" });
  const id = await draft({ segment: await saveSegment(ours), bonus, control: 300 });
  await start(id);
  await app.host.pass(180_000);
  const script = join(import.meta.dirname, "../testing/kill-campaigns.ts");
  // A tenth of a percent of these groups has fewer than three players to grant to: then the last process ends by itself.
  for (const [point, dies] of [
    ["campaigns.chosen:1", true],
    ["campaigns.granted:1", true],
    ["campaigns.granted:3", false],
  ] as const) {
    const child = spawn(process.execPath, [script, app.host.databaseUrl, String(app.host.clock.now()), point], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [, signal] = await once(child, "exit");
    if (dies) expect(signal, point).toBe("SIGKILL");
  }
  await Promise.all(Array.from({ length: 5 }, () => app.campaigns.runDue()));
  const control = players.filter(player => isControl(id, player.id, 300));
  const given = await Promise.all(players.map(async player => (await bonusesOf(player)).length));
  expect(given).toEqual(players.map(player => (control.includes(player) ? 0 : 1)));
  const granted = players.length - control.length;
  expect(await read(id)).toMatchObject({
    state: "finished",
    held: String(granted * 10),
    players: { due: 0, granted, refused: 0, control: control.length },
  });
});

test("the report compares what players brought with the control group, and names no difference before the planned sample", async () => {
  const players: TestPlayer[] = [];
  for (let n = 0; n < 8; n++) players.push(await app.player("EUR", 700));
  const ours = {
    all: [
      { fact: "currency", in: ["EUR"] },
      { fact: "deposit_sum", currency: "EUR", gte: "700" },
    ],
  };
  const id = await draft({ segment: await saveSegment(ours), bonus: await app.bonus({ currency: "EUR" }), sample: 3 });
  await start(id);
  await run();
  await app.host.db.query(
    "UPDATE campaigns.members SET state = 'control', bonus_id = NULL WHERE campaign_id = $1 AND player_id = ANY ($2::uuid[])",
    [id, players.slice(0, 3).map(player => player.id)],
  );
  // The control group brings 1, 2 and 3 euros, the others 10 each, half of it in dollars; 4 a player were released.
  const today = new Date(app.host.clock.now());
  const lose = (player: TestPlayer | undefined, currency: string, micros: number) =>
    app.host.db.query(
      `INSERT INTO projections.player_game_days (generation, player_id, currency, game, day, bets, real_staked, bonus_staked, real_paid, bonus_paid, theoretical_loss)
       VALUES ((SELECT live FROM projections.runs LIMIT 1), $1, $2, 2, $3, 1, $4, 0, 1000000, 0, 0)`,
      [player?.id ?? null, currency, today, micros + 1_000_000],
    );
  for (const [index, player] of players.entries()) {
    if (index < 3) await lose(player, "EUR", (index + 1) * 1_000_000);
    else
      for (const [currency, sum] of [
        ["EUR", 5_000_000],
        ["USD", 5_500_000],
      ] as const)
        await lose(player, currency, sum);
  }
  await app.host.db.query(
    "UPDATE bonuses.bonuses SET status = 'completed', released = 4000000, ended_at = $2 WHERE player_id = ANY ($1::uuid[])",
    [players.slice(3).map(player => player.id), today],
  );
  const report = await data(finance.call(`GET /api/office/campaigns/${id}/report`), 200);
  expect(report).toEqual({
    currency: "EUR",
    treated: { players: 5, mean: "6.00" },
    control: { players: 3, mean: "2.00" },
    // The control group's mean has a standard error of 1 / sqrt(3), with two degrees of freedom: 4.3027 of it.
    difference: { mean: "4.00", low: "1.52", high: "6.48" },
    verdict: "more",
    sample: 3,
  });
  await app.host.db.query("UPDATE campaigns.campaigns SET sample = 4 WHERE id = $1", [id]);
  expect(await data(finance.call(`GET /api/office/campaigns/${id}/report`), 200)).toMatchObject({ verdict: "too_few" });
  await app.host.db.query("DELETE FROM projections.player_game_days WHERE player_id = ANY ($1::uuid[])", [
    players.map(({ id: each }) => each),
  ]);
  await app.host.db.query(
    "UPDATE bonuses.bonuses SET status = 'active', released = 0, ended_at = NULL WHERE player_id = ANY ($1::uuid[])",
    [players.slice(3).map(player => player.id)],
  );
});
