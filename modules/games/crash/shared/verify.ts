import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { formatHundredths, parseHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import type { ChainProof, ProofRecord } from "#modules/fairness/shared/proof.ts";
import { publishedSteps } from "#modules/fairness/shared/published.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import {
  commitmentStep,
  configurationSteps,
  headStep,
  lastWord,
  mark,
  payoutStep,
  plain,
  step,
  wordSteps,
} from "#modules/fairness/shared/steps.ts";
import { conclude, type ProofStep, type Verification, type Verifier } from "#modules/fairness/shared/verification.ts";
import { type CrashRules, crashRules, drawX, payoutAt, pointOf } from "./rules.ts";

/**
 * Works out a round's point from its link, step by step, and compares it and, for a bet, the payout with the record. That a round was
 * voided no hash can show: a bet that says so is judged only beside the public record of its round.
 */
export function crashVerifier(versions: RuleVersions<CrashRules>): Verifier {
  return (record, hashes, published) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    if (record.kind !== "chain" || record.game !== "crash" || record.sequence !== "crash" || !rules) {
      return { verdict: "unknown", result: null, steps: [] };
    }
    if (record.link === null) return { verdict: "not_revealed", result: null, steps: [] };
    const isBet = record.stake !== undefined;
    if (isBet && record.voided !== undefined && !published) return { verdict: "unknown", result: null, steps: [] };
    return flyAgain(rules, record, record.link, hashes, published);
  };
}

export const verifyCrash = crashVerifier(crashRules);

function flyAgain(
  rules: CrashRules,
  record: ChainProof,
  linkHex: string,
  hashes: Hashes,
  published?: ProofRecord,
): Verification {
  const link = required(parseHex(linkHex), "the link is hexadecimal");
  const head = required(parseHex(record.head), "the head is hexadecimal");
  const stream = openStream(hashes, link, [record.sequence, record.round, record.salt]);
  const x = drawX(rules, stream);
  const point = pointOf(rules, x);
  const shown = formatHundredths(point);
  return conclude(shown, [
    commitmentStep(hashes, link, record.commitment),
    headStep(hashes, link, record.round - record.first_round + 1, head),
    ...configurationSteps(hashes, rules, record.config_hash),
    ...wordSteps(stream, "link"),
    step("shift", [plain(`${lastWord(stream)} >> ${64 - rules.bits} = `), mark(String(x))]),
    step(
      "point",
      [plain(`floor(${rules.rtp_percent} × 2^${rules.bits} / (2^${rules.bits} − ${x})) / 100 → `), mark(shown)],
      record.outcome?.point === shown,
    ),
    ...publishedSteps(record, published),
    ...betSteps(rules, record, point),
  ]);
}

/** Checks a bet: cashed out at its multiplier, at or below the point, and paid accordingly; or lost, or refunded as the rules allow. */
function betSteps(rules: CrashRules, record: ChainProof, point: number): ProofStep[] {
  if (record.stake === undefined) return [];
  const stake = parseDecimal(record.stake);
  const at = readMultiplier(record.outcome?.cashed_out_at);
  const target = readMultiplier(record.inputs?.auto_cash_out);
  if (at === undefined) {
    if (isGivenBack(record, target))
      return [step("refund", [plain("payout = stake = "), mark(record.stake)], record.payout === record.stake)];
    const missed = target !== undefined && target <= point;
    const line = [
      plain(target === undefined ? "no cash-out" : `${formatHundredths(target)} > ${formatHundredths(point)}`),
    ];
    return [step("no_cash_out", line, !missed), payoutStep("lost", "0", record.payout)];
  }
  const inTime = at >= rules.min_cash_out && at <= point && (target === undefined || at <= target);
  const flown = record.voided !== "before_flight";
  const line = [mark(formatHundredths(at)), plain(` ≤ ${formatHundredths(point)}`)];
  const payout = formatAmount(payoutAt(stake, at));
  return [
    step("cash_out", line, inTime && flown),
    payoutStep(`floor(${stake} × ${at} / 100) / 1000000`, payout, record.payout),
  ];
}

/** A round that never flew gives every stake back; one that was voided in flight only those without an automatic cash-out. */
function isGivenBack(record: ChainProof, target: number | undefined): boolean {
  if (record.voided === "before_flight") return true;
  return record.voided === "in_flight" && target === undefined;
}

function readMultiplier(value: unknown): number | undefined {
  return typeof value === "string" ? parseHundredths(value) : undefined;
}
