import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { type SeedsProof, seedsProof } from "#modules/fairness/shared/proof.ts";
import vectors from "./vectors.json" with { type: "json" };
import { verifyDice } from "./verify.ts";

type Vector = (typeof vectors.rounds)[number];

function recordOf(vector: Vector): SeedsProof {
  return seedsProof.parse({
    kind: "seeds",
    game: "dice",
    version: "fairhouse-1",
    rules_version: "dice-1",
    server_seed_hash: vector.server_seed_hash,
    server_seed: vector.server_seed,
    client_seed: vector.client_seed,
    nonce: vector.nonce,
    inputs: { direction: vector.direction, target: vector.target },
    outcome: { roll: vector.roll },
    currency: "USD",
    stake: formatAmount(BigInt(vector.stake)),
    payout: formatAmount(BigInt(vector.payout)),
  });
}
const golden = recordOf(required(vectors.rounds[0], "the first vector"));
const check = (change: Partial<SeedsProof>) => verifyDice({ ...golden, ...change }, nobleHashes);

test("every golden round matches", () => {
  expect(vectors.rounds.length).toBeGreaterThan(250);
  for (const vector of vectors.rounds) {
    const found = verifyDice(recordOf(vector), nobleHashes);
    expect({ verdict: found.verdict, result: found.result }).toEqual({ verdict: "matches", result: vector.roll });
  }
});

test("the steps show the exact message, the bytes that decide and the arithmetic", () => {
  const { steps } = check({});
  expect(steps.map(step => [step.key, step.state])).toEqual([
    ["commitment", "equal"],
    ["hmac", "computed"],
    ["word", "computed"],
    ["draw", "equal"],
    ["payout", "equal"],
  ]);
  const lines = steps.map(step => step.line.map(piece => (piece.mark ? `[${piece.text}]` : piece.text)).join(""));
  expect(lines).toMatchInlineSnapshot(`
    [
      "sha256(000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f) = [630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd]",
      "hmac(server seed, "fairhouse-1:dice:player-seed_1:0:0") = [18da7f266b642ac1]e1d4ebbc1856afa28136d918bd20b13a72d8821199125f1f",
      "[18 da 7f 26 6b 64 2a c1] = 1790883604820404929",
      "(1790883604820404929 × 10000) >> 64 = 970 → [9.70]",
      "not 9.70 > 49.99 = [0]",
    ]
  `);
});

test("a record that names its configuration is held to it", () => {
  const { verdict, steps } = check({ config_hash: vectors.config_hash });
  expect(verdict).toBe("matches");
  expect(steps.map(step => step.key)).toContain("configuration");
  expect(check({ config_hash: "ff".repeat(32) }).verdict).toBe("differs");
});

test("any change of a record is detected", () => {
  const changes: Partial<SeedsProof>[] = [
    { server_seed: "ff".repeat(32) },
    { server_seed_hash: "ff".repeat(32) },
    { client_seed: "player-seed_2" },
    { nonce: 1 },
    { outcome: { roll: "9.71" } },
    { outcome: null },
    { payout: "1.98" },
    { inputs: { direction: "under", target: "49.99" } },
  ];
  for (const change of changes) expect(check(change).verdict, JSON.stringify(change)).toBe("differs");
});

test("nothing is said about what is not revealed or not known", () => {
  expect(check({ server_seed: null })).toEqual({ verdict: "not_revealed", result: null, steps: [] });
  expect(check({ rules_version: "dice-2" }).verdict).toBe("unknown");
  expect(check({ version: "fairhouse-2" }).verdict).toBe("unknown");
  for (const inputs of [
    {},
    { direction: "over" },
    { direction: "over", target: "99.99" },
    { direction: "x", target: "1.00" },
  ]) {
    expect(check({ inputs }).verdict).toBe("unknown");
  }
});

test("a stake that wins pays exactly what the rules say, to the micro-unit", () => {
  const won = vectors.rounds.filter(vector => vector.payout !== "0");
  expect(won.length).toBeGreaterThan(100);
  for (const vector of won) {
    const short = formatAmount(parseDecimal(formatAmount(BigInt(vector.payout))) - 1n);
    expect(verifyDice({ ...recordOf(vector), payout: short }, nobleHashes).verdict).toBe("differs");
  }
});
