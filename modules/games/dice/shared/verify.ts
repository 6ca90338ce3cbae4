import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { formatHundredths, parseHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import {
  commitmentStep,
  configurationSteps,
  drawStep,
  lastWord,
  payoutStep,
  wordSteps,
} from "#modules/fairness/shared/steps.ts";
import { conclude, type Verification } from "#modules/fairness/shared/verification.ts";
import { type DiceBet, diceConfiguration, drawRoll, isPlayable, multiplierOf, payoutAt, wins } from "./rules.ts";

/** Works out a roll from its seeds, step by step, and compares every part of the record. */
export function verifyDice(record: ProofRecord, hashes: Hashes): Verification {
  const known = record.version === algorithm && record.rules_version === diceConfiguration.version;
  const bet = betOf(record.inputs);
  if (record.kind !== "seeds" || record.game !== "dice" || !known || !bet) {
    return { verdict: "unknown", result: null, steps: [] };
  }
  if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
  return rollAgain(record, record.server_seed, bet, hashes);
}

function rollAgain(record: SeedsProof, serverSeed: string, bet: DiceBet, hashes: Hashes): Verification {
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = openStream(hashes, key, ["dice", record.client_seed, record.nonce]);
  const roll = drawRoll(stream);
  const shown = formatHundredths(roll);
  const stake = parseDecimal(record.stake);
  const { numerator, denominator } = multiplierOf(bet);
  const comparison = `${shown} ${bet.direction === "over" ? ">" : "<"} ${formatHundredths(bet.target)}`;
  const formula = wins(bet, roll)
    ? `${comparison}: floor(${stake} × ${numerator} / ${denominator}) / 1000000`
    : `not ${comparison}`;
  return conclude(shown, [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, diceConfiguration, record.config_hash),
    ...wordSteps(stream, "server seed"),
    drawStep(lastWord(stream), BigInt(diceConfiguration.rolls), BigInt(roll), shown, record.outcome?.roll),
    payoutStep(formula, formatAmount(payoutAt(bet, stake, roll)), record.payout),
  ]);
}

/** The bet as the record's inputs say it; undefined when it could not have been made. */
function betOf(inputs: ProofRecord["inputs"]): DiceBet | undefined {
  const { direction, target } = inputs ?? {};
  if ((direction !== "over" && direction !== "under") || typeof target !== "string") return undefined;
  const hundredths = parseHundredths(target);
  if (hundredths === undefined) return undefined;
  const bet: DiceBet = { direction, target: hundredths };
  return isPlayable(bet) ? bet : undefined;
}
