import { describe, expect, test } from "vitest";
import { buildChain, linkAt } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import { type ChainProof, chainProof } from "#modules/fairness/shared/proof.ts";
import { crashRules, drawPoint, drawX, pointOf } from "./rules.ts";
import vectors from "./vectors.json" with { type: "json" };
import { verifyCrash } from "./verify.ts";

const salt = "5a".repeat(32);
const chain = (() => {
  const walk = buildChain(
    nobleHashes,
    Uint8Array.from({ length: 32 }, (_, i) => 255 - i),
    20,
    10,
  );
  for (;;) {
    const step = walk.next();
    if (step.done) return step.value;
  }
})();
const linkOf = (index: number) => linkAt(nobleHashes, chain, index);

/** Round 107 of the sequence: the seventh of a chain that begins with round 101. */
const point = drawPoint(crashRules.current, openStream(nobleHashes, linkOf(7), ["crash", 107, salt]));
const round: ChainProof = chainProof.parse({
  kind: "chain",
  game: "crash",
  version: "fairhouse-1",
  rules_version: "crash-1",
  sequence: "crash",
  round: 107,
  head: toHex(linkOf(0)),
  first_round: 101,
  commitment: toHex(linkOf(6)),
  salt,
  link: toHex(linkOf(7)),
  outcome: { point: formatHundredths(point) },
});
const bet = (parts: { stake: string; payout: string; auto?: string; at: string | null }): ChainProof => ({
  ...round,
  currency: "USD",
  stake: parts.stake,
  payout: parts.payout,
  inputs: { auto_cash_out: parts.auto ?? null },
  outcome: { point: formatHundredths(point), cashed_out_at: parts.at },
});
const verdict = (record: ChainProof) => verifyCrash(record, nobleHashes).verdict;
const beside = (record: ChainProof, published: ChainProof) => verifyCrash(record, nobleHashes, published).verdict;

test("every golden round has the point it says", () => {
  expect(vectors.rounds.length).toBeGreaterThan(250);
  for (const vector of vectors.rounds) {
    const link = required(parseHex(vector.link), "link");
    expect(toHex(nobleHashes.sha256(link))).toBe(vector.commitment);
    const x = drawX(crashRules.current, openStream(nobleHashes, link, ["crash", vector.round, vector.salt]));
    expect([String(x), formatHundredths(pointOf(crashRules.current, x))]).toEqual([vector.x, vector.point]);
  }
});

test("a round is checked from its link to the published head, step by step", () => {
  const { verdict, result, steps } = verifyCrash(round, nobleHashes);
  expect([verdict, result]).toEqual(["matches", formatHundredths(point)]);
  expect(steps.map(step => [step.key, step.state])).toEqual([
    ["commitment", "equal"],
    ["head", "equal"],
    ["hmac", "computed"],
    ["word", "computed"],
    ["shift", "computed"],
    ["point", "equal"],
  ]);
  expect(steps[1]?.values).toEqual({ times: "7" });
});

test("any change of a round is detected", () => {
  const changes: Partial<ChainProof>[] = [
    { round: 106 },
    { first_round: 100 },
    { first_round: 108 },
    { head: salt },
    { commitment: salt },
    { salt: "00".repeat(32) },
    { link: toHex(linkOf(8)) },
    { outcome: { point: formatHundredths(point + 1) } },
    { outcome: null },
  ];
  for (const change of changes) expect(verdict({ ...round, ...change }), JSON.stringify(change)).toBe("differs");
  expect(verdict({ ...round, link: null })).toBe("not_revealed");
  expect(verdict({ ...round, sequence: "other" })).toBe("unknown");
  expect(verdict({ ...round, rules_version: "crash-2" })).toBe("unknown");
});

test("a record that names its configuration is held to it", () => {
  expect(verdict({ ...round, config_hash: vectors.config_hash })).toBe("matches");
  expect(verdict({ ...round, config_hash: "ff".repeat(32) })).toBe("differs");
});

test("bets on it: cashed out in time, lost, and what may not be", () => {
  expect(point).toBeGreaterThan(120); // so that there is room for a win below it
  const above = formatHundredths(point + 1);
  const right = [
    bet({ stake: "10", payout: "12", at: "1.20" }),
    bet({ stake: "10", payout: "11", auto: "1.10", at: "1.10" }),
    bet({ stake: "10", payout: "10.1", auto: "1.20", at: "1.01" }),
    bet({ stake: "10", payout: "0", at: null }),
    bet({ stake: "10", payout: "0", auto: above, at: null }),
  ];
  for (const record of right) expect(beside(record, round), JSON.stringify(record)).toBe("matches");
  const wrong = [
    bet({ stake: "10", payout: "11.99", at: "1.20" }),
    bet({ stake: "10", payout: "10", at: "1.00" }),
    bet({ stake: "10", payout: formatHundredths((point + 1) * 10), at: above }),
    bet({ stake: "10", payout: "12", auto: "1.10", at: "1.20" }),
    bet({ stake: "10", payout: "0", auto: "1.10", at: null }),
    bet({ stake: "10", payout: "5", at: null }),
    // Refunded although no record says that the round was voided.
    bet({ stake: "10", payout: "10", at: null }),
  ];
  for (const record of wrong) {
    expect(verdict(record), JSON.stringify(record)).toBe("differs");
    expect(beside(record, round), JSON.stringify(record)).toBe("differs");
  }
});

describe("a stake is refunded", () => {
  const back = bet({ stake: "10", payout: "10", at: null });
  const above = formatHundredths(point + 1);

  test("only where the public record of the round says that it was voided, with the same link", () => {
    const [bet, published] = [
      { ...back, voided: "in_flight" },
      { ...round, voided: "in_flight" },
    ];
    expect(beside(bet, published)).toBe("matches");
    expect(verdict(bet)).toBe("unknown");
    for (const other of [round, { ...published, voided: "before_flight" }, { ...published, round: 106 }, bet])
      expect(beside(bet, other), JSON.stringify(other)).toBe("differs");
    expect(beside(bet, { ...published, link: toHex(linkOf(8)) })).toBe("differs");
    expect(beside(back, published)).toBe("differs");
  });

  test("to all players of a round that never flew, to those without an automatic cash-out of one that did", () => {
    const of = (record: ChainProof, voided: string) => beside({ ...record, voided }, { ...round, voided });
    const auto = (payout: string, target: string, at: string | null) => bet({ stake: "10", payout, auto: target, at });
    expect(of(auto("10", "1.10", null), "before_flight")).toBe("matches");
    expect(of(bet({ stake: "10", payout: "12", at: "1.20" }), "before_flight")).toBe("differs");
    expect(of(bet({ stake: "10", payout: "0", at: null }), "before_flight")).toBe("differs");
    expect(of(bet({ stake: "10", payout: "12", at: "1.20" }), "in_flight")).toBe("matches");
    expect(of(auto("11", "1.10", "1.10"), "in_flight")).toBe("matches");
    expect(of(auto("0", above, null), "in_flight")).toBe("matches");
    expect(of(auto("10", above, null), "in_flight")).toBe("differs");
    expect(of(bet({ stake: "10", payout: "0", at: null }), "in_flight")).toBe("differs");
    expect(of(back, "because")).toBe("differs");
  });
});
