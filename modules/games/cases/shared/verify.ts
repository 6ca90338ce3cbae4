import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import { type Currency, isCurrency } from "#kit/money/currency.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { commitmentStep, configurationSteps, mark, payoutStep, plain, step } from "#modules/fairness/shared/steps.ts";
import { blocksStep, drawsLine, noted } from "#modules/fairness/shared/stream-steps.ts";
import { conclude, type ProofStep, type Verification, type Verifier } from "#modules/fairness/shared/verification.ts";
import {
  type Case,
  type CasesRules,
  caseConfiguration,
  casesRules,
  drawTickets,
  findCase,
  payoutAt,
  priceOf,
  prizeAt,
} from "./rules.ts";

/** Opens the cases again from their seeds under the rules of the bet, and compares every part of the record. */
export function casesVerifier(versions: RuleVersions<CasesRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    const opened = rules && openedIn(rules, record.inputs);
    if (record.kind !== "seeds" || record.game !== "cases" || !rules || !opened) {
      return { verdict: "unknown", result: null, steps: [] };
    }
    if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
    return openAgain(rules, record, record.server_seed, opened, hashes);
  };
}

export const verifyCases = casesVerifier(casesRules);

interface Opened {
  readonly of: Case;
  readonly count: number;
}

/** What the record's inputs say was opened; undefined when there is no such case. */
export function openedIn(rules: CasesRules, inputs: ProofRecord["inputs"]): Opened | undefined {
  const { slug, count } = inputs ?? {};
  const of = typeof slug === "string" ? findCase(rules, slug) : undefined;
  if (!of || typeof count !== "number" || !Number.isInteger(count) || count < 1 || count > rules.most_at_once)
    return undefined;
  return { of, count };
}

function openAgain(
  rules: CasesRules,
  record: SeedsProof,
  serverSeed: string,
  { of, count }: Opened,
  hashes: Hashes,
): Verification {
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = noted(openStream(hashes, key, ["cases", record.client_seed, record.nonce]));
  const drawn = drawTickets(rules, stream, count);
  const stake = parseDecimal(record.stake);
  const price = micros(stake / BigInt(count));
  const multiples = drawn.map(ticket => prizeAt(of, ticket).multiple);
  const outcome = { tickets: drawn, multipliers: multiples.map(formatHundredths) };
  const formula = `${price} × (${multiples.join(" + ")}) / 100 / 1000000`;
  return conclude(drawn.join(" "), [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, caseConfiguration(rules, of.slug), record.config_hash),
    blocksStep(stream),
    step(
      "tickets",
      drawsLine(
        stream.words,
        drawn.map(() => rules.tickets),
        outcome.multipliers,
      ),
      isSame(record, outcome),
    ),
    ...priceSteps(record, of, count),
    payoutStep(formula, formatAmount(payoutAt(of, price, drawn)), record.payout),
  ]);
}

const isSame = ({ outcome }: SeedsProof, { tickets, multipliers }: Readonly<Record<string, unknown>>): boolean =>
  JSON.stringify([outcome?.tickets, outcome?.multipliers]) === JSON.stringify([tickets, multipliers]);

/** The stake was the published price. Nothing where none is claimed. */
function priceSteps({ stake, currency }: SeedsProof, of: Case, count: number): ProofStep[] {
  if (stake === "0" || !isCurrency(currency)) return [];
  const price = priceOf(of, currency as Currency);
  const whole = formatAmount(micros(price * BigInt(count)));
  return [step("price", [plain(`${count} × ${formatAmount(price)} ${currency} = `), mark(whole)], whole === stake)];
}
