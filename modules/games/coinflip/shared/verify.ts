import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount, type Micros, micros, parseDecimal, payoutOf } from "#kit/money/amount.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { commitmentStep, configurationSteps, mark, payoutStep, plain, step } from "#modules/fairness/shared/steps.ts";
import { blocksStep, drawsLine, noted } from "#modules/fairness/shared/stream-steps.ts";
import { conclude, type ProofStep, type Verification, type Verifier } from "#modules/fairness/shared/verification.ts";
import { type CoinflipRules, coinflipRules, drawSides, multiplierAfter, type Side, sides } from "./rules.ts";

/** A bet as the record's inputs say it: one flip, or a ladder with what was called before each of its flips. */
export interface Called {
  readonly ladder: boolean;
  readonly called: readonly Side[];
}

/** Flips the coin again from its seeds under the rules of the bet, and compares every part of the record. */
export function coinflipVerifier(versions: RuleVersions<CoinflipRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    const bet = rules && calledIn(rules, record.inputs);
    if (record.kind !== "seeds" || record.game !== "coinflip" || !rules || !bet) {
      return { verdict: "unknown", result: null, steps: [] };
    }
    if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
    return flipAgain(rules, record, record.server_seed, bet, hashes);
  };
}

export const verifyCoinflip = coinflipVerifier(coinflipRules);

function flipAgain(
  rules: CoinflipRules,
  record: SeedsProof,
  serverSeed: string,
  bet: Called,
  hashes: Hashes,
): Verification {
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = noted(openStream(hashes, key, ["coinflip", record.client_seed, record.nonce]));
  const landed = drawSides(stream, bet.called.length);
  const { formula, payout } = paysOf(rules, bet, landed, parseDecimal(record.stake));
  const same = JSON.stringify(record.outcome?.landed) === JSON.stringify(landed);
  const belows = landed.map(() => 2);
  return conclude(landed.join(" "), [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, rules, record.config_hash),
    ...(landed.length > 0 ? [blocksStep(stream)] : []),
    step("flips", drawsLine(stream.words, belows, landed), same),
    callsStep(bet, landed, record.outcome?.end),
    payoutStep(formula, formatAmount(payout), record.payout),
  ]);
}

/** How a bet with these calls can have ended: undefined is a single flip, which has no end of its own. */
export function endsOf({ ladder, called }: Called, landed: readonly Side[]): readonly (string | undefined)[] {
  if (!ladder) return [undefined];
  const wrong = called.findIndex((side, index) => side !== landed[index]);
  if (wrong >= 0) return wrong === called.length - 1 ? ["lost"] : [];
  return called.length === 0 ? ["refunded"] : ["cashed_out", "completed", "expired"];
}

function callsStep(bet: Called, landed: readonly Side[], end: unknown): ProofStep {
  const line = bet.called.flatMap((side, index) => {
    const right = side === landed[index];
    return [plain(`${index === 0 ? "" : ", "}${side} `), mark(right ? "✓" : "✗")];
  });
  const endNote = bet.ladder ? [plain(` → ${String(end)}`)] : [];
  return step("calls", [...line, ...endNote], endsOf(bet, landed).includes(end as string | undefined));
}

function paysOf(
  rules: CoinflipRules,
  bet: Called,
  landed: readonly Side[],
  stake: Micros,
): { formula: string; payout: Micros } {
  if (endsOf(bet, landed).includes("refunded")) return { formula: "given back", payout: stake };
  if (bet.called.some((side, index) => side !== landed[index])) return { formula: "a wrong call", payout: micros(0n) };
  const ratio = multiplierAfter(rules, bet.called.length);
  return {
    formula: `floor(${stake} × ${ratio.numerator} / ${ratio.denominator}) / 1000000`,
    payout: payoutOf(stake, ratio),
  };
}

/** What was bet, as the record's inputs say it; undefined when it could not have been. */
export function calledIn(rules: CoinflipRules, inputs: ProofRecord["inputs"]): Called | undefined {
  const { side, ladder, called } = inputs ?? {};
  const isSide = (value: unknown): value is Side => sides.includes(value as Side);
  if (isSide(side) && ladder === undefined) return { ladder: false, called: [side] };
  if (ladder !== true || !Array.isArray(called) || called.length > rules.most_flips) return undefined;
  return called.every(isSide) ? { ladder: true, called } : undefined;
}
