import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { type SeedsProof, seedsProof } from "#modules/fairness/shared/proof.ts";
import vectors from "./vectors.json" with { type: "json" };
import { verifyPlinko } from "./verify.ts";

type Vector = (typeof vectors.rounds)[number];

function recordOf(vector: Vector): SeedsProof {
  return seedsProof.parse({
    kind: "seeds",
    game: "plinko",
    version: "fairhouse-1",
    rules_version: "plinko-1",
    server_seed_hash: vector.server_seed_hash,
    server_seed: vector.server_seed,
    client_seed: vector.client_seed,
    nonce: vector.nonce,
    inputs: { rows: vector.rows, risk: vector.risk },
    outcome: { path: vector.path, slot: vector.slot },
    currency: "USD",
    stake: formatAmount(BigInt(vector.stake)),
    payout: formatAmount(BigInt(vector.payout)),
  });
}
const golden = recordOf(required(vectors.rounds[0], "the first vector"));
const check = (change: Partial<SeedsProof>) => verifyPlinko({ ...golden, ...change }, nobleHashes);

test("every golden round matches", () => {
  expect(vectors.rounds.length).toBeGreaterThan(250);
  for (const vector of vectors.rounds) {
    const found = verifyPlinko(recordOf(vector), nobleHashes);
    expect({ verdict: found.verdict, result: found.result }).toEqual({ verdict: "matches", result: vector.path });
  }
});

test("the steps show the exact message, the bytes that decide and the arithmetic", () => {
  const { steps } = check({});
  expect(steps.map(step => [step.key, step.state])).toEqual([
    ["commitment", "equal"],
    ["hmac", "computed"],
    ["word", "computed"],
    ["draw", "equal"],
    ["slot", "equal"],
    ["payout", "equal"],
  ]);
  const lines = steps.map(step => step.line.map(piece => (piece.mark ? `[${piece.text}]` : piece.text)).join(""));
  expect(lines).toMatchInlineSnapshot(`
    [
      "sha256(000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f) = [630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd]",
      "hmac(server seed, "fairhouse-1:plinko:player-seed_1:0:0") = [d23b317e9e9c87fe]c0719bc4bc33a1f48896dbfdfa86406399c0282e55f03a4b",
      "[d2 3b 31 7e 9e 9c 87 fe] = 15148756191487494142",
      "(15148756191487494142 × 65536) >> 64 = 53819 → [RRLRLLRLLLRRRLRR]",
      "RRLRLLRLLLRRRLRR: [9]",
      "16 rows, high, slot 9: floor(1000000 × 26 / 100) / 1000000 = [0.26]",
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
    { outcome: { path: "RRLRLLRLLLRRRLRR", slot: 8 } },
    { outcome: { path: "LRLRLLRLLLRRRLRR", slot: 9 } },
    { outcome: null },
    { payout: "0.27" },
    { inputs: { rows: 16, risk: "low" } },
    { inputs: { rows: 15, risk: "high" } },
  ];
  for (const change of changes) expect(check(change).verdict, JSON.stringify(change)).toBe("differs");
});

test("nothing is said about what is not revealed or not known", () => {
  expect(check({ server_seed: null })).toEqual({ verdict: "not_revealed", result: null, steps: [] });
  expect(check({ rules_version: "plinko-2" }).verdict).toBe("unknown");
  expect(check({ version: "fairhouse-2" }).verdict).toBe("unknown");
  const bets = [
    {},
    { rows: 16 },
    { risk: "high" },
    { rows: "16", risk: "high" },
    { rows: 16, risk: "classic" },
    ...[7, 17, 8.5].map(rows => ({ rows, risk: "low" })),
  ];
  for (const inputs of bets) {
    expect(check({ inputs }).verdict).toBe("unknown");
  }
});

test("a stake that wins pays exactly what the rules say, to the micro-unit", () => {
  const won = vectors.rounds.filter(vector => vector.payout !== "0");
  expect(won.length).toBeGreaterThan(80);
  for (const vector of won) {
    const short = formatAmount(parseDecimal(formatAmount(BigInt(vector.payout))) - 1n);
    expect(verifyPlinko({ ...recordOf(vector), payout: short }, nobleHashes).verdict).toBe("differs");
  }
});
