import { sha256 } from "@noble/hashes/sha2.js";

/** Numbers in order from 32 bytes: the same seed gives the same numbers everywhere. */
export interface RandomStream {
  /** 0 <= value < 1, 53 bits. */
  next(): number;
  /** A whole number 0 <= value < range. */
  below(range: number): number;
  /** Exponentially distributed with mean 1. */
  exponential(): number;
  /** Poisson distributed. */
  poisson(mean: number): number;
  /** Standard normal. */
  normal(): number;
}

/** SHA-256(seed, block number) read as 53-bit fractions. */
export function randomStream(seed: Uint8Array): RandomStream {
  const input = new Uint8Array(seed.length + 4);
  input.set(seed);
  const counter = new DataView(input.buffer, seed.length);
  let block = new DataView(new ArrayBuffer(0));
  let at = 0;
  let blocks = 0;
  const next = (): number => {
    if (at + 8 > block.byteLength) {
      counter.setUint32(0, blocks++);
      const digest = sha256(input);
      block = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
      at = 0;
    }
    const high = block.getUint32(at) >>> 5;
    const low = block.getUint32(at + 4) >>> 6;
    at += 8;
    return (high * 67_108_864 + low) / 9_007_199_254_740_992;
  };
  const exponential = () => -Math.log(1 - next());
  return {
    next,
    below: range => Math.floor(next() * range),
    exponential,
    poisson(mean) {
      let left = mean;
      for (let count = 0; ; count++) {
        left -= exponential();
        if (left < 0) return count;
      }
    },
    normal: () => Math.sqrt(2 * exponential()) * Math.cos(2 * Math.PI * next()),
  };
}
