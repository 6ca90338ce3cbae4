import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { block } from "#modules/limits/server/index.ts";
import type { Person } from "#modules/payments/testing/test-counter.ts";
import { type TestTournaments, testTournaments } from "../testing/test-tournaments.ts";
import { tournamentInvariants } from "./index.ts";

let app: TestTournaments;
beforeAll(async () => {
  app = await testTournaments();
});
afterEach(() => app.expectRightBooks());
afterAll(() => app.counter.close());

const hourMs = 3_600_000;
const host = () => app.counter.host;
const die = () => {
  throw new Error("killed");
};
const list = async (query = "") => (await app.call(`GET /api/v1/tournaments${query}`)).body.data;
const hide = (who: Person, what = "is_avatar_hidden") =>
  app.counter.api.call("PUT /profile/settings", { token: who.token, body: { [what]: true } });

describe("what players see", () => {
  test("without tournaments the lists are empty and none can be opened", async () => {
    for (const query of ["", "?status=upcoming", "?status=active", "?status=finished"])
      expect(await list(query)).toEqual([]);
    expect((await app.call("GET /api/v1/tournaments?status=soon")).status).toBe(422);
    expect((await app.call(`GET /api/v1/tournaments/${randomUUID()}`)).status).toBe(404);
    expect((await app.call(`GET /api/v1/tournaments/${randomUUID()}/board`)).status).toBe(404);
    expect(await app.join(await app.person(), randomUUID())).toBe(404);
  });

  test("the status follows from the time", async () => {
    const [past, later, here] = [
      await app.hold({ startsIn: -5, endsIn: -1 }),
      await app.hold({ startsIn: 1, endsIn: 2 }),
      await app.hold({ startsIn: -1, endsIn: 3 }),
    ];
    const hidden = await app.hold();
    await host().db.query("UPDATE tournaments.tournaments SET state = 'cancelled' WHERE id = $1", [hidden]);
    const ids = async (query = "") => (await list(query)).map((one: { id: string }) => one.id);
    expect(await ids()).toEqual([later, here, past]);
    expect(await ids("?status=active")).toEqual([here]);
    expect((await app.call(`GET /api/v1/tournaments/${hidden}`)).status).toBe(404);
    await host().clock.advance(hourMs);
    expect(await ids("?status=active")).toEqual([later, here]);
    expect((await list())[0]).toMatchObject({ title: "Long flights", phase: "active", prizes: ["100", "50"] });
  });

  test("the leaderboard puts the higher score first, then the earlier one, and hides hidden players", async () => {
    const id = await app.hold();
    const [alice, bob, carol, dave] = [
      await app.person(),
      await app.person(),
      await app.person(),
      await app.person(),
    ] as const;
    await hide(bob);
    await hide(dave, "is_statistics_hidden");
    for (const who of [alice, bob, carol, dave]) expect(await app.join(who, id)).toBe(204);
    await app.play(bob, { stake: "1", payout: "25" });
    await host().clock.advance(1_000);
    await app.play(alice, { stake: "1", payout: "25" });
    await app.play(carol, { stake: "1", payout: "123.45678" });
    await app.play(dave, { stake: "1", payout: "20" });
    await app.tournaments.foldNow();
    const { leaderboard, players } = await app.board(id);
    expect(leaderboard.map((row: { score: string }) => row.score)).toEqual([
      "123.4567",
      "25.0000",
      "25.0000",
      "20.0000",
    ]);
    expect(leaderboard.map((row: { player: unknown }) => row.player !== null)).toEqual([true, false, true, false]);
    expect(players).toBe(4);
    expect(await app.own(id, dave)).toEqual({
      place: 4,
      score: "20.0000",
      prize: null,
      to_prize: "5.0000",
      is_disqualified: false,
      next_prize: { place: 2, prize: "50", missing: "5.0000" },
      dispute: null,
    });
    expect(await app.own(id, bob)).toMatchObject({
      place: 2,
      prize: "50",
      to_prize: null,
      next_prize: { place: 1, prize: "100", missing: "98.4567" },
    });
    expect((await app.own(id, carol))?.next_prize).toBeNull();
    expect(await app.own(id, await app.person())).toBeNull();
  });
});

describe("joining", () => {
  test("200 parallel joins are one entry, before the start and while it runs", async () => {
    const [alice, id] = [await app.person(), await app.hold({ startsIn: 1 })];
    const answers = await Promise.all(Array.from({ length: 200 }, () => app.join(alice, id)));
    expect(new Set(answers)).toEqual(new Set([204]));
    expect((await app.board(id, alice)).players).toBe(1);
  });

  test("players on a break or excluded cannot join, and nothing ended or cancelled is joined", async () => {
    const [alice, id, over] = [await app.person(), await app.hold(), await app.hold({ startsIn: -5, endsIn: -1 })];
    expect(await app.call(`POST /api/v1/tournaments/${over}/join`, alice)).toMatchObject({
      status: 409,
      body: { code: "tournament_over" },
    });
    await host().db.tx(tx => block(tx, alice.id, new Date(host().clock.now() + hourMs), "self_exclusion"));
    expect(await app.call(`POST /api/v1/tournaments/${id}/join`, alice)).toMatchObject({ status: 403 });
    expect((await app.board(id)).players).toBe(0);
    expect((await app.call(`POST /api/v1/tournaments/${id}/join`)).status).toBe(401);
  });

  test("a round counts that ended after joining and inside of the time", async () => {
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered", startsIn: 1, endsIn: 2 })];
    await app.play(alice, { stake: "100" });
    await app.join(alice, id);
    await app.play(alice, { stake: "10" });
    await host().clock.advance(hourMs);
    await app.play(alice, { stake: "4" });
    await host().clock.advance(hourMs);
    await app.play(alice, { stake: "8" });
    await app.tournaments.foldNow();
    // 4 at a rate of 0.25.
    expect(await app.places(id)).toEqual([["1", "100"]]);
  });
});

test("lists have as many players as have joined, without a look at the entries, and a count that differs is found", async () => {
  const id = await app.hold({ startsIn: 1 });
  const people = await Promise.all(Array.from({ length: 12 }, () => app.person()));
  const answers = await Promise.all([...people, ...people].map(each => app.join(each, id)));
  expect(new Set(answers)).toEqual(new Set([204]));
  const { db } = host();
  const asked = vi.spyOn(db, "query");
  const listed = (await list()).find((each: { id: string }) => each.id === id);
  const statements = asked.mock.calls.map(([text]) => String(text)).filter(text => text.includes("tournaments."));
  asked.mockRestore();
  expect(listed.players).toBe(12);
  expect(statements.filter(text => /tournaments\.entries\b/.test(text))).toEqual([]);
  expect((await app.tournaments.office.all(100)).find(each => each.id === id)?.players).toBe(12n);
  // Many at once, as in load tests; and none of a transaction that dies.
  const add = `INSERT INTO tournaments.entries (tournament_id, player_id, joined_at) SELECT $1, gen_random_uuid(), now() FROM generate_series(1, 30)`;
  await expect(
    db.tx(async tx => {
      await tx.query(add, [id]);
      die();
    }),
  ).rejects.toThrow("killed");
  await db.query(add, [id]);
  expect((await list()).find((each: { id: string }) => each.id === id).players).toBe(42);
  const change = (by: number) =>
    db.query("UPDATE tournaments.entry_counts SET entries = entries + $2 WHERE tournament_id = $1", [id, by]);
  await change(1);
  expect(await differencesOf(db, tournamentInvariants)).toMatchObject([{ row: { counted: 43n, entries: 42n } }]);
  await change(-1);
});

describe("scores", () => {
  test("wagered: stakes by the edge of their bets, at the rates of the start", async () => {
    await app.counter.fixRates();
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered", startsIn: 0 })];
    await app.fund(alice, "1000", "RUB");
    await app.join(alice, id);
    await app.play(alice, { stake: "0.07", game: "dice" });
    await app.play(alice, { stake: "80", currency: "RUB" });
    await app.tournaments.foldNow();
    // 0.07 is under the least stake; 80 roubles are one dollar.
    expect(await app.places(id)).toEqual([["0.25", "100"]]);
    await host().db.query("UPDATE rates.rate_days SET prices = jsonb_set(prices, '{RUB}', '\"1\"')");
    await app.play(alice, { stake: "80", currency: "RUB" });
    await app.tournaments.foldNow();
    expect(await app.places(id)).toEqual([["0.5", "100"]]);
  });

  test("red and black of one size climb no board, in one bet or in two, whatever the scoring", async () => {
    const points = { roulette: 3 };
    const ids = [
      await app.hold({ scoring: "wagered" }),
      await app.hold({ scoring: "multiplier" }),
      await app.hold({ scoring: "points", games: ["roulette"], points }),
    ];
    const [alice, bob] = [await app.person(), await app.person()];
    for (const id of ids) for (const who of [alice, bob]) await app.join(who, id);
    await app.spin(alice, [{ stake: "20", payout: "20", chips: { red: "10", black: "10" } }]);
    await app.spin(alice, [
      { stake: "10", payout: "20", chips: { red: "10" } },
      { stake: "10", chips: { black: "10" } },
    ]);
    for (const id of ids) expect(await app.places(id)).toEqual([]);
    await app.spin(bob, [{ stake: "10", payout: "20", chips: { red: "10" } }]);
    expect(await app.places(ids[0] as string)).toEqual([["6.76", "100"]]);
    expect(await app.places(ids[1] as string)).toEqual([["2.0000", "100"]]);
    expect(await app.places(ids[2] as string)).toEqual([["30", "100"]]);
    // Two units more on red than on black: two are at risk.
    await app.spin(alice, [
      { stake: "12", chips: { red: "12" } },
      { stake: "10", payout: "20", chips: { black: "10" } },
    ]);
    expect((await app.own(ids[2] as string, alice))?.score).toBe("6");
  });

  test("games between players and games that were not named count nothing", async () => {
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered", games: ["crash"] })];
    await app.join(alice, id);
    await app.play(alice, { stake: "4", game: "dice" });
    await app.play(alice, { stake: "4", game: "duels" });
    await app.tournaments.foldNow();
    expect(await app.places(id)).toEqual([]);
    await app.play(alice, { stake: "4", game: "crash" });
    await app.tournaments.foldNow();
    expect(await app.places(id)).toEqual([["1", "100"]]);
  });

  test("folding again, from many processes and after a kill counts every round once", async () => {
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered" })];
    await app.join(alice, id);
    for (let n = 0; n < 20; n++) await app.play(alice, { stake: "4" });
    await Promise.all(Array.from({ length: 8 }, () => app.tournaments.foldNow()));
    host().failpoints.arm("tournaments.folded", die);
    await app.play(alice, { stake: "4" });
    await expect(app.tournaments.foldNow()).rejects.toThrow("killed");
    await app.tournaments.foldNow();
    expect(await app.places(id)).toEqual([["21", "100"]]);
    await host().db.query(
      "UPDATE tournaments.entries SET score = 0, reached_at = NULL, rest_score = 0, rest_reached_at = NULL, round = NULL",
    );
    await host().db.query("UPDATE tournaments.positions SET seq = 1");
    await app.tournaments.foldNow();
    expect(await app.places(id)).toEqual([["21", "100"]]);
  });
});

test("a board that is followed gets few frames, with the lines that changed", async () => {
  const [alice, bob, id] = [await app.person(), await app.person(), await app.hold()];
  for (const who of [alice, bob]) await app.join(who, id);
  const frames: unknown[] = [];
  const [channel] = app.tournaments.channels ?? [];
  channel?.bind((_event, data) => frames.push(data), { values: () => [id], count: () => 1 });
  await app.tournaments.start?.();
  await channel?.snapshot(null, id);
  await app.play(alice, { stake: "1", payout: "3" });
  await app.tournaments.foldNow();
  await app.play(bob, { stake: "1", payout: "2" });
  await app.tournaments.foldNow();
  await host().passUntil(async () => frames.length > 0);
  expect(frames).toEqual([
    {
      lines: [
        expect.objectContaining({ place: 1, score: "3.0000" }),
        expect.objectContaining({ place: 2, score: "2.0000" }),
      ],
      scores: [],
      length: 2,
      players: 2,
    },
  ]);
  await app.play(bob, { stake: "1", payout: "2.5" });
  await app.tournaments.foldNow();
  await host().passUntil(async () => frames.length > 1);
  // Bob has kept the place: the score is all that they get.
  expect(frames[1]).toEqual({ lines: [], scores: [[2, "2.5000"]], length: 2, players: 2 });
  expect(await channel?.refusal?.(null, randomUUID())).toMatchObject({ code: "not_found" });
  await app.tournaments.stop?.();
});

test("a crowd that comes at once reads a board once, and a change after a quiet time is published at once", async () => {
  const [alice, id] = [await app.person(), await app.hold()];
  await app.join(alice, id);
  const at: number[] = [];
  const [channel] = app.tournaments.channels ?? [];
  const { clock, db } = host();
  channel?.bind(() => at.push(clock.monotonic()), { values: () => [id], count: () => 500 });
  await app.tournaments.start?.();
  const asked = vi.spyOn(db, "query");
  const comes = async () => [await channel?.refusal?.(null, id), await channel?.snapshot(null, id)];
  const crowd = await Promise.all(Array.from({ length: 500 }, comes));
  const boards = asked.mock.calls.filter(([text]) => String(text).includes("tournaments.entries"));
  asked.mockRestore();
  expect(boards).toHaveLength(1);
  for (const each of crowd) expect(each).toEqual([undefined, { leaderboard: [], players: 1 }]);
  await clock.advance(5_000);
  const from = clock.monotonic();
  await app.play(alice, { stake: "1", payout: "3" });
  await app.tournaments.foldNow();
  // Short steps: on a slow machine many of them pass until the read has returned.
  await host().passUntil(async () => at.length > 0, 1);
  expect((at[0] ?? 0) - from).toBeLessThan(700);
  await app.play(alice, { stake: "1", payout: "4" });
  await app.tournaments.foldNow();
  await host().passUntil(async () => at.length > 1, 10);
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(700);
  await app.tournaments.stop?.();
});
