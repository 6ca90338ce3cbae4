import { describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { toHex } from "#kit/std/bytes.ts";
import { sevenStruck } from "#studio/slots/seven-struck/game.ts";
import { fastChance, recordedChance } from "./chance.ts";
import { casinoAnswer, listedStake, playSeeds, playSpin } from "./spin.ts";
import type { SlotGame } from "./types.ts";
import { type SpinRecord, verdictOf, verifySpin } from "./verify.ts";

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const casinoSeed = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);
const game = sevenStruck;

function roundOf(nonce: number): SpinRecord {
  const answer = casinoAnswer(nobleHashes, casinoSeed, game.slug, nonce);
  const input = { game, mode: "base", currency: "USD", stake: 100_000n } as const;
  const result = playSeeds(nobleHashes, input, { seed, clientSeed: "player-seed_1", nonce, answer });
  const payout = (Number(result.payout) / 1e6).toString();
  return {
    version: "fairhouse-1",
    casino: "fairhouse",
    player: "alice",
    game: game.slug,
    maths: "0".repeat(64),
    mode: "base",
    round: "00000000-0000-4000-8000-000000000000",
    nonce,
    seed_hash: toHex(nobleHashes.sha256(seed)),
    casino_seed_hash: toHex(nobleHashes.sha256(casinoSeed)),
    client_seed: "player-seed_1",
    answer,
    currency: "USD",
    stake: "0.1",
    choices: [],
    draws: result.draws,
    events: result.events,
    multiple: result.multiple,
    capped: result.capped,
    payout,
    seed: toHex(seed),
    casino_seed: toHex(casinoSeed),
  };
}

describe("a spin", () => {
  test("is decided by its words alone, and its draws play it again", () => {
    for (let nonce = 0; nonce < 50; nonce++) {
      const record = roundOf(nonce);
      const chance = recordedChance(record.draws.map(({ value }) => value));
      const again = playSpin({ game, mode: "base", currency: "USD", stake: 100_000n, chance });
      expect(again.events).toEqual(record.events);
      expect(again.multiple).toEqual(record.multiple);
    }
  });
  test("cannot be computed from the studio's seed and all that the player chose: the casino's answer is missing", () => {
    const windows = new Set<string>();
    for (let n = 0; n < 100; n++) {
      const answer = casinoAnswer(nobleHashes, new Uint8Array(32).fill(n), game.slug, 0);
      const input = { game, mode: "base", currency: "USD", stake: 100_000n } as const;
      const { draws } = playSeeds(nobleHashes, input, { seed, clientSeed: "brown-fox", nonce: 0, answer });
      windows.add(draws.map(({ value }) => value).join());
    }
    expect(windows.size).toBeGreaterThan(90);
  });
  test("pays the multiple of its stake, cut to a whole micro-unit, and never more than the maximum", () => {
    const won = (units: number): SlotGame => ({ ...game, units: 7, maxWin: 10, play: () => units });
    const pay = (units: number) =>
      playSpin({ game: won(units), mode: "base", currency: "USD", stake: 100_000n, chance: fastChance(1) });
    expect(pay(1)).toMatchObject({ payout: 14_285n, multiple: { numerator: 1, denominator: 7 }, capped: false });
    expect(pay(70)).toMatchObject({ payout: 1_000_000n, multiple: { numerator: 10, denominator: 1 }, capped: false });
    expect(pay(71)).toMatchObject({ payout: 1_000_000n, multiple: { numerator: 10, denominator: 1 }, capped: true });
    for (const units of [-1, 0.5, Number.NaN]) expect(() => pay(units)).toThrow("units");
  });
  test("refuses a mode and a stake that the game does not have", () => {
    expect(() => playSpin({ game, mode: "buy", currency: "USD", stake: 100_000n, chance: fastChance(1) })).toThrow(
      "mode",
    );
    expect(() => playSpin({ game, mode: "base", currency: "USD", stake: 1n, chance: fastChance(1) })).toThrow("stake");
    expect(listedStake(game, "USD", "0.10")).toBe(100_000n);
    for (const text of ["0.1", "1e1", "-1", "0.30", ""]) expect(listedStake(game, "USD", text)).toBeUndefined();
  });
});

describe("a record", () => {
  test("is verified step by step from both seeds", () => {
    const steps = verifySpin(game, roundOf(3));
    expect(steps.map(({ key, state }) => `${key} ${state}`)).toEqual([
      "commitment equal",
      "casino_commitment equal",
      "answer equal",
      "words computed",
      "draws equal",
      "events equal",
      "multiple equal",
      "payout equal",
    ]);
  });
  const record = roundOf(3);
  test.each<[string, Partial<SpinRecord>, string]>([
    ["another client seed", { client_seed: "x" }, "draws"],
    ["another nonce", { nonce: 4 }, "answer"],
    ["another seed", { seed: toHex(casinoSeed) }, "commitment"],
    ["another casino seed", { casino_seed: toHex(seed) }, "casino_commitment"],
    ["another answer", { answer: "0".repeat(32) }, "answer"],
    ["another payout", { payout: "1" }, "payout"],
    ["another multiple", { multiple: { numerator: 99, denominator: 1 } }, "multiple"],
    ["a draw left out", { draws: record.draws.slice(1) }, "draws"],
    ["an event left out", { events: record.events.slice(1) }, "events"],
  ])("with %s differs", (_, change, step) => {
    const steps = verifySpin(game, { ...record, ...change });
    expect(verdictOf(steps)).toBe("differs");
    expect(steps.find(({ key }) => key === step)?.state).toBe("differs");
  });
  test.each<[string, Partial<SpinRecord>, string]>([
    ["another game", { game: "loom" }, "unknown"],
    ["an unknown mode", { mode: "toString" }, "unknown"],
    ["a stake that is no amount", { stake: "1e3" }, "unknown"],
    ["a hidden seed", { seed: null }, "not_revealed"],
    ["a hidden casino seed", { casino_seed: null }, "not_revealed"],
  ])("of %s is %s", (_, change, verdict) => {
    expect(verdictOf(verifySpin(game, { ...record, ...change }))).toBe(verdict);
  });
  test("of an unlisted stake is unknown, not an error", () => {
    expect(verdictOf(verifySpin(game, { ...record, stake: "0.000001" }))).toBe("unknown");
  });
});

describe("the fast generator", () => {
  test("draws evenly below small and large ranges", () => {
    for (const range of [2, 24, 47, 10_000]) {
      const chance = fastChance(7);
      const counts = new Float64Array(range);
      const times = 200_000;
      for (let i = 0; i < times; i++) {
        const drawn = chance.below(range);
        counts[drawn] = (counts[drawn] ?? 0) + 1;
      }
      const expected = times / range;
      const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(Math.abs(chiSquare - (range - 1)) / Math.sqrt(2 * (range - 1))).toBeLessThan(4);
    }
    const chance = fastChance(9);
    const wide = Array.from({ length: 10_000 }, () => chance.below(2 ** 40) / 2 ** 40);
    expect(Math.abs(wide.reduce((sum, value) => sum + value, 0) / 10_000 - 0.5)).toBeLessThan(0.012);
  });
});
