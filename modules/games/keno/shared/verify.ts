import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { commitmentStep, configurationSteps, mark, payoutStep, plain, step } from "#modules/fairness/shared/steps.ts";
import { blocksStep, noted, shuffleStep } from "#modules/fairness/shared/stream-steps.ts";
import { conclude, type ProofStep, type Verification, type Verifier } from "#modules/fairness/shared/verification.ts";
import {
  drawNumbers,
  hitsOf,
  isPlayable,
  type KenoBet,
  type KenoRules,
  kenoRules,
  multiplierAt,
  payoutAt,
  type Risk,
} from "./rules.ts";

/** Draws the ten numbers again from their seeds under the rules of the bet, and compares every part of the record. */
export function kenoVerifier(versions: RuleVersions<KenoRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    const bet = rules && betOf(rules, record.inputs);
    if (record.kind !== "seeds" || record.game !== "keno" || !rules || !bet) {
      return { verdict: "unknown", result: null, steps: [] };
    }
    if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
    return drawAgain(rules, record, record.server_seed, bet, hashes);
  };
}

export const verifyKeno = kenoVerifier(kenoRules);

function drawAgain(
  rules: KenoRules,
  record: SeedsProof,
  serverSeed: string,
  bet: KenoBet,
  hashes: Hashes,
): Verification {
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = noted(openStream(hashes, key, ["keno", record.client_seed, record.nonce]));
  const drawn = drawNumbers(rules, stream);
  const stake = parseDecimal(record.stake);
  const hits = hitsOf(bet.picks, drawn);
  const { numerator, denominator } = multiplierAt(rules, bet, hits);
  const formula = `${hits} of ${bet.picks.length}, ${bet.risk}: floor(${stake} × ${numerator} / ${denominator}) / 1000000`;
  return conclude(drawn.join(" "), [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, rules, record.config_hash),
    blocksStep(stream),
    shuffleStep(stream.words, rules.numbers, drawn.map(String), isSame(record.outcome?.drawn, drawn)),
    hitsStep(bet, drawn, hits, record.outcome?.hits),
    payoutStep(formula, formatAmount(payoutAt(rules, bet, stake, drawn)), record.payout),
  ]);
}

const isSame = (claimed: unknown, drawn: readonly number[]): boolean =>
  JSON.stringify(claimed) === JSON.stringify(drawn);

function hitsStep(bet: KenoBet, drawn: readonly number[], hits: number, claimed: unknown): ProofStep {
  const found = bet.picks.filter(pick => drawn.includes(pick)).join(" ");
  const line = [plain(`${bet.picks.join(" ")} ∩ drawn = {${found}} → `), mark(String(hits))];
  return step("hits", line, hits === claimed);
}

/** The bet in the record's inputs; undefined if the rules do not allow it. */
function betOf(rules: KenoRules, inputs: ProofRecord["inputs"]): KenoBet | undefined {
  const { risk, picks } = inputs ?? {};
  if (typeof risk !== "string" || !Array.isArray(picks)) return undefined;
  const bet: KenoBet = { risk: risk as Risk, picks };
  return isPlayable(rules, bet) ? bet : undefined;
}
