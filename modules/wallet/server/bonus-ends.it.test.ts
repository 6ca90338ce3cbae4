import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import { betNumbers, endBetsAgain } from "../testing/bonus-ends.ts";
import { providerBet } from "../testing/provider-bets.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, deposit, diceBet, keyOf } from "../testing/test-bets.ts";
import { type TestMarkets, testMarkets } from "../testing/test-markets.ts";
import { slipOn } from "../testing/test-slips.ts";

/**
 * A bonus ends in each of its five ways while bets on crash, on a provider's game and on the sportsbook are open. The bets are then settled, rolled
 * back, reopened and settled again while the process is killed. Balances are real/bonus in major units. `BONUS_END_KILLS=40` kills ten times at each
 * fault.
 */
const kills = Number(process.env.BONUS_END_KILLS ?? 2);
const unit = (amount: number): bigint => BigInt(Math.round(amount * 1_000_000));

let app: TestApp;
let markets: TestMarkets;
let playerCount = 0;
beforeAll(async () => {
  app = await testApp({ lanes: 2 });
  markets = await testMarkets(app.host.db);
  await markets.set({ id: 1 });
});
afterAll(() => app.close());

interface Player {
  readonly id: PlayerId;
  readonly grant: Uuid;
}

/** Each bet stakes 4: 1 of real money and 3 of the bonus of 30. */
async function playerWithOpenBets(target: number, hours: number): Promise<Player> {
  playerCount += 1;
  const id = await app.player(`e${playerCount}`, 0n);
  const grant = keyOf(0x5000 + playerCount);
  const { wallet, host } = app;
  const given = {
    id: grant,
    player: id,
    currency: "USD" as const,
    account: bonusCost("deposit"),
    amount: micros(unit(30)),
    target: micros(unit(target)),
    maxBet: micros(unit(5)),
    games: ["dice", "crash", "slots", "betting"],
    until: new Date(host.clock.now() + hours * 3_600_000),
  };
  expect(await host.db.tx(tx => wallet.grants.give(tx, given))).toBe(true);
  const stake = unit(4);
  const bets = [
    () => wallet.place({ ...crashBet(id, betNumbers.crash, stake), rate: 1000 }),
    () => wallet.placeInRound(providerBet(id, betNumbers.provided, stake, { product: "slots", rate: 1000 })),
    () => wallet.placeSlip(slipOn(id, betNumbers.slip, stake, [1], { rate: 1000 })),
  ];
  for (const [index, place] of bets.entries()) {
    await host.db.tx(tx => wallet.credit(tx, deposit(id, unit(1), "USD", keyOf(0xd0 + index))));
    expect(await place()).toMatchObject({ kind: "accepted" });
  }
  return { id, grant };
}

const loseBet = (player: Player, n: number, stake: number) =>
  app.wallet.place({ ...diceBet(player.id, n, unit(stake), 0n), rate: 1000 });
const endBonus = (player: Player, how: "cancelled" | "forfeited") =>
  app.host.db.tx(tx => app.wallet.grants.end(tx, player.id, player.grant, how));

/** Ends each bonus. The one that ran out of time and the one with nothing left stay active until their open bets end. */
async function endAll() {
  const [completed, cancelled, forfeited, expired, lost] = [
    await playerWithOpenBets(2, 24),
    await playerWithOpenBets(1000, 24),
    await playerWithOpenBets(1000, 24),
    await playerWithOpenBets(1000, 1),
    await playerWithOpenBets(1000, 24),
  ];
  await loseBet(completed, 10, 2);
  await endBonus(cancelled, "cancelled");
  await endBonus(forfeited, "forfeited");
  for (const [index, stake] of [5, 5, 5, 5, 1].entries()) await loseBet(lost, 10 + index, stake);
  await app.host.clock.advance(3_600_000);
  return { completed, cancelled, forfeited, expired, lost };
}

/** `real/bonus` and the state of the grant. */
async function stateOf({ id, grant }: Player): Promise<string> {
  const { rows } = await app.host.db.query<{ real: bigint; bonus: bigint; state: number }>(
    `SELECT w.real, w.bonus, g.state FROM wallet.wallets w JOIN wagering.grants g USING (player_id) WHERE w.player_id = $1 AND g.id = $2`,
    [id, grant],
  );
  const { real = 0n, bonus = 0n, state = 0 } = rows[0] ?? {};
  const states = ["", "active", "completed", "lost", "expired", "cancelled", "forfeited"];
  return `${Number(real) / 1e6}/${Number(bonus) / 1e6} ${states[state]}`;
}

async function statesOf(players: Readonly<Record<string, Player>>) {
  const states: Record<string, string> = {};
  for (const [how, player] of Object.entries(players)) states[how] = await stateOf(player);
  return states;
}

const atEnd = {
  completed: "19/0 completed",
  cancelled: "0/0 cancelled",
  forfeited: "0/0 forfeited",
  expired: "0/21 active",
  lost: "0/0 active",
};
/**
 * What a correction returns to an expired or lost bonus is paid as real money. If the process is killed after settling a slip and before ending the
 * bonus, and the slip is reopened first, the bonus ends after the correction or continues.
 */
const afterwards: Readonly<Record<keyof typeof atEnd, readonly string[]>> = {
  completed: ["49/0 completed"],
  cancelled: ["7.5/0 cancelled"],
  forfeited: ["7.5/0 forfeited"],
  expired: ["19.5/0 expired", "7.5/0 expired"],
  lost: ["16/0 lost", "4/12 active"],
};

const failpoints = [
  "wallet.settle.formed",
  "wallet.revise.committed",
  "wallet.settle.committed",
  "wallet.revise.formed",
];

test("however a bonus ended, bets settled, rolled back and settled again after kill -9 pay by their shares of real and bonus money", async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    const players = await endAll();
    expect(await statesOf(players)).toEqual(atEnd);
    await runUntilKilled(`${failpoints[kill % failpoints.length]}:${1 + (kill % 5)}`, Object.values(players));
    await app.expectBooks();
    for (let again = 0; again < 2; again += 1)
      for (const { id } of Object.values(players)) await endBetsAgain(app.wallet, id, id === players.lost.id);
    for (const [how, state] of Object.entries(await statesOf(players)))
      expect(afterwards[how as keyof typeof atEnd], how).toContain(state);
    await app.expectBooks();
    await markets.expectExposures();
  }
}, 600_000);

async function runUntilKilled(killAt: string, players: readonly Player[]): Promise<void> {
  const script = join(import.meta.dirname, "../testing/kill-bonus-ends.ts");
  const given = [script, app.host.databaseUrl, killAt, String(app.host.clock.now()), ...players.map(({ id }) => id)];
  const child = spawn(process.execPath, given, { stdio: ["ignore", "inherit", "inherit"] });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}
