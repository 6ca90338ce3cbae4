import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { must } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
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
import { conclude, type ProofStep, type Verification } from "#modules/fairness/shared/verification.ts";
import {
  drawTicket,
  outcomeOf,
  prizeIn,
  prizeOf,
  topPrize,
  wheelConfiguration,
  wheelPrizes,
  wheelTickets,
} from "./rules.ts";

/** Turns the wheel again from its seeds, step by step, and compares every part of the record. */
export function verifyWheel(record: ProofRecord, hashes: Hashes): Verification {
  const known = record.version === algorithm && record.rules_version === wheelConfiguration.version;
  // Nothing is staked on the wheel: a record that says otherwise is none of a turn.
  const isTurn = record.kind === "seeds" && record.game === "wheel" && record.stake === "0";
  if (!isTurn || !known || !isCurrency(record.currency)) return { verdict: "unknown", result: null, steps: [] };
  if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
  return turnAgain(record, record.server_seed, record.currency, hashes);
}

function turnAgain(record: SeedsProof, serverSeed: string, currency: Currency, hashes: Hashes): Verification {
  const key = must(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = openStream(hashes, key, ["wheel", record.client_seed, record.nonce]);
  const ticket = drawTicket(stream);
  const prize = prizeOf(ticket);
  const claimed = typeof record.outcome?.ticket === "number" ? String(record.outcome.ticket) : null;
  const formula = `${topPrize(currency)} × ${prize.of} / 100 / 1000000`;
  return conclude(String(ticket), [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, wheelConfiguration, record.config_hash),
    ...wordSteps(stream, "server seed"),
    drawStep(lastWord(stream), BigInt(wheelTickets), BigInt(ticket), String(ticket), claimed),
    sectorStep(ticket, record.outcome?.share),
    payoutStep(formula, formatAmount(prizeIn(currency, prize)), record.payout),
  ]);
}

/** The prize whose odds, added up from the top of the table, are the first to exceed the ticket; its share of the top prize. */
function sectorStep(ticket: number, claimed: unknown): ProofStep {
  const odds = wheelPrizes.slice(0, wheelPrizes.indexOf(prizeOf(ticket)) + 1).map(each => each.odds);
  const { share } = outcomeOf(ticket);
  return step("sector", [plain(`${ticket} < ${odds.join(" + ")} → `), mark(share)], share === claimed);
}
