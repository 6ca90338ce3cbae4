import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import {
  commitmentStep,
  configurationSteps,
  lastWord,
  mark,
  payoutStep,
  plain,
  step,
  wordSteps,
} from "#modules/fairness/shared/steps.ts";
import { conclude, type Verification, type Verifier } from "#modules/fairness/shared/verification.ts";
import { drawX, type LimboRules, limboRules, payoutAt, resultOf } from "./rules.ts";
import { storedTarget } from "./stored-target.ts";

/** Recomputes the result of a bet from its seeds under the rules it was made with, and compares every part of the record. */
export function limboVerifier(versions: RuleVersions<LimboRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    const target = rules && storedTarget(rules, record.inputs);
    if (record.kind !== "seeds" || record.game !== "limbo" || !rules || target === undefined) {
      return { verdict: "unknown", result: null, steps: [] };
    }
    if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
    return drawAgain(rules, record, record.server_seed, target, hashes);
  };
}

export const verifyLimbo = limboVerifier(limboRules);

function drawAgain(
  rules: LimboRules,
  record: SeedsProof,
  serverSeed: string,
  target: number,
  hashes: Hashes,
): Verification {
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = openStream(hashes, key, ["limbo", record.client_seed, record.nonce]);
  const x = drawX(rules, stream);
  const result = resultOf(rules, x);
  const shown = formatHundredths(result);
  const stake = parseDecimal(record.stake);
  const formula =
    result >= target
      ? `${shown} ≥ ${formatHundredths(target)}: floor(${stake} × ${target} / 100) / 1000000`
      : `${shown} < ${formatHundredths(target)}`;
  return conclude(shown, [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, rules, record.config_hash),
    ...wordSteps(stream, "server seed"),
    step("shift", [plain(`${lastWord(stream)} >> ${64 - rules.bits} = `), mark(String(x))]),
    step(
      "result",
      [plain(`floor(${rules.rtp_percent} × 2^${rules.bits} / (2^${rules.bits} − ${x})) / 100 → `), mark(shown)],
      record.outcome?.result === shown,
    ),
    payoutStep(formula, formatAmount(payoutAt(target, stake, result)), record.payout),
  ]);
}

/** The target as the record's inputs say it, in hundredths; undefined when it could not have been bet on. */
