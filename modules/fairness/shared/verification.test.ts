import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { seedsProof } from "./proof.ts";
import { mark, step } from "./steps.ts";
import { conclude, type Verifiers, verifyRecord } from "./verification.ts";

const record = seedsProof.parse({
  kind: "seeds",
  game: "dice",
  version: "fairhouse-1",
  rules_version: "dice-1",
  server_seed_hash: "00".repeat(32),
  server_seed: null,
  client_seed: "alice",
  nonce: 0,
  inputs: {},
  outcome: null,
  currency: "USD",
  stake: "1",
  payout: "0",
});
const verifiers: Verifiers = { dice: given => conclude(given.game, []) };

test("a record goes to the verifier of its game, and only there", () => {
  expect(verifyRecord(record, verifiers, nobleHashes)).toEqual({ verdict: "matches", result: "dice", steps: [] });
  for (const game of ["roulette", "constructor", "__proto__"]) {
    expect(verifyRecord({ ...record, game }, verifiers, nobleHashes).verdict).toBe("unknown");
  }
});

test("one step that differs is a verdict that differs", () => {
  const [right, neutral, wrong] = [step("draw", [mark("1")], true), step("word", []), step("payout", [], false)];
  expect(conclude("1", [right, neutral]).verdict).toBe("matches");
  expect(conclude("1", [right, neutral, wrong]).verdict).toBe("differs");
});

test("what a record may not hold is refused when it is read", () => {
  const wrong = [
    { client_seed: "" },
    { client_seed: "алиса" },
    { nonce: -1 },
    { stake: "1e3" },
    { payout: "-1" },
    { server_seed: "ABC" },
  ];
  for (const change of wrong) expect(() => seedsProof.parse({ ...record, ...change })).toThrow();
});
