import { reduceWord } from "#kit/fair/draw.ts";
import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream, type WordStream } from "#kit/fair/stream.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { must } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import { commitmentStep, configurationSteps, mark, payoutStep, plain, step } from "#modules/fairness/shared/steps.ts";
import { conclude, type Piece, type ProofStep, type Verification } from "#modules/fairness/shared/verification.ts";
import {
  drawNumbers,
  hitsOf,
  isPlayable,
  type KenoBet,
  kenoConfiguration,
  multiplierAt,
  payoutAt,
  type Risk,
} from "./rules.ts";

/** Draws the ten numbers again from their seeds, step by step, and compares every part of the record. */
export function verifyKeno(record: ProofRecord, hashes: Hashes): Verification {
  const known = record.version === algorithm && record.rules_version === kenoConfiguration.version;
  const bet = betOf(record.inputs);
  if (record.kind !== "seeds" || record.game !== "keno" || !known || !bet) {
    return { verdict: "unknown", result: null, steps: [] };
  }
  if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
  return drawAgain(record, record.server_seed, bet, hashes);
}

function drawAgain(record: SeedsProof, serverSeed: string, bet: KenoBet, hashes: Hashes): Verification {
  const key = must(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = noted(openStream(hashes, key, ["keno", record.client_seed, record.nonce]));
  const drawn = drawNumbers(stream);
  const stake = parseDecimal(record.stake);
  const hits = hitsOf(bet.picks, drawn);
  const { numerator, denominator } = multiplierAt(bet, hits);
  const formula = `${hits} of ${bet.picks.length}, ${bet.risk}: floor(${stake} × ${numerator} / ${denominator}) / 1000000`;
  return conclude(drawn.join(" "), [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...configurationSteps(hashes, kenoConfiguration, record.config_hash),
    blocksStep(stream),
    shuffleStep(stream.words, drawn, record.outcome?.drawn),
    hitsStep(bet, drawn, hits, record.outcome?.hits),
    payoutStep(formula, formatAmount(payoutAt(bet, stake, drawn)), record.payout),
  ]);
}

interface NotedStream extends WordStream {
  readonly words: readonly bigint[];
}

/** The stream, with the words that were taken from it. */
function noted(stream: WordStream): NotedStream {
  const words: bigint[] = [];
  return {
    words,
    blocks: stream.blocks,
    get position() {
      return stream.position;
    },
    next() {
      const word = stream.next();
      words.push(word);
      return word;
    },
  };
}

function blocksStep({ blocks }: WordStream): ProofStep {
  const line = blocks.flatMap(({ message, digest }, index): Piece[] => [
    plain(`${index === 0 ? "" : "; "}hmac(server seed, "${message}") = `),
    mark(toHex(digest)),
  ]);
  return step("blocks", line, undefined, { count: String(blocks.length) });
}

/** Each number: the word, how many numbers are left, the place among them, and the number that lies there. */
function shuffleStep(words: readonly bigint[], drawn: readonly number[], claimed: unknown): ProofStep {
  const line: Piece[] = [];
  let taken = 0;
  for (const word of words) {
    const number = drawn[taken];
    const left = BigInt(kenoConfiguration.numbers - taken);
    const place = reduceWord(word, left);
    if (place === undefined || number === undefined) continue;
    line.push(plain(`${taken === 0 ? "" : "; "}(${word} × ${left}) >> 64 = ${place} → `), mark(String(number)));
    taken += 1;
  }
  return step("shuffle", line, JSON.stringify(claimed) === JSON.stringify(drawn));
}

function hitsStep(bet: KenoBet, drawn: readonly number[], hits: number, claimed: unknown): ProofStep {
  const found = bet.picks.filter(pick => drawn.includes(pick)).join(" ");
  const line = [plain(`${bet.picks.join(" ")} ∩ drawn = {${found}} → `), mark(String(hits))];
  return step("hits", line, hits === claimed);
}

/** The bet as the record's inputs say it; undefined when it could not have been made. */
function betOf(inputs: ProofRecord["inputs"]): KenoBet | undefined {
  const { risk, picks } = inputs ?? {};
  if (typeof risk !== "string" || !Array.isArray(picks)) return undefined;
  const bet: KenoBet = { risk: risk as Risk, picks };
  return isPlayable(bet) ? bet : undefined;
}
