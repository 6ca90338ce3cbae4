import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import {
  commitmentStep,
  configurationSteps,
  drawStep,
  lastWord,
  mark,
  payoutStep,
  plain,
  step,
  wordSteps,
} from "#modules/fairness/shared/steps.ts";
import { conclude, type Verification, type Verifier } from "#modules/fairness/shared/verification.ts";
import {
  drawPath,
  isPlayable,
  multiplierAt,
  type PlinkoBet,
  type PlinkoRules,
  pathText,
  payoutAt,
  plinkoRules,
  type Risk,
  slotOf,
} from "./rules.ts";

/** Drops a ball again from its seeds under the rules it was dropped with, and compares every part of the record. */
export function plinkoVerifier(versions: RuleVersions<PlinkoRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    const bet = rules && betOf(rules, record.inputs);
    if (record.kind !== "seeds" || record.game !== "plinko" || !rules || !bet) {
      return { verdict: "unknown", result: null, steps: [] };
    }
    if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
    return dropAgain(rules, record, record.server_seed, bet, hashes);
  };
}

export const verifyPlinko = plinkoVerifier(plinkoRules);

function dropAgain(
  rules: PlinkoRules,
  record: SeedsProof,
  serverSeed: string,
  bet: PlinkoBet,
  hashes: Hashes,
): Verification {
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = openStream(hashes, key, ["plinko", record.client_seed, record.nonce]);
  const drawn = drawPath(stream, bet.rows);
  const path = pathText(drawn, bet.rows);
  const slot = slotOf(path);
  const stake = parseDecimal(record.stake);
  const { numerator, denominator } = multiplierAt(rules, bet, slot);
  const formula = `${bet.rows} rows, ${bet.risk}, slot ${slot}: floor(${stake} × ${numerator} / ${denominator}) / 1000000`;
  return conclude(path, [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, rules, record.config_hash),
    ...wordSteps(stream, "server seed"),
    drawStep(lastWord(stream), 1n << BigInt(bet.rows), BigInt(drawn), path, record.outcome?.path),
    step("slot", [plain(`${path}: `), mark(String(slot))], record.outcome?.slot === slot),
    payoutStep(formula, formatAmount(payoutAt(rules, bet, stake, slot)), record.payout),
  ]);
}

/** The bet as the record's inputs say it; undefined when it could not have been made. */
function betOf(rules: PlinkoRules, inputs: ProofRecord["inputs"]): PlinkoBet | undefined {
  const { rows, risk } = inputs ?? {};
  if (typeof rows !== "number" || typeof risk !== "string") return undefined;
  const bet: PlinkoBet = { rows, risk: risk as Risk };
  return isPlayable(rules, bet) ? bet : undefined;
}
