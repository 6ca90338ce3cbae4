import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
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
import { readConfiguration } from "./prizes.ts";
import {
  drawTicket,
  outcomeOf,
  prizeIn,
  prizeOf,
  type WheelConfiguration,
  wheelConfiguration,
  wheelTickets,
} from "./rules.ts";

/** Recomputes a spin from its seeds, step by step, and compares every part of the record. */
export function verifyWheel(record: ProofRecord, hashes: Hashes): Verification {
  // The wheel has no stake: a record with one is not of a spin.
  const isSpin = record.kind === "seeds" && record.game === "wheel" && record.stake === "0";
  if (!isSpin || record.version !== algorithm || !isCurrency(record.currency)) return unknown;
  const configuration = configurationOf(record);
  if (!configuration) return unknown;
  if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
  return recomputeSpin(record, configuration, record.server_seed, record.currency, hashes);
}

const unknown: Verification = { verdict: "unknown", result: null, steps: [] };

/**
 * The prizes of the spin. Those of the first version are in this code; later ones are set in the back office, so the record contains them
 * with their hash, which was published before the version took effect.
 */
function configurationOf(record: SeedsProof): WheelConfiguration | undefined {
  if (record.rules_version === wheelConfiguration.version)
    return record.configuration === undefined ? wheelConfiguration : undefined;
  const configuration = record.config_hash === undefined ? undefined : readConfiguration(record.configuration);
  const isOfSpin = configuration?.version === record.rules_version && Object.hasOwn(configuration.top, record.currency);
  return isOfSpin ? configuration : undefined;
}

function recomputeSpin(
  record: SeedsProof,
  configuration: WheelConfiguration,
  serverSeed: string,
  currency: Currency,
  hashes: Hashes,
): Verification {
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = openStream(hashes, key, ["wheel", record.client_seed, record.nonce]);
  const ticket = drawTicket(stream);
  const prize = prizeOf(configuration, ticket);
  const claimed = typeof record.outcome?.ticket === "number" ? String(record.outcome.ticket) : null;
  const formula = `${configuration.top[currency]} × ${prize.of} / 100 / 1000000`;
  return conclude(String(ticket), [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, configuration, record.config_hash),
    ...wordSteps(stream, "server seed"),
    drawStep(lastWord(stream), BigInt(wheelTickets), BigInt(ticket), String(ticket), claimed),
    sectorStep(configuration, ticket, record.outcome?.share),
    payoutStep(formula, formatAmount(prizeIn(configuration, currency, prize)), record.payout),
  ]);
}

/** The first prize, from the top of the table, whose cumulative odds exceed the ticket; its share of the top prize. */
function sectorStep(configuration: WheelConfiguration, ticket: number, claimed: unknown): ProofStep {
  const { prizes } = configuration;
  const odds = prizes.slice(0, prizes.indexOf(prizeOf(configuration, ticket)) + 1).map(each => each.odds);
  const { share } = outcomeOf(configuration, ticket);
  return step("sector", [plain(`${ticket} < ${odds.join(" + ")} → `), mark(share)], share === claimed);
}
