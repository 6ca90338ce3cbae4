import { type Entry, entryListHash } from "#kit/fair/entries.ts";
import type { Hashes } from "#kit/fair/hashes.ts";
import { openStream, type WordStream } from "#kit/fair/stream.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { must } from "#kit/std/invariant.ts";
import { isSignedRound } from "./beacon.ts";
import type { BetweenProof } from "./proof.ts";
import { commitmentStep, mark, plain, step } from "./steps.ts";
import type { ProofStep } from "./verification.ts";

/**
 * Rounds between players: nobody holds the last word. The house promises a secret when the round opens; when entry closes
 * the list of entries and a beacon round that is not due yet are fixed; the beacon's value decides together with the secret.
 */

/** What decides a round once the secret and the beacon's value are known. Hex where it is text. */
export interface BetweenContext {
  readonly game: string;
  /** The round's number, decimal in the message. */
  readonly round: number | bigint;
  readonly beaconRound: number;
  readonly beaconValue: string;
  readonly entriesHash: string;
}

/** The words that decide the round: `fairhouse-1:{game}:{round}:{beacon round}:{beacon value}:{hash of the entry list}:{block}`. */
export function betweenStream(hashes: Hashes, secret: Uint8Array, context: BetweenContext): WordStream {
  const { game, round, beaconRound, beaconValue, entriesHash } = context;
  return openStream(hashes, secret, [game, round, beaconRound, beaconValue, entriesHash]);
}

/** The entries of a record as they are hashed. */
export function entriesOf(record: Pick<BetweenProof, "entries">): Entry[] {
  return record.entries.map(({ seat, player, stake }) => ({ seat, player, stake: BigInt(stake) }));
}

/** A record with everything that is needed to compute it; the beacon and the secret are known. */
export interface RevealedBetween {
  readonly secret: Uint8Array;
  readonly entries: Entry[];
  readonly beacon: NonNullable<BetweenProof["beacon"]> & { readonly value: string; readonly signature: string };
  readonly stream: WordStream;
}

/** Undefined while the round is not decided, or for one that never closed. */
export function revealedBetween(record: BetweenProof, hashes: Hashes): RevealedBetween | undefined {
  const { beacon, entries_hash: entriesHash } = record;
  if (record.secret === null || !beacon || beacon.value === null || beacon.signature === null) return undefined;
  if (entriesHash === null) return undefined;
  const secret = must(parseHex(record.secret), "the secret is hexadecimal");
  const context = { game: record.game, round: record.round, beaconRound: beacon.round, beaconValue: beacon.value };
  return {
    secret,
    entries: entriesOf(record),
    beacon: { ...beacon, value: beacon.value, signature: beacon.signature },
    stream: betweenStream(hashes, secret, { ...context, entriesHash }),
  };
}

/** The steps that every round between players has: the promise, the entries, the beacon. */
export function betweenSteps(record: BetweenProof, revealed: RevealedBetween, hashes: Hashes): ProofStep[] {
  const { secret, entries, beacon } = revealed;
  const { round, value, signature } = beacon;
  const hash = toHex(entryListHash(hashes, entries));
  const signed = isSignedRound({ round, randomness: value, signature }, beacon.public_key);
  return [
    commitmentStep(hashes, secret, record.commitment),
    step(
      "entries",
      [plain(`sha256(${entries.length} × seat:player:stake) = `), mark(hash)],
      hash === record.entries_hash,
      {
        count: String(entries.length),
      },
    ),
    step("beacon", [plain(`sha256(${signature}) = `), mark(value)], signed, { round: String(round) }),
  ];
}
