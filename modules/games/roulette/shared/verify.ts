import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream, type WordStream } from "#kit/fair/stream.ts";
import { amountPattern, formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { ChainProof, ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import { publishedSteps } from "#modules/fairness/shared/published.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import {
  commitmentStep,
  configurationSteps,
  drawStep,
  headStep,
  lastWord,
  mark,
  payoutStep,
  plain,
  step,
  wordSteps,
} from "#modules/fairness/shared/steps.ts";
import { conclude, type ProofStep, type Verification, type Verifier } from "#modules/fairness/shared/verification.ts";
import { spotOf } from "./cloth.ts";
import { tableName } from "./round.ts";
import {
  type Chip,
  chipPayout,
  drawPocket,
  isPlayable,
  multiplierOf,
  payoutAt,
  type RouletteRules,
  rouletteRules,
  totalStake,
} from "./rules.ts";

const unknown: Verification = { verdict: "unknown", result: null, steps: [] };
const notRevealed: Verification = { verdict: "not_revealed", result: null, steps: [] };

/**
 * Works out a spin, at the table or private, from its secret step by step, and compares every part of the record. A bet that says that
 * its spin was voided is judged only beside the public record of the spin.
 */
export function rouletteVerifier(versions: RuleVersions<RouletteRules>): Verifier {
  return (record, hashes, published) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    if (record.game !== "roulette" || !rules) return unknown;
    if (record.kind === "chain") return verifyTable(rules, record, hashes, published);
    return record.kind === "seeds" ? verifyPrivate(rules, record, hashes) : unknown;
  };
}

export const verifyRoulette = rouletteVerifier(rouletteRules);

function verifyTable(
  rules: RouletteRules,
  record: ChainProof,
  hashes: Hashes,
  published: ProofRecord | undefined,
): Verification {
  const chips = chipsOf(record.inputs);
  const isBet = record.stake !== undefined;
  if (record.sequence !== tableName || (isBet && !chips)) return unknown;
  if (record.link === null) return notRevealed;
  if (isBet && record.voided !== undefined && !published) return unknown;
  const link = required(parseHex(record.link), "the link is hexadecimal");
  const head = required(parseHex(record.head), "the head is hexadecimal");
  const stream = openStream(hashes, link, [record.sequence, record.round, record.salt]);
  const pocket = drawPocket(rules, stream);
  return conclude(String(pocket), [
    commitmentStep(hashes, link, record.commitment),
    headStep(hashes, link, record.round - record.first_round + 1, head),
    ...pocketSteps(rules, stream, "link", pocket, record, hashes),
    ...publishedSteps(record, published),
    ...(isBet && chips ? tableBetSteps(rules, record, chips, pocket) : []),
  ]);
}

function verifyPrivate(rules: RouletteRules, record: SeedsProof, hashes: Hashes): Verification {
  const chips = chipsOf(record.inputs);
  // Computed by hand a spin needs no chips: there is a number, and nothing that was paid.
  const isNumberOnly = !chips && record.stake === "0" && record.payout === "0";
  if (!chips && !isNumberOnly) return unknown;
  if (record.server_seed === null) return notRevealed;
  const key = required(parseHex(record.server_seed), "the server seed is hexadecimal");
  const stream = openStream(hashes, key, ["roulette", record.client_seed, record.nonce]);
  const pocket = drawPocket(rules, stream);
  return conclude(String(pocket), [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...pocketSteps(rules, stream, "server seed", pocket, record, hashes),
    ...(chips ? chipSteps(rules, record, chips, pocket) : []),
  ]);
}

function pocketSteps(
  rules: RouletteRules,
  stream: WordStream,
  secretName: string,
  pocket: number,
  record: ProofRecord,
  hashes: Hashes,
): ProofStep[] {
  const claimed = record.outcome?.pocket;
  const shown = typeof claimed === "number" ? String(claimed) : claimed;
  return [
    ...configurationSteps(hashes, rules, record.config_hash),
    ...wordSteps(stream, secretName),
    drawStep(lastWord(stream), BigInt(rules.pockets), BigInt(pocket), String(pocket), shown),
  ];
}

/** Of a bet at the table: a voided spin gives every stake back, every other pays by the chips. */
function tableBetSteps(rules: RouletteRules, record: ChainProof, chips: readonly Chip[], pocket: number): ProofStep[] {
  const { stake = "0", payout } = record;
  if (record.voided === undefined) return chipSteps(rules, record, chips, pocket);
  return [step("refund", [plain("payout = stake = "), mark(stake)], payout === stake)];
}

/** The chips that won, each with what its spot pays, and their sum. */
function chipSteps(rules: RouletteRules, record: ProofRecord, chips: readonly Chip[], pocket: number): ProofStep[] {
  const won = chips.filter(chip => chipPayout(rules, chip, pocket) > 0n);
  const stake = formatAmount(totalStake(chips));
  const formula = won.map(({ spot, stake }) => {
    const { numerator, denominator } = multiplierOf(rules, required(spotOf(spot), "a chip lies on a spot"));
    return `${spot} ${formatAmount(stake)} × ${numerator} / ${denominator}`;
  });
  return [
    step("chips", [plain(`${chips.length} → `), mark(stake)], stake === record.stake),
    payoutStep(formula.join(" + ") || "0", formatAmount(payoutAt(rules, chips, pocket)), record.payout),
  ];
}

/** The chips as the record's inputs say them; undefined when they could not have been laid. */
function chipsOf(inputs: ProofRecord["inputs"]): Chip[] | undefined {
  const given = inputs?.chips;
  if (!Array.isArray(given)) return undefined;
  const chips: Chip[] = [];
  for (const each of given as readonly { spot?: unknown; stake?: unknown }[]) {
    const { spot, stake } = each ?? {};
    if (typeof spot !== "string" || typeof stake !== "string" || !amountPattern.test(stake)) return undefined;
    chips.push({ spot, stake: parseDecimal(stake) });
  }
  return isPlayable(chips) ? chips : undefined;
}
