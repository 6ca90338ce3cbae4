import type { Hashes } from "#kit/fair/hashes.ts";
import { ascii, toHex } from "#kit/std/bytes.ts";
import { type Entry, rulesVersion } from "./rules.ts";

/** An entry with its place in the chain of its jackpot. */
export interface ChainedEntry extends Entry {
  readonly jackpot: string;
  /** The pot's number in its jackpot: 1, 2, 3 ... */
  readonly pot: bigint;
  /** The entry's number in its jackpot, over all pots. */
  readonly number: bigint;
}

/** An entry as text, without the word: what the verifier reads. */
export function textOf({ jackpot, pot, number, kind, limit, before, stake, rate, rests }: ChainedEntry): string {
  return [rulesVersion, jackpot, pot, number, kind, limit, before, stake, rate, rests.share, rests.reserve].join(":");
}

const pattern =
  /^jackpots-1:([0-9a-f-]{36}):([1-9]\d{0,17}):([1-9]\d{0,17}):(must_hit_by|random):([1-9]\d{0,17}):(\d{1,18}):(\d{1,18}):(\d{1,7}):(\d{1,6}):(\d)$/;

/** Undefined for a text that is no entry. */
export function readText(text: string): ChainedEntry | undefined {
  const found = pattern.exec(text);
  if (!found) return undefined;
  const [, jackpot = "", pot, number, kind, limit, before, stake, rate, share, reserve] = found;
  const whole = (digits: string | undefined) => BigInt(digits ?? 0);
  return {
    jackpot,
    pot: whole(pot),
    number: whole(number),
    kind: kind === "random" ? "random" : "must_hit_by",
    limit: whole(limit),
    before: whole(before),
    stake: whole(stake),
    rate: whole(rate),
    rests: { share: whole(share), reserve: whole(reserve) },
  };
}

/** The hash of an entry: it covers the entry before it, and the word. */
export function hashOf(hashes: Pick<Hashes, "sha256">, previous: string, text: string, word: bigint): string {
  return toHex(hashes.sha256(ascii(`${previous}:${text}:${word}`)));
}

/** What the first entry of a jackpot follows. */
export function firstHash(hashes: Pick<Hashes, "sha256">, jackpot: string): string {
  return toHex(hashes.sha256(ascii(`${rulesVersion}:${jackpot}`)));
}
