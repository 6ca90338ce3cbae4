import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
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
import { drawTicket, holderOf, potOf, type RoomsRules, roomsRules, winnerGets } from "./rules.ts";

/** Recomputes a round's ticket and winner from its record, and compares them and, for a stake, the payout. */
export function roomsVerifier(versions: RuleVersions<RoomsRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    return rules ? drawAgain(rules, record, hashes) : unknown;
  };
}

export const verifyRooms = roomsVerifier(roomsRules);

const unknown: Verification = { verdict: "unknown", result: null, steps: [] };

function drawAgain(rules: RoomsRules, record: ProofRecord, hashes: Hashes): Verification {
  if (record.kind !== "between" || record.game !== "rooms") return unknown;
  return verifyMultiplayer(record, hashes, (stream, entries) => {
    const pot = potOf(entries);
    const ticket = drawTicket(stream, pot);
    const winner = holderOf(entries, ticket);
    const before = potOf(entries.filter(entry => entry.seat < winner.seat));
    const range = `${before} ≤ ${ticket} < ${before + winner.stake} → `;
    const payout = formatAmount(winnerGets(rules, pot));
    return {
      result: String(ticket),
      steps: [
        ...configurationSteps(hashes, rules, record.config_hash),
        { ...drawStep(lastWord(stream), pot, ticket, String(ticket), record.outcome?.ticket), key: "ticket" },
        step("seat", [plain(range), mark(`${winner.seat}:${winner.player}`)], record.outcome?.seat === winner.seat),
        ...payoutSteps(rules, record, winner.seat, pot, payout),
      ],
    };
  });
}

/** Of a round: what the winner got. Of a stake: what it paid. */
function payoutSteps(
  rules: RoomsRules,
  record: MultiplayerProof,
  seat: number,
  pot: bigint,
  payout: string,
): ProofStep[] {
  const formula = `floor(${pot} × ${rules.payout_percent} / 100) / 1000000`;
  if (record.stake === undefined) {
    const claimed = record.outcome?.payout;
    return [payoutStep(formula, payout, typeof claimed === "string" ? claimed : undefined)];
  }
  return record.inputs?.seat === seat
    ? [payoutStep(formula, payout, record.payout)]
    : [payoutStep("lost", "0", record.payout)];
}
