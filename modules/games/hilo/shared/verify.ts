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
import {
  choices,
  drawCards,
  type HiloChoiceName,
  type HiloPlay,
  type HiloRules,
  hiloRules,
  isRight,
  multiplierOf,
  rankOf,
  suitOf,
} from "./rules.ts";

/** Deals the cards again from their seeds under the rules of the round, and compares every part of the record. */
export function hiloVerifier(versions: RuleVersions<HiloRules>): Verifier {
  return (record, hashes) => {
    const rules = record.version === algorithm ? versions.find(record.rules_version) : undefined;
    const chosen = rules && choicesOf(rules, record.inputs);
    if (record.kind !== "seeds" || record.game !== "hilo" || !rules || !chosen) {
      return { verdict: "unknown", result: null, steps: [] };
    }
    if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
    return dealAgain(rules, record, record.server_seed, chosen, hashes);
  };
}

export const verifyHilo = hiloVerifier(hiloRules);

function dealAgain(
  rules: HiloRules,
  record: SeedsProof,
  serverSeed: string,
  chosen: readonly HiloChoiceName[],
  hashes: Hashes,
): Verification {
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = noted(openStream(hashes, key, ["hilo", record.client_seed, record.nonce]));
  const cards = drawCards(stream, chosen.length + 1);
  const { formula, payout } = paysOf(rules, chosen, cards, parseDecimal(record.stake));
  const isDealt = JSON.stringify(record.outcome?.cards) === JSON.stringify(cards);
  const names = cards.map(card => `${card}: ${cardName(card)}`);
  const belows = cards.map(() => 52);
  return conclude(cards.map(cardName).join(" "), [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, rules, record.config_hash),
    blocksStep(stream),
    step("cards", drawsLine(stream.words, belows, names), isDealt),
    guessesStep(chosen, cards, record.outcome?.end),
    payoutStep(formula, formatAmount(payout), record.payout),
  ]);
}

const rankNames = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] as const;
const suitSigns = { diamonds: "♦", hearts: "♥", spades: "♠", clubs: "♣" } as const;

/** `Q♥`, `10♠`. */
export function cardName(card: number): string {
  return `${required(rankNames[rankOf(card) - 1], "13 ranks")}${suitSigns[suitOf(card)]}`;
}

const isGuessRight = (chosen: HiloChoiceName, at: number | undefined, next: number | undefined): boolean =>
  chosen === "skip" ||
  isRight(required(at, "a card for each choice"), chosen, required(next, "a card after each choice"));

/** How a round with these guesses can have ended: a wrong one ends it, and without a right one it can only be refunded. */
export function endsOf(chosen: readonly HiloChoiceName[], cards: readonly number[]): readonly string[] {
  const wrong = chosen.findIndex((choice, index) => !isGuessRight(choice, cards[index], cards[index + 1]));
  if (wrong >= 0) return wrong === chosen.length - 1 ? ["lost"] : [];
  return chosen.every(choice => choice === "skip") ? ["refunded"] : ["cashed_out", "completed", "expired"];
}

function guessesStep(chosen: readonly HiloChoiceName[], cards: readonly number[], end: unknown): ProofStep {
  const line = chosen.flatMap((choice, index) => {
    const [at, next] = [cards[index] ?? 0, cards[index + 1] ?? 0];
    const right = isGuessRight(choice, at, next) ? "✓" : "✗";
    return [plain(`${index === 0 ? "" : ", "}${cardName(at)} ${choice} `), mark(`${cardName(next)} ${right}`)];
  });
  const right = typeof end === "string" && endsOf(chosen, cards).includes(end);
  return step("guesses", [...line, plain(` → ${String(end)}`)], right);
}

function paysOf(rules: HiloRules, chosen: readonly HiloChoiceName[], cards: readonly number[], stake: Micros) {
  const ends = endsOf(chosen, cards);
  if (ends.includes("refunded")) return { formula: "given back", payout: stake };
  if (!ends.includes("cashed_out")) return { formula: "a wrong guess", payout: micros(0n) };
  const ratio = multiplierOf(rules, playOf(chosen, cards));
  return {
    formula: `floor(${stake} × ${ratio.numerator} / ${ratio.denominator}) / 1000000`,
    payout: payoutOf(stake, ratio),
  };
}

/** The round as the rules see it. */
export function playOf(chosen: readonly HiloChoiceName[], cards: readonly number[]): HiloPlay {
  const card = (index: number) => ({ card: required(cards[index], "a card after each choice") });
  return {
    start: {},
    opening: card(0),
    steps: chosen.map((choice, index) => ({ choice: { choice }, shown: card(index + 1) })),
  };
}

/** What was chosen, as the record's inputs say it; undefined when it could not have been. */
export function choicesOf(rules: HiloRules, inputs: ProofRecord["inputs"]): readonly HiloChoiceName[] | undefined {
  const chosen = inputs?.choices;
  if (!Array.isArray(chosen) || chosen.length >= rules.most_cards) return undefined;
  return chosen.every(each => choices.includes(each)) ? chosen : undefined;
}
