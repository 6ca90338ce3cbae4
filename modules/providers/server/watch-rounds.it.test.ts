import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { simulatedGame } from "../testing/simulated-provider.ts";
import { type TestProviders, testProviders } from "../testing/test-providers.ts";
import { countRounds } from "./count-rounds.ts";
import { gameNamed, readGames } from "./office/games-figures.ts";
import { rotateBothSeeds } from "./shared-seeds.ts";
import { watchRounds } from "./watch-rounds.ts";

const unit = 1_000_000n;
let casino: TestProviders;
beforeAll(async () => {
  casino = await testProviders([
    simulatedGame("altyn", { max_win: "1000" }),
    simulatedGame("other"),
    simulatedGame("fair", { modes: [{ mode: "base", rtp: "100" }] }),
  ]);
});
afterEach(() => casino.expectBooks());
afterAll(() => casino.close());

const officeNeeds = () => {
  const { host, providers } = casino;
  return { host, registry: providers.registry, people: providers.needs.accounts.people };
};

async function alarms(kind: string): Promise<readonly { subject: string; facts: object }[]> {
  await watchRounds(casino.providers.needs);
  await casino.providers.needs.alarms.settled();
  const { rows } = await casino.host.db.query<{ subject: string; facts: object }>(
    "SELECT subject, facts FROM providers.alarms WHERE kind = $1 ORDER BY subject",
    [kind],
  );
  return rows;
}

test("one void round is no alarm; one in each of two games is one of their provider, and two of a few are one of their game, raised again an hour later", async () => {
  const { simulated, playing } = casino;
  const undo = async (game: string) => {
    const kate = await playing(100n * unit, game);
    const bet = kate.bet();
    expect((await simulated.call("bet", bet))?.status).toBe("ok");
    expect((await simulated.call("rollback", kate.rollback(bet)))?.status).toBe("ok");
  };
  await undo("other");
  expect(await alarms("void_rate")).toEqual([]);
  await undo("fair");
  const spread = { subject: "rounds", facts: { ended: 2, void: 2 } };
  expect(await alarms("void_rate")).toMatchObject([spread]);
  await undo("other");
  const found = await alarms("void_rate");
  expect(found).toMatchObject([{ subject: "other", facts: { game: "other", ended: 2, void: 2 } }, spread]);
  expect(await alarms("void_rate")).toHaveLength(2);
});

test("a game that returns less than it states is found from 1,000 rounds on; one that returns what it states is not", async () => {
  const { simulated, playing } = casino;
  const players = Array.from({ length: 9 }, async () => ({
    kate: await playing(300n * unit, "other"),
    liam: await playing(300n * unit, "fair"),
  }));
  const round = async (each: Awaited<ReturnType<typeof playing>>, win: string) =>
    expect((await simulated.call("bet-win", each.bet({ win })))?.status).toBe("ok");
  // Each player has one open round in a game; different players play at the same time.
  const [first] = await Promise.all(
    players.map(async pair => {
      const { kate, liam } = await pair;
      for (let n = 0; n < 111; n++) await Promise.all([round(kate, "0"), round(liam, n % 2 === 0 ? "2" : "0")]);
      return { kate, liam };
    }),
  );
  expect(await alarms("rtp_bounds")).toEqual([]);
  const { kate, liam } = required(first, "nine pairs of players");
  await round(kate, "0");
  await round(liam, "0");
  expect(await alarms("rtp_bounds")).toMatchObject([
    { subject: "other/stake", facts: { rounds: 1000, stated: "96", returned: "0.00" } },
  ]);

  // The office's page of the game: the stated return beside the measured one with its bounds.
  await casino.host.clock.advance(60_000);
  await countRounds(casino.providers.needs);
  const { games } = await readGames(
    officeNeeds(),
    [gameNamed(officeNeeds(), { provider: "studio", slug: "fair" })],
    {},
    true,
  );
  expect(games).toMatchObject([
    {
      slug: "fair",
      kinds: [{ kind: "stake", stated: "100", rounds: 1000, return: { bets: 1000, result: { measured: "100.80" } } }],
    },
  ]);
  const { low, high } = required(games[0]?.kinds[0]?.return?.result, "enough rounds");
  // A win of 2 or nothing, one in two: the deviation is 1, so 1.96 / √1000 on each side.
  expect([Number(high) - 100.8, 100.8 - Number(low)]).toEqual([expect.closeTo(6.2, 1), expect.closeTo(6.2, 1)]);
});

test("a provider that voids what would have won is found once the seeds of those rounds are revealed", async () => {
  const { simulated, playing, host, provider } = casino;
  const kate = await playing(100n * unit, "fair");
  const undo = async (multiple: number, seed: string | null) => {
    const bet = kate.bet();
    expect((await simulated.call("bet", bet))?.status).toBe("ok");
    expect((await simulated.call("rollback", kate.rollback(bet)))?.status).toBe("ok");
    const record = { mode: "base", seed, multiple: { numerator: multiple, denominator: 1 } };
    await host.db.query(
      `INSERT INTO providers.records SELECT player_id, round, $2, opened_at FROM wallet.provider_rounds
       WHERE player_id = $1 AND provider_round = $3`,
      [kate.player, JSON.stringify(record), bet.round],
    );
  };
  expect(provider().games.has("fair")).toBe(true);
  await undo(40, "s".repeat(64));
  expect(await alarms("void_returns")).toEqual([]);
  // Its seeds are not revealed, so what it would have paid is not known.
  await undo(90, null);
  expect(await alarms("void_returns")).toEqual([]);
  await undo(40, "s".repeat(64));
  expect(await alarms("void_returns")).toMatchObject([
    { subject: "fair", facts: { game: "fair", void: 2, stated: "100", would_return: "4000.00" } },
  ]);
});

test("money leaves after a big win only when its seeds are revealed; what was free or small does not matter", async () => {
  const { simulated, playing, providers, host } = casino;
  const kate = await playing(10n * unit);
  const hash = "a".repeat(64);
  const commitments = { seed_hash: hash, next_seed_hash: hash, client_seed: "mine", nonce: 0 };
  const revealed = { seed: hash, seed_hash: hash, nonces: 2 };
  simulated.answer = path => (path === "seeds/rotate" ? { status: "ok", revealed, commitments } : undefined);
  const objection = () =>
    host.db.tx(tx =>
      providers.payoutCheck(tx, { player: kate.player, currency: "USD", amount: 0n as never, giveUpBonuses: [] }),
    );
  const win = async (nonce: number, amount: string) => {
    const bet = kate.bet({ nonce });
    expect((await simulated.call("bet", bet))?.status).toBe("ok");
    expect((await simulated.call("win", kate.win(bet.round, amount)))?.status).toBe("ok");
  };
  await win(0, "500");
  expect(await objection()).toBeUndefined();
  await win(1, "500.000001");
  expect(await objection()).toMatchObject({ error: { code: "reveal_needed" }, details: { data: { game: "altyn" } } });
  await rotateBothSeeds(providers.needs, { player: kate.player, provider: "studio", slug: "altyn" }, "next");
  expect(await objection()).toBeUndefined();
  simulated.answer = undefined;
});
