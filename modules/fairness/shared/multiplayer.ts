import { isSignedRound } from "#kit/fair/beacon.ts";
import { type Entry, entryListHash } from "#kit/fair/entries.ts";
import type { Hashes } from "#kit/fair/hashes.ts";
import { openStream, type WordStream } from "#kit/fair/stream.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { MultiplayerProof } from "./proof.ts";
import { commitmentStep, mark, plain, step, wordSteps } from "./steps.ts";
import { blocksStep, type NotedStream, noted } from "./stream-steps.ts";
import { conclude, type ProofStep, type Verification } from "./verification.ts";

/**
 * Rounds between players: no party decides last. Fairhouse commits to a secret when the round opens; when entry closes
 * the list of entries and a beacon round that is not due yet are fixed; the beacon's value and the secret together decide.
 */

/** What decides a round once the secret and the beacon's value are known. Hex where it is text. */
export interface MultiplayerContext {
  readonly game: string;
  /** The round's number, decimal in the message. */
  readonly round: number | bigint;
  readonly beaconRound: number;
  readonly beaconValue: string;
  readonly entriesHash: string;
}

/** The words that decide the round: `fairhouse-1:{game}:{round}:{beacon round}:{beacon value}:{hash of the entry list}:{block}`. */
export function multiplayerStream(hashes: Hashes, secret: Uint8Array, context: MultiplayerContext): WordStream {
  const { game, round, beaconRound, beaconValue, entriesHash } = context;
  return openStream(hashes, secret, [game, round, beaconRound, beaconValue, entriesHash]);
}

/** The entries of a record as they are hashed. */
export function entriesOf(record: Pick<MultiplayerProof, "entries">): Entry[] {
  return record.entries.map(({ seat, player, stake }) => ({ seat, player, stake: BigInt(stake) }));
}

/** What decides, once it is known. */
interface Revealed {
  readonly secret: Uint8Array;
  readonly entries: readonly Entry[];
  readonly beacon: {
    readonly round: number;
    readonly value: string;
    readonly signature: string;
    readonly public_key: string;
  };
  readonly entriesHash: string;
}

/** What a game makes of the words that decide. */
export interface MultiplayerDecision {
  readonly result: string;
  readonly steps: readonly ProofStep[];
  /** It took more words than the last one: all blocks are shown instead of that one's. */
  readonly manyWords?: boolean;
}

/**
 * Checks a round between players: the promise, the entries, the beacon, and then what the game makes of the words. A round
 * that was refunded has no value; its commitment and entries are checked, and that the stake was returned.
 */
export function verifyMultiplayer(
  record: MultiplayerProof,
  hashes: Hashes,
  decide: (stream: NotedStream, entries: readonly Entry[]) => MultiplayerDecision,
): Verification {
  if (record.secret === null) return { verdict: "not_revealed", result: null, steps: [] };
  const secret = required(parseHex(record.secret), "the secret is hexadecimal");
  const { beacon, entries_hash: entriesHash } = record;
  if (!beacon || beacon.value === null || beacon.signature === null || entriesHash === null)
    return { ...conclude("", refundSteps(record, secret, hashes)), result: null };
  const { round, value, signature, public_key } = beacon;
  const entries = entriesOf(record);
  const known: Revealed = { secret, entries, entriesHash, beacon: { round, value, signature, public_key } };
  const context = { game: record.game, round: record.round, beaconRound: round, beaconValue: value, entriesHash };
  const stream = noted(multiplayerStream(hashes, secret, context));
  const { result, steps, manyWords = false } = decide(stream, entries);
  const words = manyWords ? [blocksStep(stream, "secret")] : wordSteps(stream, "secret");
  return conclude(result, [...openingSteps(record, known, hashes), ...words, ...steps]);
}

function openingSteps(record: MultiplayerProof, { secret, entries, beacon }: Revealed, hashes: Hashes): ProofStep[] {
  const { round, value, signature, public_key } = beacon;
  const signed = isSignedRound({ round, randomness: value, signature }, public_key);
  return [
    commitmentStep(hashes, secret, record.commitment),
    entriesStep(record, entries, hashes),
    step("beacon", [plain(`sha256(${signature}) = `), mark(value)], signed, { round: String(round) }),
  ];
}

function entriesStep(record: MultiplayerProof, entries: readonly Entry[], hashes: Hashes): ProofStep {
  const hash = toHex(entryListHash(hashes, entries));
  const line = [plain("sha256(seat:player:stake ...) = "), mark(hash)];
  return step("entries", line, hash === record.entries_hash, { count: String(entries.length) });
}

function refundSteps(record: MultiplayerProof, secret: Uint8Array, hashes: Hashes): ProofStep[] {
  const refund = [plain("payout = stake = "), mark(record.stake ?? "")];
  return [
    commitmentStep(hashes, secret, record.commitment),
    ...(record.entries_hash === null ? [] : [entriesStep(record, entriesOf(record), hashes)]),
    ...(record.stake === undefined ? [] : [step("refund", refund, record.payout === record.stake)]),
  ];
}
