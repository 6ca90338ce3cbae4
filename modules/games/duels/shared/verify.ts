import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { verifyMultiplayer } from "#modules/fairness/shared/multiplayer.ts";
import type { MultiplayerProof, ProofRecord } from "#modules/fairness/shared/proof.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import {
  configurationSteps,
  drawStep,
  lastWord,
  mark,
  payoutStep,
  plain,
  step,
} from "#modules/fairness/shared/steps.ts";
import type { ProofStep, Verification, Verifier } from "#modules/fairness/shared/verification.ts";
import { type DuelsRules, duelsRules, openerWins, sideShown, sides, winnerGets } from "./rules.ts";

/** Recomputes which side a duel's coin shows, and compares it, the winner and the payout with the record. */
export function duelsVerifier(versions: RuleVersions<DuelsRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    return rules ? flipAgain(rules, record, hashes) : unknown;
  };
}

export const verifyDuels = duelsVerifier(duelsRules);

const unknown: Verification = { verdict: "unknown", result: null, steps: [] };

function flipAgain(rules: DuelsRules, record: ProofRecord, hashes: Hashes): Verification {
  const side = sides.find(each => each === record.inputs?.side);
  if (record.kind !== "between" || record.game !== "duels" || !side) return unknown;
  return verifyMultiplayer(record, hashes, (stream, entries) => {
    const opener = openerWins(stream);
    const shown = sideShown(side, opener);
    const seat = opener ? 1 : 2;
    const drawn = opener ? 0n : 1n;
    const stake = required(entries[0], "a duel that was decided has two entries").stake;
    return {
      result: shown,
      steps: [
        ...configurationSteps(hashes, rules, record.config_hash),
        drawStep(lastWord(stream), 2n, drawn, String(drawn), String(drawn)),
        step("coin", [plain(`${drawn} → `), mark(shown)], record.outcome?.side === shown),
        ...payoutSteps(rules, record, seat, stake),
      ],
    };
  });
}

/** Of a duel: what the winner got. Of a stake in it: what it paid. */
function payoutSteps(rules: DuelsRules, record: MultiplayerProof, winner: number, stake: bigint): ProofStep[] {
  const payout = formatAmount(winnerGets(rules, stake));
  const formula = `floor(2 × ${stake} × ${rules.payout_percent} / 100) / 1000000`;
  if (record.stake === undefined) {
    const claimed = record.outcome?.payout;
    return [payoutStep(formula, payout, typeof claimed === "string" ? claimed : undefined)];
  }
  return record.inputs?.seat === winner
    ? [payoutStep(formula, payout, record.payout)]
    : [payoutStep("lost", "0", record.payout)];
}
