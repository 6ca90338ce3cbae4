import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm } from "#kit/fair/stream.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { verifyMultiplayer } from "#modules/fairness/shared/multiplayer.ts";
import type { MultiplayerProof, ProofRecord } from "#modules/fairness/shared/proof.ts";
import type { RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { configurationSteps, mark, payoutStep, plain, step } from "#modules/fairness/shared/steps.ts";
import { drawsLine, type NotedStream } from "#modules/fairness/shared/stream-steps.ts";
import type { ProofStep, Verification, Verifier } from "#modules/fairness/shared/verification.ts";
import { findCase, prizeAt } from "#modules/games/cases/shared/rules.ts";
import {
  type BattleEnd,
  type BattlesRules,
  battleConfiguration,
  battleEnd,
  battlesRules,
  casesOf,
  drawBattle,
  fewestSeats,
  mostCases,
  mostSeats,
  seatPrice,
} from "./rules.ts";

/** Opens the cases of a battle again under its rules and compares tickets, totals, winners and payouts with the record. */
export function battlesVerifier(versions: RuleVersions<BattlesRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    return rules ? openAgain(rules, record, hashes) : unknown;
  };
}

export const verifyBattles = battlesVerifier(battlesRules);

const unknown: Verification = { verdict: "unknown", result: null, steps: [] };

function openAgain(rules: BattlesRules, record: ProofRecord, hashes: Hashes): Verification {
  const agreed = agreedIn(rules, record);
  if (record.kind !== "between" || record.game !== "battles" || !agreed || !isCurrency(record.currency)) return unknown;
  const { currency } = record;
  return verifyMultiplayer(record, hashes, (stream, entries) => {
    const tickets = drawBattle(rules, stream, agreed.cases.length, agreed.seats);
    const end = battleEnd(rules, agreed.cases, tickets, currency);
    const price = seatPrice(rules, agreed.cases, currency);
    const paid = entries.length === agreed.seats && entries.every(({ stake }) => stake === price);
    return {
      result: end.winners.join(" "),
      manyWords: true,
      steps: [
        ...configurationSteps(hashes, battleConfiguration(rules, agreed.cases), record.config_hash),
        step("price", [plain(`${agreed.cases.length} × → `), mark(formatAmount(price))], paid),
        step("tickets", ticketPieces(rules, stream, agreed.cases, tickets), same(record.outcome?.tickets, tickets)),
        step("totals", totalPieces(end), same(record.outcome?.totals, end.totals.map(formatAmount))),
        step("winners", [mark(end.winners.join(", "))], same(record.outcome?.winners, end.winners)),
        ...payoutSteps(record, end),
      ],
    };
  });
}

/** What was agreed when the battle was opened; undefined when no battle can be like that. */
function agreedIn(
  { cases: sold }: BattlesRules,
  { inputs }: ProofRecord,
): { readonly cases: readonly string[]; readonly seats: number } | undefined {
  const { cases, seats } = inputs ?? {};
  if (!Array.isArray(cases) || cases.length < 1 || cases.length > mostCases) return undefined;
  if (!cases.every(slug => typeof slug === "string" && findCase(sold, slug))) return undefined;
  if (typeof seats !== "number" || !Number.isInteger(seats) || seats < fewestSeats || seats > mostSeats)
    return undefined;
  return { cases, seats };
}

const same = (claimed: unknown, computed: unknown) => JSON.stringify(claimed) === JSON.stringify(computed);

/** Each draw beside the multiple that its ticket wins. */
function ticketPieces(
  rules: BattlesRules,
  { words }: NotedStream,
  slugs: readonly string[],
  tickets: readonly (readonly number[])[],
) {
  const multiples = casesOf(rules, slugs).flatMap((of, index) =>
    (tickets[index] ?? []).map(ticket => formatHundredths(prizeAt(of, ticket).multiple)),
  );
  return drawsLine(
    words,
    multiples.map(() => rules.cases.tickets),
    multiples,
  );
}

function totalPieces({ totals, pot }: BattleEnd) {
  return [plain(`${totals.map(formatAmount).join(" + ")} = `), mark(formatAmount(pot))];
}

/** Of a battle: what each seat got. Of a stake in it: what it paid. */
function payoutSteps(record: MultiplayerProof, { pot, winners, payouts }: BattleEnd): ProofStep[] {
  const all = payouts.map(formatAmount);
  const formula = `floor(${pot} / ${winners.length}) / 1000000`;
  if (record.stake === undefined) return [step("payouts", [mark(all.join(", "))], same(record.outcome?.payouts, all))];
  const own = all[Number(record.inputs?.seat) - 1] ?? "0";
  return [payoutStep(own === "0" ? "lost" : formula, own, record.payout)];
}
