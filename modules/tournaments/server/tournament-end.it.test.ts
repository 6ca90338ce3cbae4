import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { block } from "#modules/limits/server/index.ts";
import type { Person } from "#modules/payments/testing/test-counter.ts";
import { type TestTournaments, testTournaments } from "../testing/test-tournaments.ts";

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
/** Past the end, the counting and the review. */
async function end(id: string): Promise<void> {
  await host().clock.advance(24 * hourMs);
  await app.tournaments.advance();
  expect((await app.call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("review");
  await host().clock.advance(24 * hourMs);
  await app.tournaments.advance();
}

describe("the end", () => {
  test("ranks are computed from bets, frozen with a hash, and each prize is paid once, whatever is killed", async () => {
    const [alice, bob, id] = [await app.person(), await app.person(), await app.hold({ scoring: "wagered" })];
    await app.play(alice, { stake: "1000" });
    await host().clock.advance(1);
    for (const who of [alice, bob]) await app.join(who, id);
    await app.play(alice, { stake: "8" });
    await app.play(bob, { stake: "16", payout: "20" });
    await app.tournaments.foldNow();
    // Whatever the live board says.
    await host().db.query("UPDATE tournaments.entries SET score = 1 WHERE player_id = $1", [bob.id]);
    await host().clock.advance(23 * hourMs);
    await app.play(alice, { stake: "100" });
    await app.tournaments.advance();
    expect((await app.call(`GET /api/v1/tournaments/${id}`)).body.data).toMatchObject({ phase: "counting" });
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
    expect(await app.prizesOf(id)).toEqual([]);
    await host().clock.advance(24 * hourMs);
    host().failpoints.arm("tournaments.prize", die);
    await expect(app.tournaments.advance()).rejects.toThrow("killed");
    // A prize that fails keeps no other waiting.
    expect(await app.prizesOf(id)).toContainEqual([alice.id, parseDecimal("50")]);
    await Promise.all(Array.from({ length: 20 }, () => app.tournaments.advance()));
    expect(await app.prizesOf(id)).toEqual([
      [bob.id, parseDecimal("100")],
      [alice.id, parseDecimal("50")],
    ]);
    expect((await app.call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("finished");
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
    expect(await app.prizesOf(id)).toEqual([]);
    expect((await app.call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("paid");
    await host().clock.advance(72 * hourMs);
    await app.tournaments.advance();
    expect(await app.prizesOf(id)).toEqual([[alice.id, parseDecimal("100")]]);
    expect((await app.call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("finished");
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
    expect(await app.prizesOf(id)).toEqual([[bob.id, parseDecimal("100")]]);
    expect(await obstacles(bob)).toEqual([]);
    expect((await app.call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("finished");
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
    expect(await app.own(id, bob)).toEqual({
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
    expect(await app.prizesOf(id)).toEqual([[alice.id, parseDecimal("100")]]);
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
    expect((await app.places(id)).map(([, prize]: readonly string[]) => prize)).toEqual(["40", "50"]);
    expect(await app.own(id, bob)).toMatchObject({ place: 1, prize: "40" });
    expect(app.given.filter(({ player }) => player === bob.id)).toMatchObject([{ kind: "tournament_prize_cut" }]);
    await host().clock.advance(24 * hourMs);
    await Promise.all([app.tournaments.advance(), app.tournaments.advance()]);
    expect(await app.prizesOf(id)).toEqual([
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
      expect(await app.prizesOf(id)).toEqual([[alice.id, paid]]);
    }
  });

  test("a player disputes ranks once, while they are reviewed; prizes wait for the answer, which computes ranks again", async () => {
    const [alice, bob, id] = [await app.person(), await app.person(), await app.hold({ scoring: "wagered" })];
    for (const who of [alice, bob]) await app.join(who, id);
    await app.play(alice, { stake: "8" });
    await app.play(bob, { stake: "16" });
    const disputed = (who: Person, text: unknown = "My last round is missing.", of: string = id) =>
      app.counter.api.call(`POST /api/v1/tournaments/${of}/dispute`, { token: who.token, body: { text } });
    expect((await disputed(alice)).body.code).toBe("dispute_closed");
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    const { ranks_hash } = await app.board(id);
    // Ranks that do not follow from the bets.
    await host().db.query("UPDATE tournaments.ranks SET score = 1 WHERE tournament_id = $1 AND player_id = $2", [
      id,
      bob.id,
    ]);
    expect((await disputed(await app.person())).status).toBe(404);
    expect((await disputed(alice, "My last", randomUUID())).status).toBe(422);
    for (const text of ["short", "x".repeat(1_001), "right\u202eto left text", 7, null])
      expect((await disputed(alice, text)).status).toBe(422);
    const both = await Promise.all([disputed(alice), disputed(alice)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await app.own(id, alice))?.dispute).toMatchObject({ text: "My last round is missing.", answer: null });
    await host().clock.advance(25 * hourMs);
    expect((await disputed(bob)).body.code).toBe("dispute_closed");
    await app.tournaments.advance();
    expect(await app.prizesOf(id)).toEqual([]);
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
    expect(await app.prizesOf(id)).toEqual([
      [bob.id, parseDecimal("100")],
      [alice.id, parseDecimal("50")],
    ]);
  });

  test("an answer is that of one tournament: a dispute of the same player about another one waits for its own", async () => {
    const [alice, one, other] = [
      await app.person(),
      await app.hold({ scoring: "wagered" }),
      await app.hold({ scoring: "wagered" }),
    ];
    for (const id of [one, other]) await app.join(alice, id);
    await app.play(alice, { stake: "8" });
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    const dispute = { token: alice.token, body: { text: "My last round is missing." } };
    for (const id of [one, other])
      expect((await app.counter.api.call(`POST /api/v1/tournaments/${id}/dispute`, dispute)).status).toBe(204);
    const answer = { id: one, player: alice.id, answer: "We counted your rounds again.", by: "dana" };
    await host().db.tx(tx => app.tournaments.office.answerDispute(tx, answer));
    expect((await app.own(one, alice))?.dispute).toMatchObject({ answer: answer.answer });
    expect((await app.own(other, alice))?.dispute).toMatchObject({ answer: null });
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    expect(await app.prizesOf(one)).toEqual([[alice.id, parseDecimal("100")]]);
    expect(await app.prizesOf(other)).toEqual([]);
  });

  test("a tournament without a score ends without prizes", async () => {
    const id = await app.hold();
    await app.join(await app.person(), id);
    await end(id);
    expect((await app.call(`GET /api/v1/tournaments/${id}`)).body.data.phase).toBe("finished");
    expect(await app.prizesOf(id)).toEqual([]);
  });
});
