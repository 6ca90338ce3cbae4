import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Person } from "#modules/payments/testing/test-counter.ts";
import { providerBet, providerWin, roundOf } from "#modules/wallet/testing/provider-bets.ts";
import { type TestTournaments, testFacts, testTournaments } from "../testing/test-tournaments.ts";
import { foldScores } from "./fold-scores.ts";

let app: TestTournaments;
beforeAll(async () => {
  app = await testTournaments();
});
afterEach(() => app.expectRightBooks());
afterAll(() => app.counter.close());

const hourMs = 3_600_000;
const host = () => app.counter.host;
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
      await app.tournaments.foldNow();
      return Promise.all(ids.map(async id => (await app.own(id, who))?.score));
    };
    await spin(alice, 1, { stake: 8n, win: 16n });
    await app.play(alice, { stake: "4", payout: "6" });
    expect(await scores(alice)).toEqual(["3", "2.0000", "24"]);
    await spin(alice, 2, { stake: 4n, win: 20n });
    await app.play(bob, { stake: "4", payout: "10" });
    expect(await scores(alice)).toEqual(["4", "5.0000", "36"]);
    expect(await app.places(ids[1] as string)).toEqual([
      ["5.0000", "100"],
      ["2.5000", "50"],
    ]);
    await voidRound(alice, 2);
    // One that was settled and voided before it was counted.
    await spin(alice, 3, { stake: 100n, win: 900n });
    await voidRound(alice, 3);
    await app.play(alice, { stake: "8" });
    expect(await scores(alice)).toEqual(["5", "2.0000", "24"]);
    expect((await app.own(ids[1] as string, bob))?.place).toBe(1);
    await voidRound(alice, 1);
    expect(await scores(alice)).toEqual(["3", "1.5000", "0"]);
    expect(await app.places(ids[2] as string)).toEqual([]);
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
    expect(await app.places(id)).toEqual([["2", "100"]]);
  });

  test("keeps the last spin of the table apart, whose other bets may still end", async () => {
    const [alice, id] = [await app.person(), await app.hold({ scoring: "wagered" })];
    await app.join(alice, id);
    await spin(alice, 1, { stake: 8n, win: 0n });
    await app.spin(alice, [{ stake: "10", payout: "20", chips: { red: "10" } }]);
    await voidRound(alice, 1);
    await app.tournaments.foldNow();
    const { rows } = await host().db.query<{ rest: bigint; round: unknown }>(
      "SELECT rest_score AS rest, round FROM tournaments.entries WHERE tournament_id = $1",
      [id],
    );
    expect(rows).toMatchObject([{ rest: 0n, round: { game: "roulette" } }]);
    expect(await app.places(id)).toEqual([["6.76", "100"]]);
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
    await app.tournaments.foldNow();
    expect(await app.places(id)).toEqual([["1", "100"]]);
    await app.tournaments.foldNow();
    expect(await app.places(id)).toEqual([["5", "100"]]);
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
    expect(await app.places(id)).toEqual([["2", "100"]]);
    await host().clock.advance(24 * hourMs);
    await app.tournaments.advance();
    expect(await app.prizesOf(id)).toEqual([[bob.id, parseDecimal("100")]]);
  });
});
