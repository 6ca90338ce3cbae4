import type { Hashes } from "#kit/fair/hashes.ts";
import { algorithm, openStream } from "#kit/fair/stream.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { ProofRecord, SeedsProof } from "#modules/fairness/shared/proof.ts";
import { commitmentStep, mark, plain, step, wordSteps } from "#modules/fairness/shared/steps.ts";
import { conclude, type ProofStep, type Verification } from "#modules/fairness/shared/verification.ts";
import { type ChainedEntry, hashOf, readText } from "./entry-text.ts";
import { isHit, rulesVersion, type Shares, sharesOf } from "./rules.ts";

/** The name of the stream of words: no game has it, so its words are no game's. */
export const streamName = "jackpot";

const unknown: Verification = { verdict: "unknown", result: null, steps: [] };
const hex = /^[0-9a-f]{64}$/;

/** Recomputes an entry, step by step: the word of its bet, what it added, whether it won, and its place in the chain. */
export function verifyJackpot(record: ProofRecord, hashes: Hashes): Verification {
  if (record.kind !== "seeds" || record.game !== "jackpots" || record.version !== algorithm) return unknown;
  if (record.rules_version !== rulesVersion || record.config_hash !== undefined) return unknown;
  const { entry: text, previous } = record.inputs;
  const entry = typeof text === "string" ? readText(text) : undefined;
  // A pot never passes its limit.
  const isPossible = entry && (entry.kind === "random" || entry.before < entry.limit);
  if (!isPossible || typeof previous !== "string" || !hex.test(previous)) return unknown;
  if (record.server_seed === null) return { verdict: "not_revealed", result: null, steps: [] };
  return recompute(record, record.server_seed, { entry, text: String(text), previous }, hashes);
}

interface Given {
  readonly entry: ChainedEntry;
  readonly text: string;
  readonly previous: string;
}

function recompute(record: SeedsProof, serverSeed: string, given: Given, hashes: Hashes): Verification {
  const { entry, text, previous } = given;
  const key = required(parseHex(serverSeed), "the server seed is hexadecimal");
  const stream = openStream(hashes, key, [streamName, record.client_seed, record.nonce]);
  const word = stream.next();
  const shares = sharesOf(entry);
  const won = isHit(entry, shares.share, word);
  const hash = hashOf(hashes, previous, text, word);
  const { word: claimedWord, won: claimedWon, hash: claimedHash } = record.outcome ?? {};
  return conclude(resultOf(word, won), [
    commitmentStep(hashes, key, record.server_seed_hash),
    ...wordSteps(stream, "server seed"),
    shareStep(entry, shares),
    step("jackpot_hit", hitLine(entry, shares.share, word, won), won === claimedWon && String(word) === claimedWord),
    step("jackpot_chain", [plain(`sha256(${previous}:${text}:${word}) = `), mark(hash)], hash === claimedHash),
    payout(record, entry, won ? entry.before + shares.share : 0n),
  ]);
}

function shareStep({ stake, rate, rests }: ChainedEntry, { share, reserve }: Shares): ProofStep {
  const line = [plain(`(${stake} × ${rate} + ${rests.share}) / 1000000 = ${share + reserve} → `), mark(String(share))];
  return step("jackpot_share", line, undefined, { reserve: String(reserve) });
}

function hitLine({ kind, limit, before, stake }: ChainedEntry, share: bigint, word: bigint, won: boolean) {
  const [range, part] = kind === "must_hit_by" ? [`(${limit} − ${before})`, share] : [String(limit), stake];
  return [plain(`${word} × ${range} ${won ? "<" : "≥"} ${part} × 2^64 → `), mark(won ? "won" : "not won")];
}

/** The record's stake is that of the entry, too. */
function payout(record: SeedsProof, { before, stake }: ChainedEntry, amount: bigint): ProofStep {
  const paid = formatAmount(micros(amount));
  const line = [plain(amount === 0n ? "" : `${before} + ${amount - before} = `), mark(paid)];
  return step("payout", line, paid === record.payout && record.stake === formatAmount(micros(stake)));
}

/** The result of a verification: the word, and whether it won. */
export const resultOf = (word: bigint, won: boolean): string => `${won ? "won" : "not won"} ${word}`;
