import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { block } from "#modules/limits/server/index.ts";
import type { Person } from "#modules/payments/testing/test-counter.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { providerBet, providerWin, roundOf } from "#modules/wallet/testing/provider-bets.ts";
import { type TestTournaments, testFacts, testTournaments } from "../testing/test-tournaments.ts";
import { foldScores } from "./fold-scores.ts";
import { tournamentInvariants } from "./index.ts";

let app: TestTournaments;
beforeAll(async () => {
  app = await testTournaments();
});
afterEach(async () => {
  expect(await auditBooks(app.counter.host.db)).toEqual([]);
  expect(await differencesOf(app.counter.host.db, tournamentInvariants)).toEqual([]);
});
afterAll(() => app.counter.close());

const hourMs = 3_600_000;
const die = () => {
  throw new Error("killed");
};
const host = () => app.counter.host;
const call = (name: string, who?: Person) => app.counter.api.call(name, who && { token: who.token });
const list = async (query = "") => (await call(`GET /api/v1/tournaments${query}`)).body.data;
const fold = () => app.tournaments.foldNow();
const places = async (id: string) =>
  (await app.board(id)).leaderboard.map(({ score, prize }: { score: string; prize: string }) => [score, prize]);
const me = async (id: string, who: Person) => (await app.board(id, who)).me;
const hide = (who: Person, what = "is_avatar_hidden") =>
  app.counter.api.call("PUT /profile/settings", { token: who.token, body: { [what]: true } });
const prizesOf = async (id: string) =>
  (
    await host().db.query<{ amount: bigint; playerId: string }>(
      `SELECT t.amount, t.player_id AS "playerId" FROM ledger.transfers t JOIN tournaments.prizes p ON p.reference = t.reference
       WHERE p.tournament_id = $1 AND t.kind = 90 ORDER BY p.place`,
      [id],
    )
  ).rows.map(({ amount, playerId }) => [playerId, amount]);
/** A settled round of a provider. */
async function spin({ id: player }: Person, round: number, units: { stake: bigint; win: bigint }): Promise<void> {
  const [stake, win] = [units.stake * 1_000_000n, units.win * 1_000_000n];
  expect((await app.wallet.placeInRound(providerBet(player, round, stake))).kind).toBe("accepted");
  expect((await app.wallet.winRound(providerWin(player, round + 1_000, win, round))).kind).toBe("paid");
}
/** Two operators void it. */
async function voidRound({ id: player }: Person, round: number): Promise<void> {
  const which = { player, round: roundOf(round).key, request: host().ids.next() };
  const voided = await host().db.tx(tx => app.wallet.providerRounds.voidSettled(tx, which));
  expect(voided).toMatchObject({ why: undefined });
}
/** Past the end, the counting and the review. */
async function end(id: string): Promise<void> {
  await host().clock.advance(24 * hourMs);
  await app.tournaments.advance();
  expect((await call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("review");
  await host().clock.advance(24 * hourMs);
  await app.tournaments.advance();
}

describe("what players see", () => {
  test("without tournaments the lists are empty and none can be opened", async () => {
    for (const query of ["", "?status=upcoming", "?status=active", "?status=finished"])
      expect(await list(query)).toEqual([]);
    expect((await call("GET /api/v1/tournaments?status=soon")).status).toBe(422);
    expect((await call(`GET /api/v1/tournaments/${randomUUID()}`)).status).toBe(404);
    expect((await call(`GET /api/v1/tournaments/${randomUUID()}/board`)).status).toBe(404);
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
    expect((await call(`GET /api/v1/tournaments/${hidden}`)).status).toBe(404);
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
    await fold();
    const { leaderboard, players } = await app.board(id);
    expect(leaderboard.map((row: { score: string }) => row.score)).toEqual([
      "123.4567",
      "25.0000",
      "25.0000",
      "20.0000",
    ]);
    expect(leaderboard.map((row: { player: unknown }) => row.player !== null)).toEqual([true, false, true, false]);
    expect(players).toBe(4);
    expect(await me(id, dave)).toEqual({
      place: 4,
      score: "20.0000",
      prize: null,
      to_prize: "5.0000",
      is_disqualified: false,
      next_prize: { place: 2, prize: "50", missing: "5.0000" },
      dispute: null,
    });
    expect(await me(id, bob)).toMatchObject({
      place: 2,
      prize: "50",
      to_prize: null,
      next_prize: { place: 1, prize: "100", missing: "98.4567" },
    });
    expect((await me(id, carol)).next_prize).toBeNull();
    expect(await me(id, await app.person())).toBeNull();
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
    expect(await call(`POST /api/v1/tournaments/${over}/join`, alice)).toMatchObject({
      status: 409,
      body: { code: "tournament_over" },
    });
    await host().db.tx(tx => block(tx, alice.id, new Date(host().clock.now() + hourMs), "self_exclusion"));
    expect(await call(`POST /api/v1/tournaments/${id}/join`, alice)).toMatchObject({ status: 403 });
    expect((await app.board(id)).players).toBe(0);
    expect((await call(`POST /api/v1/tournaments/${id}/join`)).status).toBe(401);
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
    await fold();
    // 4 at a rate of 0.25.
    expect(await places(id)).toEqual([["1", "100"]]);
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
    await fold();
    // 0.07 is under the least stake; 80 roubles are one dollar.
    expect(await places(id)).toEqual([["0.25", "100"]]);
    await host().db.query("UPDATE rates.rate_days SET prices = jsonb_set(prices, '{RUB}', '\"1\"')");
    await app.play(alice, { stake: "80", currency: "RUB" });
    await fold();
    expect(await places(id)).toEqual([["0.5", "100"]]);
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
    for (const id of ids) expect(await places(id)).toEqual([]);
    await app.spin(bob, [{ stake: "10", payout: "20", chips: { red: "10" } }]);
    expect(await places(ids[0] as string)).toEqual([["6.76", "100"]]);
    expect(await places(ids[1] as string)).toEqual([["2.0000", "100"]]);
    expect(await places(ids[2] as string)).toEqual([["30", "100"]]);
    // Two units more on red than on black: two are at risk.
    await app.spin(alice, [
      { stake: "12", chips: { red: "12" } },
      { stake: "10", payout: "20", chips: { black: "10" } },
    ]);
    expect((await me(ids[2] as string, alice)).score).toBe("6");
  });

  test("games between players and games that were not named count nothing", async () => {
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered", games: ["crash"] })];
    await app.join(alice, id);
    await app.play(alice, { stake: "4", game: "dice" });
    await app.play(alice, { stake: "4", game: "duels" });
    await fold();
    expect(await places(id)).toEqual([]);
    await app.play(alice, { stake: "4", game: "crash" });
    await fold();
    expect(await places(id)).toEqual([["1", "100"]]);
  });

  test("folding again, from many processes and after a kill counts every round once", async () => {
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered" })];
    await app.join(alice, id);
    for (let n = 0; n < 20; n++) await app.play(alice, { stake: "4" });
    await Promise.all(Array.from({ length: 8 }, fold));
    host().failpoints.arm("tournaments.folded", die);
    await app.play(alice, { stake: "4" });
    await expect(fold()).rejects.toThrow("killed");
    await fold();
    expect(await places(id)).toEqual([["21", "100"]]);
    await host().db.query(
      "UPDATE tournaments.entries SET score = 0, reached_at = NULL, rest_score = 0, rest_reached_at = NULL, round = NULL",
    );
    await host().db.query("UPDATE tournaments.positions SET seq = 1");
    await fold();
    expect(await places(id)).toEqual([["21", "100"]]);
  });
});

describe("a settled round of a provider that operators void", () => {
  test("leaves every board as if it had not been played, whatever the scoring and whenever it was counted", async () => {
    const points = { "provider-100": 3 };
    const ids = [
      await app.hold({ scoring: "wagered" }),
      await app.hold({ scoring: "multiplier" }),
      await app.hold({ scoring: "points", games: ["provider-100"], points }),
    ];
    const [alice, bob] = [await app.person(), await app.person()];
    for (const id of ids) for (const who of [alice, bob]) await app.join(who, id);
    const scores = async (who: Person) => {
      await fold();
      return Promise.all(ids.map(async id => (await me(id, who)).score));
    };
    await spin(alice, 1, { stake: 8n, win: 16n });
    await app.play(alice, { stake: "4", payout: "6" });
    expect(await scores(alice)).toEqual(["3", "2.0000", "24"]);
    await spin(alice, 2, { stake: 4n, win: 20n });
    await app.play(bob, { stake: "4", payout: "10" });
    expect(await scores(alice)).toEqual(["4", "5.0000", "36"]);
    expect(await places(ids[1] as string)).toEqual([
      ["5.0000", "100"],
      ["2.5000", "50"],
    ]);
    await voidRound(alice, 2);
    // One that was settled and voided before it was counted.
    await spin(alice, 3, { stake: 100n, win: 900n });
    await voidRound(alice, 3);
    await app.play(alice, { stake: "8" });
    expect(await scores(alice)).toEqual(["5", "2.0000", "24"]);
    expect((await me(ids[1] as string, bob)).place).toBe(1);
    await voidRound(alice, 1);
    expect(await scores(alice)).toEqual(["3", "1.5000", "0"]);
    expect(await places(ids[2] as string)).toEqual([]);
    // What comes later is added to that.
    await spin(alice, 4, { stake: 8n, win: 0n });
    expect(await scores(alice)).toEqual(["5", "1.5000", "24"]);
    expect(await scores(bob)).toEqual(["1", "2.5000", "0"]);
  });

  test("is looked for only where games of providers count", async () => {
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered" })];
    await app.join(alice, id);
    const { db } = host();
    /** How many statements of a fold look for voided rounds. */
    async function looksOf(countsProviders: boolean): Promise<number> {
      await app.play(alice, { stake: "4" });
      let looks = 0;
      const transaction = db.tx;
      const spied = vi.spyOn(db, "tx").mockImplementation((work, options) =>
        transaction(tx => {
          const query: typeof tx.query = (text, values, name) => {
            if (text.includes("SELECT DISTINCT m.player_id")) looks += 1;
            return tx.query(text, values, name);
          };
          return work(Object.assign({}, tx, { query }));
        }, options),
      );
      await foldScores({ host: host(), facts: Object.assign({}, testFacts, { countsProviders }) }, [alice.id]);
      spied.mockRestore();
      return looks;
    }
    expect(await looksOf(true)).toBe(1);
    expect(await looksOf(false)).toBe(0);
    expect(await places(id)).toEqual([["2", "100"]]);
  });

  test("keeps the last spin of the table apart, whose other bets may still end", async () => {
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered" })];
    await app.join(alice, id);
    await spin(alice, 1, { stake: 8n, win: 0n });
    await app.spin(alice, [{ stake: "10", payout: "20", chips: { red: "10" } }]);
    await voidRound(alice, 1);
    await fold();
    const { rows } = await host().db.query<{ rest: bigint; round: unknown }>(
      "SELECT rest_score AS rest, round FROM tournaments.entries WHERE tournament_id = $1",
      [id],
    );
    expect(rows).toMatchObject([{ rest: 0n, round: { game: "roulette" } }]);
    expect(await places(id)).toEqual([["6.76", "100"]]);
  });

  test("counts once what ends while the other bets are counted again", async () => {
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered" })];
    await app.join(alice, id);
    await spin(alice, 1, { stake: 8n, win: 0n });
    await app.play(alice, { stake: "4" });
    await voidRound(alice, 1);
    const { db } = host();
    const transaction = db.tx;
    const during = vi.spyOn(db, "tx").mockImplementation((work, options) =>
      transaction(tx => {
        const query: typeof tx.query = async (text, values, name) => {
          // Before the statement that reads the bets once more.
          if (text.includes("p.tournament_id = $4")) {
            during.mockRestore();
            await app.play(alice, { stake: "16" });
          }
          return tx.query(text, values, name);
        };
        return work(Object.assign({}, tx, { query }));
      }, options),
    );
    await fold();
    expect(await places(id)).toEqual([["1", "100"]]);
    await fold();
    expect(await places(id)).toEqual([["5", "100"]]);
  });

  test("is in no final rank; once ranks are frozen they move only when operators have them computed again", async () => {
    const [alice, bob, id] = [await app.person(), await app.person(), await app.hold({ scoring: "wagered" })];
    for (const who of [alice, bob]) await app.join(who, id);
    await spin(alice, 1, { stake: 400n, win: 0n });
    await spin(alice, 2, { stake: 16n, win: 0n });
    await spin(bob, 1, { stake: 8n, win: 0n });
    await voidRound(alice, 1);
    // Whatever the live board says.
    await host().db.query(
      "UPDATE tournaments.entries SET score = 7000000, reached_at = joined_at WHERE player_id = $1",
      [alice.id],
    );
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    const frozen = await app.board(id);
    expect(frozen.leaderboard.map(({ score }: { score: string }) => score)).toEqual(["4", "2"]);
    await voidRound(alice, 2);
    await app.tournaments.advance();
    const { ranks_hash, leaderboard } = await app.board(id);
    expect([ranks_hash, leaderboard]).toEqual([frozen.ranks_hash, frozen.leaderboard]);
    const dispute = { token: bob.token, body: { text: "The round above mine was voided." } };
    expect((await app.counter.api.call(`POST /api/v1/tournaments/${id}/dispute`, dispute)).status).toBe(204);
    const answer = { id, player: bob.id, answer: "It is taken out.", by: "dana" };
    await host().db.tx(tx => app.tournaments.office.answerDispute(tx, answer));
    expect(await places(id)).toEqual([["2", "100"]]);
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    expect(await prizesOf(id)).toEqual([[bob.id, parseDecimal("100")]]);
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
  await fold();
  await app.play(bob, { stake: "1", payout: "2" });
  await fold();
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
  await fold();
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
  await fold();
  // Short steps: on a slow machine many of them pass until the read has returned.
  await host().passUntil(async () => at.length > 0, 1);
  expect((at[0] ?? 0) - from).toBeLessThan(700);
  await app.play(alice, { stake: "1", payout: "4" });
  await fold();
  await host().passUntil(async () => at.length > 1, 10);
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(700);
  await app.tournaments.stop?.();
});

describe("the end", () => {
  test("ranks are computed from bets, frozen with a hash, and each prize is paid once, whatever is killed", async () => {
    const [alice, bob, id] = [await app.person(), await app.person(), await app.hold({ scoring: "wagered" })];
    await app.play(alice, { stake: "1000" });
    await host().clock.advance(1);
    for (const who of [alice, bob]) await app.join(who, id);
    await app.play(alice, { stake: "8" });
    await app.play(bob, { stake: "16", payout: "20" });
    await fold();
    // Whatever the live board says.
    await host().db.query("UPDATE tournaments.entries SET score = 1 WHERE player_id = $1", [bob.id]);
    await host().clock.advance(23 * hourMs);
    await app.play(alice, { stake: "100" });
    await app.tournaments.advance();
    expect((await call(`GET /api/v1/tournaments/${id}`)).body.data).toMatchObject({ phase: "counting" });
    await host().clock.advance(60_000);
    host().failpoints.arm("tournaments.frozen", die);
    await expect(app.tournaments.advance()).rejects.toThrow("killed");
    await Promise.all(Array.from({ length: 4 }, () => app.tournaments.advance()));
    const { ranks_hash, leaderboard } = await app.board(id);
    expect(ranks_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(leaderboard.map(({ score }: { score: string }) => score)).toEqual(["4", "2"]);
    const { rows } = await host().db.query<{ playerId: string }>(
      `SELECT b.player_id AS "playerId" FROM wallet.bets b JOIN tournaments.entries e ON e.player_id = b.player_id AND e.tournament_id = $1
       JOIN tournaments.tournaments t ON t.id = e.tournament_id WHERE b.status = 1 AND b.settled_at >= greatest(t.starts_at, e.joined_at)
         AND b.settled_at < t.ends_at GROUP BY b.player_id ORDER BY sum(b.stake * 250 / 1000) DESC`,
      [id],
    );
    expect(rows.map(({ playerId }) => playerId)).toEqual([bob.id, alice.id]);
    expect(await prizesOf(id)).toEqual([]);
    await host().clock.advance(24 * hourMs);
    host().failpoints.arm("tournaments.prize", die);
    await expect(app.tournaments.advance()).rejects.toThrow("killed");
    // A prize that fails keeps no other waiting.
    expect(await prizesOf(id)).toContainEqual([alice.id, parseDecimal("50")]);
    await Promise.all(Array.from({ length: 20 }, () => app.tournaments.advance()));
    expect(await prizesOf(id)).toEqual([
      [bob.id, parseDecimal("100")],
      [alice.id, parseDecimal("50")],
    ]);
    expect((await call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("finished");
    expect((await app.board(id)).ranks_hash).toBe(ranks_hash);
    const prizes = app.given.filter(({ data }) => data.tournament === id);
    expect(new Set(prizes.map(({ source }) => source)).size).toBe(2);
    expect(prizes.find(({ player }) => player === alice.id)).toMatchObject({
      player: alice.id,
      kind: "tournament_prize",
      data: { rank: 2, amount: "50" },
    });
  });

  test("a prize of a player in a break waits for its end", async () => {
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered" })];
    await app.join(alice, id);
    await app.play(alice, { stake: "8" });
    await host().db.tx(tx => block(tx, alice.id, new Date(host().clock.now() + 72 * hourMs), "time_out"));
    await end(id);
    expect(await prizesOf(id)).toEqual([]);
    expect((await call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("paid");
    await host().clock.advance(72 * hourMs);
    await app.tournaments.advance();
    expect(await prizesOf(id)).toEqual([[alice.id, parseDecimal("100")]]);
    expect((await call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("finished");
  });

  test("an account with an unpaid prize is not closed; one that is closed earlier leaves its place to the next", async () => {
    const [alice, bob, id] = [await app.person(), await app.person(), await app.hold({ scoring: "wagered" })];
    for (const [who, stake] of [
      [alice, "8"],
      [bob, "4"],
    ] as const) {
      await app.join(who, id);
      await app.play(who, { stake });
    }
    const obstacles = (who: Person) => host().db.tx(async tx => app.tournaments.closingObstacles?.(tx, who.id));
    expect(await obstacles(alice)).toEqual([]);
    await host().db.tx(async tx => {
      await app.tournaments.onAccountClosed?.(tx, alice.id);
      await block(tx, alice.id, new Date(host().clock.now() + 100_000 * hourMs));
    });
    await host().clock.advance(23 * hourMs);
    expect(await obstacles(bob)).toEqual(["open_prizes"]);
    await host().clock.advance(hourMs);
    await app.tournaments.advance();
    expect(await obstacles(bob)).toEqual(["open_prizes"]);
    await host().clock.advance(25 * hourMs);
    await app.tournaments.advance();
    expect(await prizesOf(id)).toEqual([[bob.id, parseDecimal("100")]]);
    expect(await obstacles(bob)).toEqual([]);
    expect((await call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("finished");
  });

  test("who is disqualified in review loses the place; ranks move up under another hash, and the next one is paid", async () => {
    const [alice, bob, id] = [await app.person(), await app.person(), await app.hold({ scoring: "wagered" })];
    for (const who of [alice, bob]) await app.join(who, id);
    await app.play(alice, { stake: "8" });
    await app.play(bob, { stake: "16" });
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    const { ranks_hash } = await app.board(id);
    const payload = { tournament: id, player: bob.id, name: "Long flights" };
    await app.approve("tournaments.disqualify", payload);
    expect((await app.board(id)).ranks_hash).not.toBe(ranks_hash);
    expect(await me(id, bob)).toEqual({
      place: null,
      score: "4",
      prize: null,
      to_prize: null,
      is_disqualified: true,
      next_prize: null,
      dispute: null,
    });
    expect(app.given.filter(({ player }) => player === bob.id)).toMatchObject([{ kind: "tournament_disqualified" }]);
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    expect(await prizesOf(id)).toEqual([[alice.id, parseDecimal("100")]]);
    await expect(app.approve("tournaments.disqualify", payload)).rejects.toThrow("tournament_closed");
  });

  test("a prize that two operators cut is paid as cut, once; the place and the other prizes stay", async () => {
    const [alice, bob, id] = [await app.person(), await app.person(), await app.hold({ scoring: "wagered" })];
    for (const who of [alice, bob]) await app.join(who, id);
    await app.play(alice, { stake: "8" });
    await app.play(bob, { stake: "16" });
    const cut = (player: string, amount: string) =>
      app.approve("tournaments.cut_prize", {
        tournament: id,
        player,
        name: "Long flights",
        currency: "USD",
        prize: "100",
        amount,
      });
    await expect(cut(bob.id, "40")).rejects.toThrow("tournament_closed");
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    const { ranks_hash } = await app.board(id);
    await cut(bob.id, "40");
    await expect(cut(bob.id, "40")).rejects.toThrow("request_stale");
    await expect(cut(randomUUID(), "1")).rejects.toThrow("not_found");
    expect((await app.board(id)).ranks_hash).toBe(ranks_hash);
    expect((await places(id)).map(([, prize]: readonly string[]) => prize)).toEqual(["40", "50"]);
    expect(await me(id, bob)).toMatchObject({ place: 1, prize: "40" });
    expect(app.given.filter(({ player }) => player === bob.id)).toMatchObject([{ kind: "tournament_prize_cut" }]);
    await host().clock.advance(24 * hourMs);
    await Promise.all([app.tournaments.advance(), app.tournaments.advance()]);
    expect(await prizesOf(id)).toEqual([
      [bob.id, parseDecimal("40")],
      [alice.id, parseDecimal("50")],
    ]);
    await expect(cut(bob.id, "30")).rejects.toThrow("tournament_closed");
  });

  test("of a cut and a payment at the same time the prize is paid once, as it was when it was paid", async () => {
    for (let round = 0; round < 10; round += 1) {
      const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered" })];
      await app.join(alice, id);
      await app.play(alice, { stake: "8" });
      await host().clock.advance(24 * hourMs);
      await app.tournaments.advance();
      await host().clock.advance(24 * hourMs);
      const payload = { tournament: id, player: alice.id, name: "", currency: "USD", prize: "100", amount: "25" };
      const [cut] = await Promise.allSettled([
        app.approve("tournaments.cut_prize", payload),
        app.tournaments.advance(),
      ]);
      await app.tournaments.advance();
      const paid = parseDecimal(cut.status === "fulfilled" ? "25" : "100");
      expect(await prizesOf(id)).toEqual([[alice.id, paid]]);
    }
  });

  test("a player objects once, while ranks are reviewed; prizes wait for the answer, which computes ranks again", async () => {
    const [alice, bob, id] = [await app.person(), await app.person(), await app.hold({ scoring: "wagered" })];
    for (const who of [alice, bob]) await app.join(who, id);
    await app.play(alice, { stake: "8" });
    await app.play(bob, { stake: "16" });
    const object = (who: Person, text: unknown = "My last round is missing.", of: string = id) =>
      app.counter.api.call(`POST /api/v1/tournaments/${of}/dispute`, { token: who.token, body: { text } });
    expect((await object(alice)).body.code).toBe("dispute_closed");
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    const { ranks_hash } = await app.board(id);
    // Ranks that do not follow from the bets.
    await host().db.query("UPDATE tournaments.ranks SET score = 1 WHERE tournament_id = $1 AND player_id = $2", [
      id,
      bob.id,
    ]);
    expect((await object(await app.person())).status).toBe(404);
    expect((await object(alice, "My last", randomUUID())).status).toBe(422);
    for (const text of ["short", "x".repeat(1_001), "right\u202eto left text", 7, null])
      expect((await object(alice, text)).status).toBe(422);
    const both = await Promise.all([object(alice), object(alice)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await me(id, alice)).dispute).toMatchObject({ text: "My last round is missing.", answer: null });
    await host().clock.advance(25 * hourMs);
    expect((await object(bob)).body.code).toBe("dispute_closed");
    await app.tournaments.advance();
    expect(await prizesOf(id)).toEqual([]);
    const { office } = app.tournaments;
    expect((await office.disputes(10))[0]).toMatchObject({ playerId: alice.id, place: 2, answer: null });
    const answer = { id, player: alice.id, answer: "We counted your rounds again.", by: "dana" };
    expect(await host().db.tx(tx => office.answerDispute(tx, answer))).toMatchObject({ place: 2 });
    await expect(host().db.tx(tx => office.answerDispute(tx, answer))).rejects.toThrow("dispute_answered");
    expect((await app.board(id)).leaderboard.map(({ score }: { score: string }) => score)).toEqual(["4", "2"]);
    expect((await app.board(id)).ranks_hash).toBe(ranks_hash);
    expect(app.given.at(-1)).toMatchObject({
      player: alice.id,
      kind: "tournament_answer",
      data: { text: answer.answer },
    });
    await app.tournaments.advance();
    expect(await prizesOf(id)).toEqual([
      [bob.id, parseDecimal("100")],
      [alice.id, parseDecimal("50")],
    ]);
  });

  test("an answer is that of one tournament: an objection of the same player to another one waits for its own", async () => {
    const [alice, one, other] = [
      await app.person(),
      await app.hold({ scoring: "wagered" }),
      await app.hold({ scoring: "wagered" }),
    ];
    for (const id of [one, other]) await app.join(alice, id);
    await app.play(alice, { stake: "8" });
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    const objection = { token: alice.token, body: { text: "My last round is missing." } };
    for (const id of [one, other])
      expect((await app.counter.api.call(`POST /api/v1/tournaments/${id}/dispute`, objection)).status).toBe(204);
    const answer = { id: one, player: alice.id, answer: "We counted your rounds again.", by: "dana" };
    await host().db.tx(tx => app.tournaments.office.answerDispute(tx, answer));
    expect((await me(one, alice)).dispute).toMatchObject({ answer: answer.answer });
    expect((await me(other, alice)).dispute).toMatchObject({ answer: null });
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    expect(await prizesOf(one)).toEqual([[alice.id, parseDecimal("100")]]);
    expect(await prizesOf(other)).toEqual([]);
  });

  test("a tournament without a score ends without prizes", async () => {
    const id = await app.hold();
    await app.join(await app.person(), id);
    await end(id);
    expect((await call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("finished");
    expect(await prizesOf(id)).toEqual([]);
  });
});
