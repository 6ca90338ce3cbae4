import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import { type SeedsProof, seedsProof } from "#modules/fairness/shared/proof.ts";
import { wheelProof } from "./proof.ts";
import { wheelConfiguration } from "./rules.ts";
import vectors from "./vectors.json" with { type: "json" };
import { verifyWheel } from "./verify.ts";

function recordOf(vector: (typeof vectors.rounds)[number]): SeedsProof {
  return seedsProof.parse({
    kind: "seeds",
    game: "wheel",
    version: "fairhouse-1",
    rules_version: "wheel-1",
    server_seed_hash: toHex(nobleHashes.sha256(required(parseHex(vector.server_seed), "hex"))),
    server_seed: vector.server_seed,
    client_seed: vector.client_seed,
    nonce: vector.nonce,
    inputs: {},
    outcome: { ticket: vector.ticket, share: vector.share },
    currency: vector.currency,
    stake: "0",
    payout: formatAmount(micros(BigInt(vector.payout))),
  });
}

const golden = recordOf(required(vectors.rounds[1], "a spin in tenge"));
const check = (change: Partial<SeedsProof>) => verifyWheel({ ...golden, ...change }, nobleHashes);

test("every golden spin matches, of every prize in every currency", () => {
  const kinds = new Set(vectors.rounds.map(({ currency, share }) => `${currency} ${share}`));
  expect(kinds.size).toBe(currencyCodes.length * wheelConfiguration.prizes.length);
  for (const vector of vectors.rounds) {
    const { verdict, result } = verifyWheel(recordOf(vector), nobleHashes);
    expect({ verdict, result }).toEqual({ verdict: "matches", result: String(vector.ticket) });
    // The claim typed by hand for this ticket is what the record claims.
    const { outcome, payout } = recordOf(vector);
    expect(wheelProof.outcome(String(vector.ticket), {})).toEqual(outcome);
    expect(wheelProof.prize?.(String(vector.ticket), vector.currency)).toBe(payout);
  }
});

test("the steps show the day in the message, the ticket, its sector and the prize", () => {
  const { steps } = check({});
  expect(steps.map(({ key, state }) => [key, state])).toEqual([
    ["commitment", "equal"],
    ["hmac", "computed"],
    ["word", "computed"],
    ["draw", "equal"],
    ["sector", "equal"],
    ["payout", "equal"],
  ]);
  const lines = steps.map(({ line }) => line.map(piece => (piece.mark ? `[${piece.text}]` : piece.text)).join(""));
  expect(lines[1]).toContain('"fairhouse-1:wheel:player-seed_1:20000:0"');
  expect(lines[3]).toMatch(/^\(\d+ × 1000000\) >> 64 = 448502 → \[448502\]$/);
  expect(lines[4]).toBe("448502 < 10000 + 40000 + 150000 + 300000 → [0.10]");
  expect(lines[5]).toBe("5000000 × 10 / 100 / 1000000 = [0.5]");
});

test("any change in a record shows as a difference", () => {
  for (const change of [
    { server_seed: "00".repeat(32) },
    { server_seed_hash: "00".repeat(32) },
    { client_seed: "other" },
    { nonce: 20_001 },
    { outcome: { ticket: 448_503, share: "0.10" } },
    { outcome: { ticket: "448502", share: "0.10" } },
    { outcome: { ticket: 448_502, share: "0.20" } },
    { outcome: null },
    { payout: "0.49" },
    { payout: "0" },
    { currency: "USD" },
    { config_hash: "ff".repeat(32) },
  ] as const)
    expect(check(change).verdict, JSON.stringify(change)).toBe("differs");
});

test("an unrevealed, unknown or invalid record gives no verdict", () => {
  expect(check({ server_seed: null })).toEqual({ verdict: "not_revealed", result: null, steps: [] });
  for (const change of [
    { rules_version: "wheel-2" },
    { version: "fairhouse-2" },
    { game: "dice" },
    { currency: "XXX" },
    { stake: "1" },
  ])
    expect(verifyWheel({ ...golden, ...change } as SeedsProof, nobleHashes).verdict, JSON.stringify(change)).toBe(
      "unknown",
    );
});

test("a record that names its configuration is checked against it", () => {
  expect(configurationHash(nobleHashes, wheelConfiguration)).toBe(vectors.config_hash);
  expect(check({ config_hash: vectors.config_hash }).verdict).toBe("matches");
});

const second = {
  version: "wheel-2",
  tickets: 1_000_000,
  top: { ...wheelConfiguration.top, KZT: 20_000_000 },
  prizes: [
    { of: 100, odds: 300_000 },
    { of: 25, odds: 700_000 },
  ],
};
/** The golden spin under prizes set in the office: ticket 448,502 wins a quarter of 20 tenge. */
const later = {
  rules_version: "wheel-2",
  configuration: second,
  config_hash: configurationHash(nobleHashes, second),
  outcome: { ticket: 448_502, share: "0.25" },
  payout: "5",
};

test("a spin under prizes set in the office is computed from the prizes in its record", () => {
  const { verdict, steps } = check(later);
  expect(verdict).toBe("matches");
  expect(steps.map(({ key }) => key)).toContain("configuration");
});

test("any change in such a record shows as a difference, and an invalid version is unknown", () => {
  const dearer = { ...second, top: { ...second.top, KZT: 40_000_000 } };
  for (const change of [
    { payout: "0.5" },
    { outcome: { ticket: 448_502, share: "0.10" } },
    { configuration: dearer, payout: "10" },
    { config_hash: vectors.config_hash },
    { currency: "USD" },
  ] as const)
    expect(check({ ...later, ...change }).verdict, JSON.stringify(change)).toBe("differs");
  for (const change of [
    { configuration: undefined },
    { config_hash: undefined },
    { configuration: { ...second, prizes: second.prizes.slice(1) } },
    { configuration: { ...second, version: "wheel-3" } },
    { rules_version: "wheel-3" },
    { rules_version: "wheel-1" },
  ])
    expect(check({ ...later, ...change } as Partial<SeedsProof>).verdict, JSON.stringify(change)).toBe("unknown");
});
