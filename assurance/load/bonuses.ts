import type { Db } from "#kit/db/db.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { plainHost } from "#modules/wallet/testing/test-plain-host.ts";
import { requireRightBooks } from "./bench-app.ts";
import type { BenchRow, BenchSuite } from "./bench-suite.ts";
import { closedLoop, type Load, round } from "./figures.ts";
import { giveBonuses, newPlayer, placeDice, plenty, richPlayer, withDatabase } from "./wallet-database.ts";
import { withoutBonuses } from "./without-bonuses.ts";

/** `BONUS_BENCH_PLAYERS=64` compares with these only, each count apart by commas. */
const playerCounts = (process.env.BONUS_BENCH_PLAYERS ?? "64,256,1024").split(",").map(Number);
/** How often the three take turns. */
const repeats = 6;
const yearMs = 365 * 86_400_000;
/** The wagering rate of dice, thousandths: its stakes count a quarter. */
const diceRate = 250;

/**
 * Durable bets a second through the wallet: with a statement without bonus money, with no player wagering, and with all of them staking bonus
 * money; in turn in the same run.
 */
export const benchBonuses: BenchSuite = ({ seconds }) =>
  withDatabase({ modules: ["wallet"], pool: 20 }, async db => {
    const rows: BenchRow[] = [];
    for (const players of playerCounts) {
      console.log(`bonuses: ${players} players, some ${Math.round(seconds * (repeats + 1) * 3)} s and the audits`);
      rows.push(await compare(db, players, seconds));
    }
    return rows;
  });

async function compare(db: Db, count: number, seconds: number): Promise<BenchRow> {
  const pairs = testPairs(db);
  const host = plainHost(db);
  const [wallet, bare] = [createWallet(host, { pairs }), createWallet(plainHost(withoutBonuses(db)), { pairs })];
  const until = new Date(host.clock.now() + yearMs);
  const rich: PlayerId[] = [];
  const wagering: PlayerId[] = [];
  for (let n = 0; n < count; n++) rich.push(await richPlayer(db, wallet, pairs));
  for (let n = 0; n < count; n++) {
    const player = newPlayer();
    await pairs.give(player);
    wagering.push(player);
  }
  await giveBonuses(db, wallet, wagering, {
    amount: plenty,
    target: micros(plenty * 1000n),
    maxBet: plenty,
    until,
  });
  const through = (by: Wallet, players: readonly PlayerId[]) => () =>
    closedLoop(players, seconds, player => placeDice(by, player, diceRate));
  const ways = [through(bare, rich), through(wallet, rich), through(wallet, wagering)];
  const loads: Load[][] = ways.map(() => []);
  for (const way of ways) await way();
  // In turn, each beginning as often as the others, so that what the machine does besides disturbs all alike.
  for (let repeat = 0; repeat < repeats; repeat++)
    for (let turn = 0; turn < ways.length; turn++) {
      const which = (repeat + turn) % ways.length;
      const load = await ways[which]?.();
      if (load) loads[which]?.push(load);
    }
  await wallet.stop?.();
  await bare.stop?.();
  await requireRightBooks(db);
  const [without = 0, notWagering = 0, everybody = 0] = loads.map(mean);
  return {
    players: count,
    "without bets/s": without,
    "without a wager bets/s": notWagering,
    "everybody wagering bets/s": everybody,
    "idle of without": round(notWagering / without, 2),
    "everybody of idle": round(everybody / notWagering, 2),
  };
}

const mean = (loads: readonly Load[]): number =>
  Math.round(loads.reduce((sum, { perSecond }) => sum + perSecond, 0) / loads.length);
