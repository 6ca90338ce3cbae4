import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { configurationHash } from "#modules/fairness/shared/configuration.ts";
import {
  type ChainProof,
  chainProof,
  type ProofRecord,
  type SeedsProof,
  seedsProof,
} from "#modules/fairness/shared/proof.ts";
import { rouletteProof, rouletteTableProof } from "./proof.ts";
import { rouletteRules } from "./rules.ts";
import vectors from "./vectors.json" with { type: "json" };
import { verifyRoulette } from "./verify.ts";

const link = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const hash = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const config_hash = configurationHash(nobleHashes, rouletteRules.current);

/** Golden: pocket 26. */
const round: ChainProof = chainProof.parse({
  kind: "chain",
  game: "roulette",
  version: "fairhouse-1",
  rules_version: "roulette-1",
  config_hash,
  sequence: "roulette-1",
  round: 1,
  first_round: 1,
  head: hash,
  commitment: hash,
  link,
  salt: `${"00".repeat(31)}01`,
  outcome: { pocket: 26 },
});
const tableBet: ChainProof = {
  ...round,
  inputs: {
    chips: [
      { spot: "straight-26", stake: "1" },
      { spot: "black", stake: "2.5" },
    ],
  },
  currency: "USD",
  stake: "3.5",
  payout: "41",
};
/** Golden: pocket 36. */
const privateSpin: SeedsProof = seedsProof.parse({
  kind: "seeds",
  game: "roulette",
  version: "fairhouse-1",
  rules_version: "roulette-1",
  config_hash,
  server_seed_hash: hash,
  server_seed: link,
  client_seed: "player-seed_1",
  nonce: 0,
  inputs: {
    chips: [
      { spot: "six-line-31-36", stake: "0.1" },
      { spot: "odd", stake: "0.1" },
    ],
  },
  outcome: { pocket: 36 },
  currency: "USD",
  stake: "0.2",
  payout: "0.6",
});
const check = (record: ProofRecord) => verifyRoulette(record, nobleHashes);

test("a round, a bet at the table and a private spin match their records", () => {
  expect(check(round)).toMatchObject({ verdict: "matches", result: "26" });
  expect(check(tableBet)).toMatchObject({ verdict: "matches", result: "26" });
  expect(check(privateSpin)).toMatchObject({ verdict: "matches", result: "36" });
});

test("every golden private spin matches, and with another payout differs", () => {
  for (const { server_seed, client_seed, nonce, chips, pocket, payout } of vectors.spins.slice(0, 200)) {
    const amount = (text: string | undefined) => String(Number(text) / 1e6);
    const stake = chips.reduce((sum, [, text]) => sum + Number(text), 0);
    const record: SeedsProof = {
      ...privateSpin,
      server_seed,
      client_seed,
      nonce,
      outcome: { pocket },
      stake: String(stake / 1e6),
      payout: amount(payout),
      server_seed_hash: Buffer.from(nobleHashes.sha256(Buffer.from(server_seed, "hex"))).toString("hex"),
      inputs: { chips: chips.map(([spot, text]) => ({ spot, stake: amount(text) })) },
    };
    expect(check(record).verdict, record.client_seed).toBe("matches");
    expect(check({ ...record, payout: `${Number(record.payout) + 1}` }).verdict).toBe("differs");
  }
});

test("each lie is found: number, payout, stake, chips, link, head, configuration", () => {
  const lies: ChainProof[] = [
    { ...tableBet, outcome: { pocket: 27 } },
    { ...tableBet, payout: "36" },
    { ...tableBet, stake: "3" },
    {
      ...tableBet,
      inputs: {
        chips: [
          { spot: "straight-25", stake: "1" },
          { spot: "black", stake: "2.5" },
        ],
      },
    },
    { ...tableBet, commitment: "00".repeat(32) },
    { ...tableBet, head: "00".repeat(32) },
    { ...tableBet, round: 2 },
    { ...tableBet, salt: "00".repeat(32) },
    { ...tableBet, config_hash: "00".repeat(32) },
    // A refunded stake although no record says that the spin was voided.
    { ...tableBet, payout: "3.5" },
  ];
  for (const lie of lies) expect(check(lie).verdict, JSON.stringify(lie)).toBe("differs");
});

test("a stake is refunded only if the public record of the spin says that it was voided", () => {
  const { inputs: _inputs, stake: _stake, payout: _payout, currency: _currency, ...played } = tableBet;
  const voided: ChainProof = { ...played, voided: "betting" };
  const beside = (bet: ChainProof, published?: ProofRecord) => verifyRoulette(bet, nobleHashes, published).verdict;
  const back: ChainProof = { ...tableBet, voided: "betting", payout: "3.5" };
  expect(beside(back, voided)).toBe("matches");
  expect(beside(back)).toBe("unknown");
  expect(beside(back, played)).toBe("differs");
  expect(beside(back, { ...voided, round: 2 })).toBe("differs");
  expect(beside(back, back)).toBe("differs");
  expect(beside({ ...back, payout: "36" }, voided)).toBe("differs");
  expect(beside(tableBet, played)).toBe("matches");
  expect(beside(tableBet, voided)).toBe("differs");
});

test("nothing is computed before the secret is revealed, nor for records the verifier does not support", () => {
  expect(check({ ...tableBet, link: null }).verdict).toBe("not_revealed");
  expect(check({ ...privateSpin, server_seed: null }).verdict).toBe("not_revealed");
  const unknown: ProofRecord[] = [
    { ...tableBet, sequence: "roulette-2" },
    { ...tableBet, rules_version: "roulette-2" },
    { ...tableBet, inputs: { chips: [{ spot: "pink", stake: "1" }] } },
    { ...tableBet, inputs: {} },
    { ...privateSpin, inputs: { chips: [] } },
    { ...privateSpin, inputs: { chips: [{ spot: "red", stake: "1e3" }] } },
    { ...privateSpin, inputs: { chips: [null] } },
    { ...privateSpin, game: "dice" },
  ];
  for (const record of unknown) expect(check(record).verdict).toBe("unknown");
});

test("by hand the number alone is computed; the fields of a record make its chips again", () => {
  expect(check({ ...privateSpin, inputs: {}, stake: "0", payout: "0" })).toMatchObject({ result: "36" });
  const values = rouletteProof.values(privateSpin.inputs);
  expect(values).toEqual({ chips: "six-line-31-36 0.1, odd 0.1" });
  expect(rouletteProof.inputs(values)).toEqual(privateSpin.inputs);
  expect(rouletteTableProof.outcome("26", {})).toEqual({ pocket: 26 });
});
