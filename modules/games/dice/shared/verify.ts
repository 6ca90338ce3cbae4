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
  drawStep,
  lastWord,
  payoutStep,
  wordSteps,
} from "#modules/fairness/shared/steps.ts";
import { conclude, type Verification, type Verifier } from "#modules/fairness/shared/verification.ts";
import { type DiceBet, type DiceRules, diceRules, drawRoll, multiplierOf, payoutAt, wins } from "./rules.ts";
import { storedBet } from "./stored-bet.ts";

/** Recomputes a roll from its seeds under the rules it was made with, and compares every part of the record. */
export function diceVerifier(versions: RuleVersions<DiceRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    const bet = rules && storedBet(rules, record.inputs);
    if (record.kind !== "seeds" || record.game !== "dice" || !rules || !bet) {
      return { verdict: "unknown", result: null, steps: [] };
    }
    if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
    return rollAgain(rules, record, record.server_seed, bet, hashes);
  };
}

export const verifyDice = diceVerifier(diceRules);

function rollAgain(
  rules: DiceRules,
  record: SeedsProof,
  serverSeed: string,
  bet: DiceBet,
  hashes: Hashes,
): Verification {
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = openStream(hashes, key, ["dice", record.client_seed, record.nonce]);
  const roll = drawRoll(rules, stream);
  const shown = formatHundredths(roll);
  const stake = parseDecimal(record.stake);
  const { numerator, denominator } = multiplierOf(rules, bet);
  const comparison = `${shown} ${bet.direction === "over" ? ">" : "<"} ${formatHundredths(bet.target)}`;
  const formula = wins(bet, roll)
    ? `${comparison}: floor(${stake} × ${numerator} / ${denominator}) / 1000000`
    : `not ${comparison}`;
  return conclude(shown, [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, rules, record.config_hash),
    ...wordSteps(stream, "server seed"),
    drawStep(lastWord(stream), BigInt(rules.rolls), BigInt(roll), shown, record.outcome?.roll),
    payoutStep(formula, formatAmount(payoutAt(rules, bet, stake, roll)), record.payout),
  ]);
}

/** The bet as the record's inputs say it; undefined when it could not have been made. */
