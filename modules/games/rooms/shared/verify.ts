import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { verifyMultiplayer } from "#modules/fairness/shared/multiplayer.ts";
import type { MultiplayerProof, ProofRecord } from "#modules/fairness/shared/proof.ts";
import {
  configurationSteps,
  drawStep,
  lastWord,
  mark,
  payoutStep,
  plain,
  step,
} from "#modules/fairness/shared/steps.ts";
import type { ProofStep, Verification } from "#modules/fairness/shared/verification.ts";
import { drawTicket, holderOf, potOf, roomsConfiguration, winnerGets } from "./rules.ts";

/** Works out a round's ticket and winner from its record, and compares them and, for a stake, the payout. */
export function verifyRooms(record: ProofRecord, hashes: Hashes): Verification {
  const known = record.version === algorithm && record.rules_version === roomsConfiguration.version;
  if (record.kind !== "between" || record.game !== "rooms" || !known)
    return { verdict: "unknown", result: null, steps: [] };
  return verifyMultiplayer(record, hashes, (stream, entries) => {
    const pot = potOf(entries);
    const ticket = drawTicket(stream, pot);
    const winner = holderOf(entries, ticket);
    const before = potOf(entries.filter(entry => entry.seat < winner.seat));
    const range = `${before} ≤ ${ticket} < ${before + winner.stake} → `;
    const payout = formatAmount(winnerGets(pot));
    return {
      result: String(ticket),
      steps: [
        ...configurationSteps(hashes, roomsConfiguration, record.config_hash),
        { ...drawStep(lastWord(stream), pot, ticket, String(ticket), record.outcome?.ticket), key: "ticket" },
        step("seat", [plain(range), mark(`${winner.seat}:${winner.player}`)], record.outcome?.seat === winner.seat),
        ...payoutSteps(record, winner.seat, pot, payout),
      ],
    };
  });
}

/** Of a round: what the winner got. Of a stake: what it paid. */
function payoutSteps(record: MultiplayerProof, seat: number, pot: bigint, payout: string): ProofStep[] {
  const formula = `floor(${pot} × ${roomsConfiguration.payout_percent} / 100) / 1000000`;
  if (record.stake === undefined) {
    const claimed = record.outcome?.payout;
    return [payoutStep(formula, payout, typeof claimed === "string" ? claimed : undefined)];
  }
  return record.inputs?.seat === seat
    ? [payoutStep(formula, payout, record.payout)]
    : [payoutStep("lost", "0", record.payout)];
}
