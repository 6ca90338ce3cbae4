import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import * as z from "zod/mini";
import { ascii, parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";

/**
 * Public randomness as drand's network gives it, scheme `bls-unchained-g1-rfc9380`: every period the network signs the
 * number of the round. The signature cannot be known in advance, there is exactly one valid signature, and anyone can check it with
 * the network's public key. The value is the signature's SHA-256.
 */

export const beaconScheme = "bls-unchained-g1-rfc9380";
const domain = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const bls = bls12_381.shortSignatures;

const hex = z.string().check(z.regex(/^([0-9a-f]{2})+$/));

/** `GET {url}/{chain}/info`. Times are seconds. */
export const beaconInfo = z.object({
  public_key: hex,
  period: z.int().check(z.gt(0)),
  genesis_time: z.int(),
  hash: hex,
  groupHash: hex,
  schemeID: z.string(),
  metadata: z.object({ beaconID: z.string() }),
});
/** `GET {url}/{chain}/public/{round}`. */
export const beaconRound = z.object({ round: z.int().check(z.gt(0)), randomness: hex, signature: hex });

export type BeaconInfo = z.output<typeof beaconInfo>;
export type BeaconRound = z.output<typeof beaconRound>;

function bigEndian(value: number, bytes: 4 | 8): Uint8Array {
  const view = new DataView(new ArrayBuffer(bytes));
  if (bytes === 8) view.setBigUint64(0, BigInt(value), false);
  else view.setUint32(0, value, false);
  return new Uint8Array(view.buffer);
}

const bytesOf = (text: string): Uint8Array => required(parseHex(text), "not hexadecimal");

/** The hash that names a beacon's chain: it covers the public key, the period and the start, so that none can be swapped. */
export function chainHash(info: Omit<BeaconInfo, "hash">): string {
  const id = info.metadata.beaconID;
  const parts = [
    bigEndian(info.period, 4),
    bigEndian(info.genesis_time, 8),
    bytesOf(info.public_key),
    bytesOf(info.groupHash),
    ...(id === "default" ? [] : [ascii(id)]),
  ];
  const hash = sha256.create();
  for (const part of parts) hash.update(part);
  return toHex(hash.digest());
}

const messageOf = (round: number) => bls.hash(sha256(bigEndian(round, 8)), domain);

/** Whether the round is signed by the holder of the public key and its value is the signature's hash. Never throws. */
export function isSignedRound(round: BeaconRound, publicKey: string): boolean {
  try {
    const signature = bytesOf(round.signature);
    return (
      toHex(sha256(signature)) === round.randomness && bls.verify(signature, messageOf(round.round), bytesOf(publicKey))
    );
  } catch {
    return false; // not points of the curve
  }
}

/** The round that is the newest at a moment, or 0 before the first. */
export function roundAt(info: Pick<BeaconInfo, "period" | "genesis_time">, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs / 1000 - info.genesis_time) / info.period) + 1);
}

/** When a round is due, in milliseconds since 1970. */
export function dueAt(info: Pick<BeaconInfo, "period" | "genesis_time">, round: number): number {
  return (info.genesis_time + (round - 1) * info.period) * 1000;
}

/** A beacon of one holder, for the sandbox and tests: the same protocol with a key of its own. */
export function soleBeacon(seed: Uint8Array, genesisTime: number, period: number, id: string) {
  // A key seed has 48 bytes: two hashes of the given one, cut.
  const half = (label: string) => sha256.create().update(ascii(label)).update(seed).digest();
  const { secretKey, publicKey } = bls.keygen(Uint8Array.from([...half("beacon 1"), ...half("beacon 2")].slice(0, 48)));
  const unnamed = {
    public_key: publicKey.toHex(),
    period,
    genesis_time: genesisTime,
    groupHash: toHex(sha256(ascii(id))),
    schemeID: beaconScheme,
    metadata: { beaconID: id },
  };
  const info: BeaconInfo = { ...unnamed, hash: chainHash(unnamed) };
  return {
    info,
    sign(round: number): BeaconRound {
      const signature = bls.sign(messageOf(round), secretKey).toBytes(true);
      return { round, randomness: toHex(sha256(signature)), signature: toHex(signature) };
    },
  };
}
