import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { games } from "#modules/games/index.ts";
import { account, gameResult } from "#modules/ledger/shared/chart.ts";
import { modelTx, type WalletModel } from "#modules/wallet/testing/model.ts";
import { killedAt, missing, reached } from "./coverage.ts";
import { type SimulationOptions, simulate } from "./run.ts";
import { simulateMany } from "./spread.ts";

const seeds = 2000;
const repository = join(import.meta.dirname, "../..");

/** The places in the games' own code at which a process may be killed; in the multiplayer engine's code those of each multiplayer game. */
function failpoints(): string[] {
  const texts = (folder: string) =>
    globSync(`modules/${folder}/*.ts`, { cwd: repository })
      .filter(file => !file.endsWith(".test.ts"))
      .map(file => readFileSync(join(repository, file), "utf8"));
  const own = games
    .flatMap(({ name: game }) => texts(`games/${game}/server`))
    .flatMap(text => [...text.matchAll(/failpoints\.hit\("([^"]+)"\)/g)].map(([, point = ""]) => point));
  const multiplayer = texts("engines/multiplayer/server")
    .flatMap(text => [...text.matchAll(/failpoints\.hit\(`\$\{name\}(\.[^`]+)`\)/g)].map(([, point = ""]) => point))
    .flatMap(point => [`duels${point}`, `battles${point}`]);
  return [...own, ...multiplayer];
}

describe("a server that is played on while everything fails", () => {
  test("two thousand seeds: the books are right after every step, nothing is open at the end, and everything that can fail has failed", {
    timeout: 600_000,
    tags: [
      "known-failure/5/duels",
      "known-failure/5/battles",
      "known-failure/6/steps",
      "known-failure/9/all",
      "known-failure/16/all",
      "known-failure/17/duels",
      "known-failure/17/battles",
      "known-failure/18/duels",
      "known-failure/18/roulette",
      "known-failure/19/all",
    ],
  }, async () => {
    const { bets, killed, coverage } = await simulateMany(seeds);
    expect(bets).toBeGreaterThan(seeds * 8);
    expect(killed).toBeGreaterThan(seeds);
    // Every call that changes something met every fault of the network, every operation every fault of the database.
    expect(missing(coverage.counts, 1)).toEqual([]);
    const points = failpoints();
    expect(points.length).toBeGreaterThan(30);
    for (const point of points) {
      expect(coverage.counts.get(reached(point)) ?? 0, point).toBeGreaterThan(50);
      expect(coverage.counts.get(killedAt(point)) ?? 0, point).toBeGreaterThan(0);
    }
    for (const ending of endings) expect(coverage.counts.get(ending) ?? 0, ending).toBeGreaterThan(0);
  });

  test("a seed replays identically, to the last byte of every response", async () => {
    for (const seed of [3, 25, 1415, 92_653]) expect(await simulate(seed)).toEqual(await simulate(seed));
    expect((await simulate(3)).trace).not.toBe((await simulate(4)).trace);
  });
});

/** The ways in which rounds end. */
const endings = [
  "crash round settled",
  "crash round voided",
  "roulette round settled",
  "roulette round voided",
  "duels paid",
  "duels paid: with the casino",
  "duels refunded: withdrawn",
  "duels refunded: no_beacon",
  "duels refunded: expired",
  "battles paid",
  "battles refunded: withdrawn",
  "battles refunded: expired",
  "battles refunded: no_beacon",
  "room paid",
  "room refunded: left",
  "room refunded: restart",
  "room refunded: no_beacon",
  ...["lost", "cashed_out", "completed", "expired", "refunded"].map(end => `played in steps: ${end}`),
  ...["completed", "lost", "expired", "cancelled", "forfeited"].map(end => `bonus ${end}`),
  ...["settled", "voided"].flatMap(end => [`bet of bonus money ${end}`, `bet of bonus money and real money ${end}`]),
  "process killed",
  "process asleep",
  "player barred",
];

/** The first seed that detects an error of this wallet, and the error. */
async function foundOut(wrap: (wallet: WalletModel) => WalletModel, options: SimulationOptions = {}): Promise<string> {
  for (let seed = 25; seed <= 2500; seed += 25) {
    try {
      await simulate(seed, { wrap, ...options });
    } catch (error) {
      return (error as Error).message;
    }
  }
  return "nothing in a hundred seeds";
}

describe("it detects a wallet", () => {
  test("that takes a repeated stake again", { tags: ["known-failure/19/all"] }, async () => {
    const again = (wallet: WalletModel): WalletModel => {
      const taken = new Set<string>();
      return {
        ...wallet,
        place(bet) {
          const name = `${bet.player}/${bet.key}`;
          if (taken.has(name)) return wallet.place({ ...bet, key: randomUUID() as string as Uuid });
          taken.add(name);
          return wallet.place(bet);
        },
      };
    };
    expect(await foundOut(again)).toMatch(/answered differently under the same key/);
  });

  test("that pays the bonus money of a bet twice", async () => {
    const twice = (wallet: WalletModel): WalletModel => ({
      ...wallet,
      async settle(settlement) {
        const answer = await wallet.settle(settlement);
        const paid = answer.kind === "settled" && !answer.replayed ? (answer.bet.wagering?.paidBonus ?? 0n) : 0n;
        if (answer.kind !== "settled" || paid === 0n) return answer;
        const { player, currency, game, key } = answer.bet;
        const again = { owner: player, currency, amount: micros(paid), kind: "bonus_payout", reference: key } as const;
        await wallet.move(modelTx, { ...again, from: gameResult(game), to: account("player:bonus") });
        return answer;
      },
    });
    expect(await foundOut(twice, { bonuses: true })).toMatch(/ended twice/);
  });

  test("that forgets to end what a dead process left", async () => {
    const forgets = (wallet: WalletModel): WalletModel => ({ ...wallet, openBets: async () => [] });
    expect(await foundOut(forgets)).toMatch(/although no bet can be open/);
  });

  test("that pays a cash-out and lets the round lose it as well", async () => {
    const twice = (wallet: WalletModel): WalletModel => ({
      ...wallet,
      async settle(settlement) {
        const answer = await wallet.settle(settlement);
        if (answer.kind !== "settled" || answer.replayed || answer.bet.payout === 0n) return answer;
        const { player, currency, game, stake, key } = answer.bet;
        const back = { owner: player, currency, amount: stake, kind: "payout", reference: key } as const;
        await wallet.move(modelTx, { ...back, from: gameResult(game), to: account("player:real") });
        return answer;
      },
    });
    expect(await foundOut(twice)).toMatch(/ended twice/);
  });

  test("that pays both sides of a duel", async () => {
    const both = (wallet: WalletModel): WalletModel => ({
      ...wallet,
      settle: settlement =>
        wallet.settle(
          settlement.bettingWindow?.name === "duels" && settlement.result.kind === "paid"
            ? { ...settlement, result: { ...settlement.result, payout: 1_940_000n as never } }
            : settlement,
        ),
    });
    expect(await foundOut(both)).toMatch(/duels \d+ \(paid\) paid seat \d wrong/);
  });
});
