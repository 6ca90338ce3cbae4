import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import { caseConfiguration, casesRules, findCase } from "./rules.ts";
import vectors from "./vectors.json" with { type: "json" };
import { verifyCases } from "./verify.ts";

const { current: rules } = casesRules;
const { cases } = rules;

function recordOf(vector: (typeof vectors.rounds)[number]): SeedsProof {
  const { prices } = required(findCase(rules, vector.slug), vector.slug);
  const currency = (["RUB", "USD", "KZT"] as const).find(
    each => BigInt(prices[each]) * 10_000n === BigInt(vector.price),
  );
  return {
    kind: "seeds",
    game: "cases",
    version: "fairhouse-1",
    rules_version: "cases-1",
    server_seed_hash: toHex(nobleHashes.sha256(required(parseHex(vector.server_seed), "hex"))),
    server_seed: vector.server_seed,
    client_seed: vector.client_seed,
    nonce: vector.nonce,
    inputs: { slug: vector.slug, count: vector.count },
    outcome: { tickets: vector.tickets, multipliers: vector.multipliers },
    currency: required(currency, "a price of a currency"),
    stake: formatAmount(micros(BigInt(vector.price) * BigInt(vector.count))),
    payout: formatAmount(micros(BigInt(vector.payout))),
  };
}

const golden = recordOf(required(vectors.rounds[4], "five amber cases"));
const check = (change: Partial<SeedsProof>) => verifyCases({ ...golden, ...change }, nobleHashes);

test("every golden round matches, of every case and every number at once", () => {
  expect(new Set(vectors.rounds.map(({ slug, count }) => `${slug} ${count}`)).size).toBe(5 * cases.length);
  for (const vector of vectors.rounds) {
    const { verdict, result } = verifyCases(recordOf(vector), nobleHashes);
    expect({ verdict, result }).toEqual({ verdict: "matches", result: vector.tickets.join(" ") });
  }
});

test("the configuration of every case hashes as the second verifier has it", () => {
  for (const { slug } of cases)
    expect(configurationHash(nobleHashes, caseConfiguration(rules, slug))).toBe(
      vectors.config_hashes[slug as keyof typeof vectors.config_hashes],
    );
});

test("the steps show each ticket, its prize and the arithmetic", () => {
  const { steps } = check({});
  expect(steps.map(({ key, state }) => [key, state])).toEqual([
    ["commitment", "equal"],
    ["blocks", "computed"],
    ["tickets", "equal"],
    ["price", "equal"],
    ["payout", "equal"],
  ]);
  const lines = steps.map(({ line }) => line.map(piece => (piece.mark ? `[${piece.text}]` : piece.text)).join(""));
  expect(lines[2]).toMatch(/^\(\d+ × 1000000\) >> 64 = 998078 → \[0\.20\]; .*= 967755 → \[0\.20\]$/);
  expect(lines[3]).toBe("5 × 3 USD = [15]");
  expect(lines[4]).toBe("3000000 × (20 + 100 + 400 + 20 + 20) / 100 / 1000000 = [16.8]");
});

test("any change of a record shows as a difference", () => {
  const { tickets, multipliers } = golden.outcome as { tickets: number[]; multipliers: string[] };
  for (const change of [
    { server_seed_hash: "00".repeat(32) },
    { client_seed: "other" },
    { nonce: 5 },
    { payout: "16.9" },
    { stake: "15.01" },
    { outcome: { tickets: [...tickets].reverse(), multipliers } },
    { outcome: { tickets, multipliers: multipliers.map(() => "100.00") } },
    { inputs: { slug: "amber", count: 4 } },
    { inputs: { slug: "harbour", count: 5 } },
    { config_hash: "ff".repeat(32) },
  ])
    expect(check(change).verdict, JSON.stringify(change)).toBe("differs");
  expect(check({ server_seed: null }).verdict).toBe("not_revealed");
  const unknown = [{ slug: "none", count: 1 }, { slug: "amber", count: 6 }, { slug: "amber", count: "1" }, {}];
  for (const inputs of unknown) expect(check({ inputs }).verdict).toBe("unknown");
  expect(check({ rules_version: "cases-2" }).verdict).toBe("unknown");
});

test("a record that names its configuration is held to the very case", () => {
  expect(check({ config_hash: vectors.config_hashes.amber }).verdict).toBe("matches");
  expect(check({ config_hash: vectors.config_hashes.harbour }).verdict).toBe("differs");
});
