import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { type SeedsProof, seedsProof } from "#modules/fairness/shared/proof.ts";
import { readText, textOf } from "./entry-text.ts";
import { jackpotProof } from "./proof.ts";
import { sharesOf } from "./rules.ts";
import vectors from "./vectors.json" with { type: "json" };
import { resultOf, verifyJackpot } from "./verify.ts";

type Vector = (typeof vectors.entries)[number];

const entryOf = ({ entry }: Pick<Vector, "entry">) => required(readText(entry), "a golden entry");

function recordOf(vector: Vector): SeedsProof {
  const { before, stake } = entryOf(vector);
  return seedsProof.parse({
    kind: "seeds",
    game: "jackpots",
    version: "fairhouse-1",
    rules_version: "jackpots-1",
    server_seed_hash: toHex(nobleHashes.sha256(required(parseHex(vector.server_seed), "hex"))),
    server_seed: vector.server_seed,
    client_seed: vector.client_seed,
    nonce: vector.nonce,
    inputs: { entry: vector.entry, previous: vector.previous },
    outcome: { word: vector.word, won: vector.won, hash: vector.hash },
    currency: "USD",
    stake: formatAmount(micros(stake)),
    payout: formatAmount(micros(vector.won ? before + BigInt(vector.share) : 0n)),
  });
}

const golden = recordOf(required(vectors.entries[1], "the entry that fills its pot"));
const check = (change: Partial<SeedsProof>) => verifyJackpot({ ...golden, ...change }, nobleHashes);

test("every golden entry matches: both kinds, won and not, a filled pot and one that gets nothing", () => {
  expect(new Set(vectors.entries.map(each => `${entryOf(each).kind} ${each.won}`)).size).toBe(4);
  for (const vector of vectors.entries) {
    const { share, reserve } = sharesOf(entryOf(vector));
    expect([String(share), String(reserve)]).toEqual([vector.share, vector.reserve]);
    expect(textOf(entryOf(vector))).toBe(vector.entry);
    const { verdict, result } = verifyJackpot(recordOf(vector), nobleHashes);
    expect({ verdict, result }).toEqual({ verdict: "matches", result: resultOf(BigInt(vector.word), vector.won) });
    // The claim typed by hand for this result is what the record claims.
    const { inputs, outcome } = recordOf(vector);
    expect(jackpotProof.inputs(jackpotProof.values(inputs))).toEqual(inputs);
    expect(jackpotProof.outcome(result ?? "", inputs)).toEqual(outcome);
  }
});

test("the steps show the word, the share, whether it wins, the chain and the payout", () => {
  const { steps } = check({});
  expect(steps.map(({ key, state }) => [key, state])).toEqual([
    ["commitment", "equal"],
    ["hmac", "computed"],
    ["word", "computed"],
    ["jackpot_share", "computed"],
    ["jackpot_hit", "equal"],
    ["jackpot_chain", "equal"],
    ["payout", "equal"],
  ]);
  const lines = steps.map(({ line }) => line.map(piece => (piece.mark ? `[${piece.text}]` : piece.text)).join(""));
  expect(lines[1]).toContain('"fairhouse-1:jackpot:player-seed_1:1:0"');
  expect(lines[3]).toBe("(1000000 × 50 + 0) / 1000000 = 50 → [10]");
  expect(lines[4]).toMatch(/^\d+ × \(1000 − 990\) < 10 × 2\^64 → \[won\]$/);
  expect(lines[6]).toBe("990 + 10 = [0.001]");
});

test("any change in a record shows as a difference", () => {
  const { inputs, outcome } = golden;
  const other = String(inputs.entry);
  for (const change of [
    { server_seed: "00".repeat(32) },
    { server_seed_hash: "00".repeat(32) },
    { client_seed: "other" },
    { nonce: 2 },
    { inputs: { ...inputs, entry: other.replace(":990:", ":989:") } },
    { inputs: { ...inputs, entry: other.replace(":1000000:", ":1000001:") } },
    { inputs: { ...inputs, previous: "00".repeat(32) } },
    { outcome: { ...outcome, won: false } },
    { outcome: { ...outcome, word: "1" } },
    { outcome: { ...outcome, hash: "00".repeat(32) } },
    { outcome: null },
    { stake: "2" },
    { payout: "0" },
    { payout: "0.002" },
  ] as const)
    expect(check(change).verdict, JSON.stringify(change)).toBe("differs");
});

test("an unrevealed, unknown or invalid record gives no verdict", () => {
  expect(check({ server_seed: null })).toEqual({ verdict: "not_revealed", result: null, steps: [] });
  const { inputs } = golden;
  for (const change of [
    { rules_version: "jackpots-2" },
    { version: "fairhouse-2" },
    { game: "dice" },
    { config_hash: "00".repeat(32) },
    { inputs: {} },
    { inputs: { ...inputs, entry: "jackpots-1" } },
    { inputs: { ...inputs, entry: String(inputs.entry).replace("must_hit_by", "hidden") } },
    { inputs: { ...inputs, entry: `${inputs.entry}:1` } },
    { inputs: { ...inputs, entry: String(inputs.entry).replace(":990:", ":1001:") } },
    { inputs: { ...inputs, entry: String(inputs.entry).replace(":990:", ":-1:") } },
    { inputs: { ...inputs, previous: "none" } },
  ])
    expect(check(change).verdict, JSON.stringify(change)).toBe("unknown");
});
