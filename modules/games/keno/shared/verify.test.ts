import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { type SeedsProof, seedsProof } from "#modules/fairness/shared/proof.ts";
import vectors from "./vectors.json" with { type: "json" };
import { verifyKeno } from "./verify.ts";

type Vector = (typeof vectors.rounds)[number];

function recordOf(vector: Vector): SeedsProof {
  return seedsProof.parse({
    kind: "seeds",
    game: "keno",
    version: "fairhouse-1",
    rules_version: "keno-1",
    server_seed_hash: vector.server_seed_hash,
    server_seed: vector.server_seed,
    client_seed: vector.client_seed,
    nonce: vector.nonce,
    inputs: { picks: vector.picks, risk: vector.risk },
    outcome: { drawn: vector.drawn, hits: vector.hits },
    currency: "USD",
    stake: formatAmount(BigInt(vector.stake)),
    payout: formatAmount(BigInt(vector.payout)),
  });
}
const golden = recordOf(required(vectors.rounds[0], "the first vector"));
const check = (change: Partial<SeedsProof>) => verifyKeno({ ...golden, ...change }, nobleHashes);

test("every golden round matches, of every risk and number of picks", () => {
  expect(vectors.rounds.length).toBeGreaterThan(250);
  expect(new Set(vectors.rounds.map(each => `${each.risk} ${each.picks.length}`)).size).toBe(40);
  for (const vector of vectors.rounds) {
    const found = verifyKeno(recordOf(vector), nobleHashes);
    expect({ verdict: found.verdict, result: found.result }).toEqual({
      verdict: "matches",
      result: vector.drawn.join(" "),
    });
  }
});

test("the steps show the exact messages, each draw and the arithmetic", () => {
  const { steps, result } = check({});
  expect(result).toBe("10 20 7 29 24 32 21 33 15 27");
  expect(steps.map(step => [step.key, step.state])).toEqual([
    ["commitment", "equal"],
    ["blocks", "computed"],
    ["shuffle", "equal"],
    ["hits", "equal"],
    ["payout", "equal"],
  ]);
  const lines = steps.map(step => step.line.map(piece => (piece.mark ? `[${piece.text}]` : piece.text)).join(""));
  expect(lines).toMatchInlineSnapshot(`
    [
      "sha256(000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f) = [630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd]",
      "hmac(server seed, "fairhouse-1:keno:player-seed_1:0:0") = [3a7267658af805d57823381d23d8559f1d6dd206a898adedaf4349037231f9bf]; hmac(server seed, "fairhouse-1:keno:player-seed_1:0:1") = [8c188d889f197b94c26e141b48eb2bef6c42cc8688d51cf1c92757f4cd9bca20]; hmac(server seed, "fairhouse-1:keno:player-seed_1:0:2") = [371b3a985526528a93299bf8e2bd52862da736f719f9426f027183940f91b9fc]",
      "(4211542287365703125 × 40) >> 64 = 9 → [10]; (8656824606542812575 × 39) >> 64 = 18 → [20]; (2120581925601586669 × 38) >> 64 = 4 → [7]; (12629018059226610111 × 37) >> 64 = 25 → [29]; (10094974182675282836 × 36) >> 64 = 19 → [24]; (14010157598216236015 × 35) >> 64 = 26 → [32]; (7801022382752472305 × 34) >> 64 = 14 → [21]; (14494650634648406560 × 33) >> 64 = 25 → [33]; (3970831922395239050 × 32) >> 64 = 6 → [15]; (10604178290878796422 × 31) >> 64 = 17 → [27]",
      "7 10 20 39 40 ∩ drawn = {7 10 20} → [3]",
      "3 of 5, classic: floor(1000000 × 495 / 100) / 1000000 = [4.95]",
    ]
  `);
});

test("any change of a record is detected", () => {
  const { drawn } = golden.outcome as { drawn: number[] };
  const changes: Partial<SeedsProof>[] = [
    { server_seed: "ff".repeat(32) },
    { server_seed_hash: "ff".repeat(32) },
    { client_seed: "player-seed_2" },
    { nonce: 1 },
    { outcome: { drawn: [...drawn].reverse(), hits: 3 } },
    { outcome: { drawn: drawn.slice(1), hits: 3 } },
    { outcome: { drawn, hits: 4 } },
    { outcome: null },
    { payout: "50" },
    { inputs: { picks: [7, 10, 20, 39, 40], risk: "high" } },
    { inputs: { picks: [7, 10, 20, 29, 40], risk: "classic" } },
  ];
  for (const change of changes) expect(check(change).verdict, JSON.stringify(change)).toBe("differs");
});

test("a record that names its configuration, tables and all, is held to it", () => {
  const { verdict, steps } = check({ config_hash: vectors.config_hash });
  expect(verdict).toBe("matches");
  expect(steps.map(step => step.key)).toContain("configuration");
  expect(check({ config_hash: "ff".repeat(32) }).verdict).toBe("differs");
});

test("nothing is said about what is not revealed or not known", () => {
  expect(check({ server_seed: null })).toEqual({ verdict: "not_revealed", result: null, steps: [] });
  expect(check({ rules_version: "keno-2" }).verdict).toBe("unknown");
  expect(check({ version: "fairhouse-2" }).verdict).toBe("unknown");
  expect(check({ game: "dice" }).verdict).toBe("unknown");
  for (const inputs of [
    {},
    { picks: [1] },
    { picks: [1, 1], risk: "low" },
    { picks: ["1"], risk: "low" },
    { picks: [1], risk: "constructor" },
    { picks: "1", risk: "low" },
  ]) {
    expect(check({ inputs }).verdict, JSON.stringify(inputs)).toBe("unknown");
  }
});

test("a bet that wins pays exactly what the rules say, to the micro-unit", () => {
  const won = vectors.rounds.filter(vector => vector.payout !== "0");
  expect(won.length).toBeGreaterThan(80);
  for (const vector of won) {
    const short = formatAmount(parseDecimal(formatAmount(BigInt(vector.payout))) - 1n);
    expect(verifyKeno({ ...recordOf(vector), payout: short }, nobleHashes).verdict).toBe("differs");
  }
});
