import { afterAll, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { seededRandom } from "#kit/testing/seeded-random.ts";
import { block } from "#modules/limits/server/index.ts";
import { reconcile, statementInvariants } from "../server/index.ts";
import type { StatementLine } from "../shared/provider-calls.ts";
import { playHostile } from "./hostile-rounds.ts";
import { type Playing, type TestProviders, testProviders } from "./test-providers.ts";

/** The full run: HOSTILE_ROUNDS=100000 npx vitest run --project integration modules/providers/testing */
const rounds = Number(process.env.HOSTILE_ROUNDS ?? 3_000);
const start = 1_000_000n * 1_000_000n;

let casino: TestProviders;
beforeAll(async () => {
  casino = await testProviders();
});
afterAll(() => casino.close());

test(`a hostile provider plays ${rounds} rounds: nothing is lost, nothing doubled, both sides agree`, {
  timeout: 3_600_000,
}, async () => {
  const { host, wallet, playing, real, provider, providers } = casino;
  const players = [];
  for (let n = 0; n < 24; n++) players.push(await playing(start));
  const run = await playHostile(casino, players, rounds, "hostile-1");
  for (const { player } of players) {
    expect(await real(player)).toBe(start + (run.expected.get(player) ?? 0n));
    expect(await wallet.providerRounds.openOf(player)).toEqual([]);
  }
  await casino.expectBooks();
  await host.clock.advance(3_600_000);
  expect(await reconcile(providers.needs, provider())).toEqual([]);
  expect(run.calls).toBeGreaterThan(rounds * 2);
  expect(Object.keys(run.refused).sort()).toEqual(
    expect.arrayContaining([
      "already_won",
      "over_cap",
      "rolled_back",
      "round_closed",
      "round_unknown",
      "tx_conflict",
      "wrong_currency",
    ]),
  );
});

test("of 200 parallel bets on money for one, one is taken", async () => {
  const { simulated, playing, real } = casino;
  const kate = await playing(1_000_000n);
  const answers = await Promise.all(Array.from({ length: 200 }, () => simulated.call("bet", kate.bet())));
  expect(answers.filter(each => each?.status === "ok")).toHaveLength(1);
  expect(await real(kate.player)).toBe(0n);
});

test("an exclusion in the middle of 200 spins: no stake after its commit, every open round is paid", async () => {
  const { simulated, playing, host, wallet } = casino;
  const kate = await playing(1_000_000_000n);
  let excluded = false;
  let after = 0;
  for (let n = 0; n < 200; n++) {
    const bet = kate.bet();
    const isAfter = excluded;
    const taken = await simulated.call("bet", bet);
    if (isAfter && taken?.status === "ok") after += 1;
    if (n === 100) {
      await host.db.tx(tx => block(tx, kate.player, new Date(host.clock.now() + 86_400_000)));
      excluded = true;
    }
    if (taken?.status === "ok") expect((await simulated.call("win", kate.win(bet.round, "2")))?.status).toBe("ok");
    else expect(taken?.status).toBe("player_blocked");
  }
  expect(after).toBe(0);
  expect(await wallet.providerRounds.openOf(kate.player)).toEqual([]);
  await casino.expectBooks();
});

test("a line taken out of the statement, and a win the casino never saw, are found within the hour and close when both agree", async () => {
  const { simulated, playing, host, provider, providers } = casino;
  const kate = await playing(10_000_000n);
  const bet = kate.bet();
  await simulated.call("bet", bet);
  const lost = kate.win(bet.round, "3");
  const at = new Date(host.clock.now()).toISOString();
  const line = { round: bet.round, game: "altyn", player: kate.player, currency: "USD", state: "ok", at } as const;
  simulated.lines.push({ ...line, tx: lost.tx, kind: "win", amount: "3" });
  await host.clock.advance(3_600_000);
  const found = await reconcile(providers.needs, provider());
  expect(found.map(({ kind }) => kind).sort()).toEqual(expect.arrayContaining(["missing_here", "missing_there"]));
  await simulated.call("win", lost);
  simulated.lines.push({ ...line, tx: bet.tx, kind: "bet", amount: "1" });
  const ofKate = () =>
    host.db.query("SELECT FROM providers.differences WHERE resolved_at IS NULL AND player_id = $1", [kate.player]);
  expect((await ofKate()).rowCount).toBe(2);
  await expectPrinted();
  await reconcile(providers.needs, provider());
  expect((await ofKate()).rowCount).toBe(0);
  await expectPrinted();
});

/** The audit prints every open difference, of this test and of those before, at most twenty. */
async function expectPrinted(): Promise<void> {
  const { db } = casino.host;
  const { rowCount } = await db.query("SELECT FROM providers.differences WHERE resolved_at IS NULL LIMIT 20");
  const printed = await Promise.all(statementInvariants.map(({ run }) => run(db)));
  expect(printed.flat()).toHaveLength(rowCount);
}

/** The line of a bet that was taken, as the provider's statement has it. */
const lineOfBet = ({ tx, round, game, player, currency, amount }: ReturnType<Playing["bet"]>, at: number) =>
  ({
    tx,
    round,
    game,
    player,
    currency,
    kind: "bet",
    amount,
    state: "ok",
    at: new Date(at).toISOString(),
  }) as StatementLine;

test("a provider whose clock is two minutes slow differs in nothing, wherever the compared hour begins", async () => {
  const { simulated, playing, host, provider, providers } = casino;
  const kate = await playing(10_000_000n);
  const bet = kate.bet();
  const taken = host.clock.now();
  expect((await simulated.call("bet", bet))?.status).toBe("ok");
  simulated.lines.push(lineOfBet(bet, taken - 120_000));
  // The next comparison begins an hour before the end of this one: ten seconds before the bet.
  await host.clock.advance(75 * 60_000 - 10_000);
  await reconcile(providers.needs, provider());
  await host.clock.advance(3_600_000);
  const found = await reconcile(providers.needs, provider());
  expect(found.filter(({ player }) => player === kate.player)).toEqual([]);
});

test("a bet-win is one line in a statement and two entries in the books: both are compared", async () => {
  const { simulated, playing, host, provider, providers } = casino;
  const kate = await playing(10_000_000n);
  const [right, wrong] = [kate.bet(), kate.bet()];
  for (const [bet, stated] of [
    [right, "2"],
    [wrong, "3"],
  ] as const) {
    expect((await simulated.call("bet-win", { ...bet, win: "2" }))?.status).toBe("ok");
    simulated.lines.push({ ...lineOfBet(bet, host.clock.now()), kind: "bet-win", win: stated });
  }
  await host.clock.advance(3_600_000);
  const found = await reconcile(providers.needs, provider());
  expect(found.filter(({ player }) => player === kate.player).map(({ kind, theirs }) => [kind, theirs])).toEqual([
    ["amount", expect.objectContaining({ tx: wrong.tx })],
  ]);
});

test("a difference closes when its line comes back hours later", async () => {
  const { simulated, playing, host, provider, providers } = casino;
  const kate = await playing(10_000_000n);
  const bet = kate.bet();
  const taken = host.clock.now();
  expect((await simulated.call("bet", bet))?.status).toBe("ok");
  const open = async () => {
    await host.clock.advance(3_600_000);
    await reconcile(providers.needs, provider());
    const { rowCount } = await host.db.query(
      "SELECT FROM providers.differences WHERE resolved_at IS NULL AND player_id = $1",
      [kate.player],
    );
    return rowCount;
  };
  for (let hour = 0; hour < 4; hour++) expect(await open()).toBe(1);
  simulated.lines.push(lineOfBet(bet, taken));
  expect(await open()).toBe(0);
});

test("a tx that a provider uses for two players is two bets here, and an alarm names both players", async () => {
  const { simulated, playing, real, host, provider, providers } = casino;
  const [kate, liam] = [await playing(10_000_000n), await playing(10_000_000n)];
  const bet = kate.bet();
  const same = liam.bet({ tx: bet.tx });
  expect((await simulated.call("bet", bet))?.status).toBe("ok");
  expect((await simulated.call("bet", same))?.status).toBe("ok");
  expect([await real(kate.player), await real(liam.player)]).toEqual([9_000_000n, 9_000_000n]);
  const at = new Date(host.clock.now()).toISOString();
  for (const [{ player }, { round }] of [[kate, bet] as const, [liam, same] as const])
    simulated.lines.push({
      tx: bet.tx,
      round,
      game: "altyn",
      player,
      currency: "USD",
      kind: "bet",
      amount: "1",
      state: "ok",
      at,
    });
  await host.clock.advance(3_600_000);
  await reconcile(providers.needs, provider());
  await providers.needs.alarms.settled();
  const { rows } = await host.db.query<{ facts: { players: string[] } }>(
    "SELECT facts FROM providers.alarms WHERE kind = 'shared_tx' AND subject = $1",
    [bet.tx],
  );
  expect(rows.map(({ facts }) => [...facts.players].sort())).toEqual([[kate.player, liam.player].sort()]);
});

const strict = Math.ceil(rounds / 10);
test(`of ${strict} attempts in Great Britain none begins a round within 2.5 s of the one before, by itself or bought`, {
  timeout: 3_600_000,
}, async () => {
  const { simulated, playing, host } = casino;
  const kate = await playing(start, "altyn", "USD", "GB");
  const random = seededRandom("great britain");
  const below = (n: number) => Buffer.from(random.bytes(4)).readUInt32BE() % n;
  const begun: number[] = [];
  const forbidden = [{ auto: true }, { kind: "buy", amount: "65" }];
  for (let n = 0; n < strict; n++) {
    await host.clock.advance(below(3_500));
    const isForbidden = below(3) === 0;
    const bet = kate.bet(isForbidden ? required(forbidden[below(2)], "a bet") : {});
    const isAtOnce = below(4) === 0;
    const status = (await (isAtOnce ? simulated.call("bet-win", { ...bet, win: "0" }) : simulated.call("bet", bet)))
      ?.status;
    if (isForbidden) expect(status).not.toBe("ok");
    if (status !== "ok") continue;
    begun.push(host.clock.now());
    if (!isAtOnce) expect((await simulated.call("win", kate.win(bet.round, "0")))?.status).toBe("ok");
  }
  const pauses = begun.slice(1).map((at, index) => at - required(begun[index], "the one before"));
  expect(pauses.length).toBeGreaterThan(strict / 10);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_500);
});

test("a difference closes when a line that is forty minutes off is corrected hours later", async () => {
  const { simulated, playing, host, provider, providers } = casino;
  const kate = await playing(10_000_000n);
  const bet = kate.bet();
  expect((await simulated.call("bet", bet))?.status).toBe("ok");
  const line = lineOfBet(bet, host.clock.now() + 40 * 60_000);
  simulated.lines.push({ ...line, amount: "3" });
  const open = async () => {
    await host.clock.advance(3_600_000);
    await reconcile(providers.needs, provider());
    const { rows } = await host.db.query<{ kind: string }>(
      "SELECT kind FROM providers.differences WHERE resolved_at IS NULL AND player_id = $1 AND kind = 'amount'",
      [kate.player],
    );
    return rows.length;
  };
  for (let hour = 0; hour < 4; hour++) expect(await open()).toBe(1);
  const stated = simulated.lines.findIndex(({ tx }) => tx === line.tx);
  simulated.lines.splice(stated, 1, line);
  expect(await open()).toBe(0);
});
