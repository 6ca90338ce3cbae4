import { secp256k1 } from "@noble/curves/secp256k1.js";
import { HDKey } from "@scure/bip32";
import { getAddress, isAddress, keccak256 } from "viem/utils";
import { required } from "#kit/std/invariant.ts";

/** An address in lower case, as it is stored and compared. */
export type ChainAddress = `0x${string}`;

/**
 * The address number `number` below an extended public key of account level (m/44'/60'/0'): its child 0/number, BIP-44's
 * path for receiving addresses. The application holds no key that could spend from it.
 */
export function addressOf(xpub: string, number: number): ChainAddress {
  const key = HDKey.fromExtendedKey(xpub).deriveChild(0).deriveChild(number);
  return addressOfPublicKey(required(key.publicKey, "an extended public key has a public key"));
}

/** The address of a compressed public key. */
export function addressOfPublicKey(publicKey: Uint8Array): ChainAddress {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return `0x${keccak256(point.subarray(1)).slice(-40)}`;
}

/** Whether it is an extended public key of account level, without signing ability. */
export function isAccountXpub(text: string): boolean {
  try {
    const key = HDKey.fromExtendedKey(text);
    return key.privateKey === null && key.depth === 3;
  } catch {
    return false;
  }
}

/**
 * A typed address in lower case: with an EIP-55 checksum, or all in one case, which carries no checksum.
 * Undefined for anything else.
 */
export function readAddress(text: string): ChainAddress | undefined {
  const trimmed = text.trim();
  if (!/^0x[0-9a-fA-F]{40}$/.test(trimmed)) return undefined;
  const oneCase = trimmed === trimmed.toLowerCase() || trimmed.slice(2) === trimmed.slice(2).toUpperCase();
  return oneCase || isAddress(trimmed) ? (trimmed.toLowerCase() as ChainAddress) : undefined;
}

/** With an EIP-55 checksum. */
export function showAddress(address: string): string {
  return getAddress(address as ChainAddress);
}

/** Shortened to its first and last digits. */
export function shortAddress(address: string): string {
  const shown = showAddress(address);
  return `${shown.slice(0, 8)}…${shown.slice(-6)}`;
}
