import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Hashes } from "#kit/fair/hashes.ts";
import { isSignedText } from "#kit/fair/signature.ts";
import { parseBase64, parseHex, toHex } from "#kit/std/bytes.ts";
import type { EventProof, FeedFrame, LogProofEntry } from "#modules/odds/shared/proof-contract.ts";
import { replayLog } from "#modules/odds/shared/replay-log.ts";
import type { ProofStep } from "./proof-steps.ts";
import type { ReceiptLeg } from "./receipt.ts";

/** Frames by `producer/epoch/frame`. */
export type FramesByName = ReadonlyMap<string, FeedFrame>;

export const frameName = ({ producer, epoch, frame }: Pick<LogProofEntry, "producer" | "epoch" | "frame">) =>
  `${producer}/${epoch}/${frame}`;

/** The frames that a verification reads: of the messages that price, decide and report, not of those in between. */
export function wantedFrames(proof: EventProof, legs: readonly ReceiptLeg[]): readonly LogProofEntry[] {
  const priced = new Set(legs.filter(({ event }) => event === proof.event).map(leg => leg.priced));
  const isBulk = ({ type }: LogProofEntry) => type === "odds_change" || type === "bet_stop";
  const wanted = proof.entries.filter(entry => priced.has(entry.position) || !isBulk(entry));
  const byName = new Map(wanted.map(entry => [frameName(entry), entry]));
  return [...byName.values()];
}

/** The chain of an event's log: its heads, the heads of the receipt in it, and each message under its hash. */
export function verifyLog(hashes: Hashes, proof: EventProof, legs: readonly ReceiptLeg[]): ProofStep {
  const log = { key: "log", subject: proof.event } as const;
  const joined = parseBase64(proof.hashes) ?? new Uint8Array(0);
  const heads = headsOf(hashes, joined);
  const faults = [
    ...(heads.at(-1) === proof.head ? [] : [`head = ${heads.at(-1)} ≠ ${proof.head}`]),
    ...legs
      .filter(leg => leg.event === proof.event && heads[leg.position - 1] !== leg.head)
      .map(leg => `receipt: head ${leg.position} = ${heads[leg.position - 1]} ≠ ${leg.head}`),
    ...proof.entries.flatMap(entry => messageFault(hashes, joined, entry)),
    ...replayLog(proof.event, proof.entries, Number.MAX_SAFE_INTEGER).faults.map(
      ({ position, what }) => `${position}: ${what}`,
    ),
  ];
  if (faults.length > 0) return { ...log, line: faults.join("; "), state: "differs" };
  const line = `${heads.length}: head = ${proof.head}`;
  return { ...log, line, state: proof.entries.some(({ message }) => message === null) ? "missing" : "equal" };
}

function messageFault(hashes: Hashes, joined: Uint8Array, { position, message }: LogProofEntry): readonly string[] {
  if (message === null) return [];
  const own = toHex(hashes.sha256(utf8ToBytes(message)));
  const stored = toHex(joined.subarray(32 * (position - 1), 32 * position));
  return own === stored ? [] : [`${position}: SHA-256(message) = ${own} ≠ ${stored}`];
}

/** head = SHA-256(head before || SHA-256(message)), from 32 zero bytes. */
function headsOf(hashes: Hashes, joined: Uint8Array): readonly string[] {
  const heads: string[] = [];
  const both = new Uint8Array(64);
  for (let at = 0; at + 32 <= joined.length; at += 32) {
    both.set(joined.subarray(at, at + 32), 32);
    const head = hashes.sha256(both);
    both.set(head, 0);
    heads.push(toHex(head));
  }
  return heads;
}

/** The provider's signatures: each frame is signed and contains the messages that the log has of it. */
export function verifyFrames(proof: EventProof, legs: readonly ReceiptLeg[], frames: FramesByName): ProofStep {
  const wanted = wantedFrames(proof, legs);
  const missing = wanted.filter(entry => !frames.has(frameName(entry)));
  const faults = wanted.flatMap(entry => {
    const frame = frames.get(frameName(entry));
    return frame ? frameFault(proof, entry, frame) : [];
  });
  const step = { key: "frames", subject: proof.event } as const;
  if (faults.length > 0) return { ...step, line: faults.join("; "), state: "differs" };
  if (missing.length > 0) return { ...step, line: missing.map(frameName).join(", "), state: "missing" };
  return { ...step, line: `${wanted.length}: Ed25519, ${proof.provider} ${proof.keys.join(", ")}`, state: "equal" };
}

function frameFault(
  { keys, entries }: EventProof,
  entry: LogProofEntry,
  { signature, body }: FeedFrame,
): readonly string[] {
  const name = frameName(entry);
  if (!keys.some(key => isSignedText(body, signature, key))) return [`${name}: signature`];
  return entries
    .filter(each => frameName(each) === name && each.message !== null && !body.includes(each.message))
    .map(({ position }) => `${name}: message ${position}`);
}

/** A simulated event: the seed revealed at its end is the one its fixture committed to. Undefined where nothing was committed. */
export function verifySeed(hashes: Hashes, proof: EventProof): ProofStep | undefined {
  const { row } = replayLog(proof.event, proof.entries, Number.MAX_SAFE_INTEGER).model;
  const { commitment } = row.fixture;
  if (typeof commitment !== "string") return undefined;
  const step = { key: "seed", subject: proof.event } as const;
  const seed = row.state.seed === undefined ? undefined : parseHex(row.state.seed);
  if (!seed) return { ...step, line: commitment, state: "pending" };
  const own = toHex(hashes.sha256(seed));
  const isEqual = own === commitment;
  return {
    ...step,
    line: `SHA-256(${row.state.seed}) = ${own}${isEqual ? "" : ` ≠ ${commitment}`}`,
    state: isEqual ? "equal" : "differs",
  };
}
