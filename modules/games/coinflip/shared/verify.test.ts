import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import vectors from "./vectors.json" with { type: "json" };
import { verifyCoinflip } from "./verify.ts";

type Vector = (typeof vectors.rounds)[number];

function recordOf(vector: Vector): SeedsProof {
  const { ladder, called, landed } = vector;
  return {
    kind: "seeds",
    game: "coinflip",
    version: "fairhouse-1",
    rules_version: "coinflip-1",
    server_seed_hash: vector.server_seed_hash,
    server_seed: vector.server_seed,
    client_seed: vector.client_seed,
    nonce: vector.nonce,
    currency: "USD",
    inputs: ladder ? { ladder, called } : { side: called[0] },
    outcome: { landed, ...(ladder && { end: vector.end }) },
    stake: formatAmount(micros(BigInt(vector.stake))),
    payout: formatAmount(micros(BigInt(vector.payout))),
  };
}

const single = recordOf(required(vectors.rounds[0], "one flip"));
const ladder = recordOf(required(vectors.rounds[2], "twenty flips"));
const check = (record: SeedsProof, change: Partial<SeedsProof>) =>
  verifyCoinflip({ ...record, ...change }, nobleHashes).verdict;

test("every golden round matches: single flips, and ladders of every length", () => {
  expect(new Set(vectors.rounds.filter(each => each.ladder).map(each => each.called.length)).size).toBeGreaterThan(18);
  for (const vector of vectors.rounds) {
    const { verdict, result } = verifyCoinflip(recordOf(vector), nobleHashes);
    expect({ verdict, result }).toEqual({ verdict: "matches", result: vector.landed.join(" ") });
  }
});

test("the steps show each draw, the side, and the arithmetic", () => {
  const { steps } = verifyCoinflip({ ...single, config_hash: vectors.config_hash }, nobleHashes);
  expect(steps.map(({ key, state }) => [key, state])).toEqual([
    ["commitment", "equal"],
    ["configuration", "equal"],
    ["blocks", "computed"],
    ["flips", "equal"],
    ["calls", "equal"],
    ["payout", "equal"],
  ]);
  const lines = steps.map(({ line }) => line.map(piece => (piece.mark ? `[${piece.text}]` : piece.text)).join(""));
  expect(lines[3]).toMatch(/^\(\d+ × 2\) >> 64 = 1 → \[tails\]$/);
  expect(lines[5]).toBe("floor(1000000 × 198 / 100) / 1000000 = [1.98]");
});

test("any change of a record shows as a difference", () => {
  const { landed } = ladder.outcome as { landed: string[] };
  for (const change of [
    { server_seed_hash: "00".repeat(32) },
    { payout: "1.99" },
    { outcome: { landed: ["heads"] } },
    { inputs: { side: "heads" } },
    { config_hash: "ff".repeat(32) },
  ])
    expect(check(single, change), JSON.stringify(change)).toBe("differs");
  for (const change of [
    { client_seed: "other" },
    { nonce: 9 },
    { payout: "10380.9025" },
    { outcome: { landed, end: "lost" } },
    { outcome: { landed, end: "refunded" } },
    { outcome: { landed } },
    { inputs: { ladder: true, called: landed.slice(1) } },
  ])
    expect(check(ladder, change), JSON.stringify(change)).toBe("differs");
});

test("a ladder that went on after a wrong call could not have been", () => {
  const { landed } = ladder.outcome as { landed: string[] };
  const called = landed.map((side, index) => (index === 4 ? (side === "heads" ? "tails" : "heads") : side));
  expect(check(ladder, { inputs: { ladder: true, called }, outcome: { landed, end: "lost" }, payout: "0" })).toBe(
    "differs",
  );
});

test("what is hidden is not revealed, and what could not be a bet is unknown", () => {
  expect(check(single, { server_seed: null })).toBe("not_revealed");
  expect(check(single, { rules_version: "coinflip-2" })).toBe("unknown");
  for (const inputs of [
    {},
    { side: "edge" },
    { ladder: true },
    { ladder: false, called: [] },
    { ladder: true, called: ["heads", "edge"] },
    { ladder: true, called: Array.from({ length: 21 }, () => "heads") },
    { side: "heads", ladder: true },
  ])
    expect(check(single, { inputs }), JSON.stringify(inputs)).toBe("unknown");
});
