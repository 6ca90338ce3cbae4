import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import { account, gameResult } from "#modules/ledger/shared/chart.ts";
import { modelTx, type WalletModel } from "#modules/wallet/server/index.ts";
import { simulate } from "./run.ts";

const seeds = 2000;

describe("a house that is played on while everything fails", () => {
  test(`${seeds} seeds: the books are right after every step, and nothing is open at the end`, async () => {
    let bets = 0;
    let killed = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const result = await simulate(seed).catch((error: unknown) => {
        throw new Error(`seed ${seed}: npm run simulate -- --seed=${seed}`, { cause: error });
      });
      bets += result.bets;
      killed += result.killed;
    }
    expect(bets).toBeGreaterThan(seeds * 10);
    expect(killed).toBeGreaterThan(seeds);
  }, 600_000);

  test("a seed plays the same again, to the last transfer", async () => {
    for (const seed of [3, 1415, 92_653]) expect(await simulate(seed)).toEqual(await simulate(seed));
  });
});

/** The first seed that finds something wrong with this wallet, and what. */
async function foundOut(wrap: (wallet: WalletModel) => WalletModel): Promise<string> {
  for (let seed = 1; seed <= 100; seed++) {
    try {
      await simulate(seed, { wrap });
    } catch (error) {
      return (error as Error).message;
    }
  }
  return "nothing in a hundred seeds";
}

describe("it finds out a house", () => {
  test("that takes a repeated stake again", async () => {
    const again = (wallet: WalletModel): WalletModel => ({
      ...wallet,
      place: bet => wallet.place({ ...bet, key: randomUUID() as string as Uuid }),
    });
    expect(await foundOut(again)).toMatch(/answered differently under the same key|no bet can be open|failed inside/);
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
});
