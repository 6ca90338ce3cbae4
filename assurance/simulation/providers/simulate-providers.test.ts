import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { missing } from "../coverage.ts";
import { simulateMany } from "../spread.ts";
import { simulateProviders } from "./run.ts";

describe("a provider that keeps the rules, while everything fails", () => {
  test("120 seeds: the books are right after every step, nothing is open at the end, and both companies agree on every transaction", async () => {
    const { bets, killed, coverage } = await simulateMany(120, { played: "providers", again: 20 });
    expect(bets).toBeGreaterThan(120 * 8);
    expect(killed).toBeGreaterThan(100);
    expect(missing(coverage.counts, 1)).toEqual([]);
    for (const name of reached) expect(coverage.counts.get(name) ?? 0, name).toBeGreaterThan(0);
  });

  test("a seed replays identically, to the last byte of every response", async () => {
    for (const seed of [3, 25]) expect(await simulateProviders(seed)).toEqual(await simulateProviders(seed));
  });
});

/** What must have happened in them. */
const reached = [
  "provider restarted",
  "casino process killed",
  "round finished for its player",
  "slot round ended",
  "slot round ended: free",
  "table round ended",
  "table round void",
  "pot won",
  "bet: unknown",
  "bet: round_open",
  "bet: nonce_used",
  "seeds rotated",
  "stale seed read again",
  "bet: session_ended",
  "bet: free_rounds_over",
  "bet: player_blocked",
  "bet-win: unknown",
  "rollback of bet: ok",
  "rollback of bet-win: ok",
  "rollback of bet-win: already_won",
  "failpoint providers.call.checked: killed there",
  "failpoint providers.call.decided: killed there",
];

describe("it detects a wallet", () => {
  async function foundOut(wrap: Parameters<typeof simulateProviders>[1]): Promise<string> {
    for (let seed = 1; seed <= 100; seed++) {
      try {
        await simulateProviders(seed, wrap);
      } catch (error) {
        return (error as Error).message;
      }
    }
    return "nothing in a hundred seeds";
  }

  test("that takes a bet after its rollback", async () => {
    const placed = new Set<Uuid>();
    const forgets = await foundOut({
      wrap: wallet => ({
        ...wallet,
        placeInRound(bet) {
          placed.add(bet.key);
          return wallet.placeInRound(bet);
        },
        rollBack: async rollback =>
          placed.has(rollback.ref)
            ? wallet.rollBack(rollback)
            : { kind: "rolled_back", balance: micros(0n), replayed: false, tombstone: true },
      }),
    });
    expect(forgets).toMatch(/rounds are open|by the provider's transactions/);
  });

  test("that answers a nonce for a second bet", async () => {
    const twice = await foundOut({
      wrap: wallet => ({ ...wallet, placeInRound: ({ nonce: _nonce, ...bet }) => wallet.placeInRound(bet) }),
    });
    expect(twice).toBe("a nonce was answered for two bets");
  });

  test("that pays a win whose response was lost again", async () => {
    const twice = await foundOut({
      wrap: wallet => ({
        ...wallet,
        winRound: win => wallet.winRound({ ...win, key: randomUUID() as string as Uuid, close: false }),
      }),
    });
    expect(twice).toMatch(/answered differently|rounds are open|is owed was answered|by the provider's transactions/);
  });

  test("that pays a pot again when its win comes again", async () => {
    const twice = await foundOut({
      wrap: wallet => ({
        ...wallet,
        async winRound(win) {
          const answer = await wallet.winRound(win);
          if (win.hitsPot && answer.kind === "paid" && answer.replayed)
            wallet.pots.hit(win.player, win.currency, randomUUID() as string as Uuid);
          return answer;
        },
      }),
    });
    expect(twice).toMatch(/by the provider's transactions/);
  });

  test("that fills a pot and books nothing", async () => {
    const without = await foundOut({
      wrap: wallet => ({
        ...wallet,
        async winRound(win) {
          wallet.pots.fill(win.currency, { pot: 1n, reserve: 0n });
          return wallet.winRound(win);
        },
      }),
    });
    expect(without).toMatch(/^the pot holds .* by the provider's transactions/);
  });

  test("that pays as real money what free rounds collect for a bonus", async () => {
    const paid = await foundOut({
      wrap: wallet => ({ ...wallet, grantFree: (grant, player, count) => wallet.grantFree(grant, player, count) }),
    });
    expect(paid).toMatch(/by the provider's transactions/);
  });

  test("that gives no bet back", async () => {
    const none = await foundOut({
      wrap: wallet => ({ ...wallet, rollBack: async () => ({ kind: "refused", reason: "already_won" }) }),
    });
    expect(none).toMatch(/a rollback was answered with already_won/);
  });
});
