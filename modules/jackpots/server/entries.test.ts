import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type EndedBet, enterBets, type JackpotRun } from "./enter-bets.ts";

/** `JACKPOT_ENTRIES=1000000` plays them all. */
const entries = Number(process.env.JACKPOT_ENTRIES ?? 100_000);
const classes = 20;
const [seed, bound] = [100_000n, 1_100_000n];

const id = "00000000-0000-4000-8000-000000000020" as Uuid;
const first: JackpotRun = {
  id,
  kind: "must_hit_by",
  pot: 1n,
  entries: 0n,
  lastHash: new Uint8Array(32),
  reserve: 0n,
  restShare: 0,
  restReserve: 0,
  amount: seed,
  terms: { games: ["dice"], edgeShare: 200, bound: micros(bound) },
};

/** Words and stakes of a deterministic stream: the same run every time. */
function betOf(number: number): EndedBet {
  const digest = createHash("sha256").update(`entry ${number}`).digest();
  return {
    playerId: id as string as PlayerId,
    key: id,
    game: "dice",
    gameNumber: 2,
    stake: BigInt(digest.readUInt32BE(8) % 20_000_000) + 1n,
    returned: { numerator: 99n, denominator: 100n },
    word: digest.readBigUInt64BE(0),
    placedAt: new Date(0),
    settledAt: new Date(0),
  };
}

interface Played {
  readonly hits: readonly bigint[];
  /** What pots got from reserves and the bank, the shares of entries, and what was won. */
  readonly seeded: bigint;
  readonly fed: bigint;
  readonly won: bigint;
  readonly staked: bigint;
  readonly last: JackpotRun;
}

/** Plays them in sets as a fold does; each pot begins with the same seed. */
function play(count: number): Played {
  let run = first;
  const hits: bigint[] = [];
  let [seeded, fed, won, staked] = [seed, 0n, 0n, 0n];
  for (let at = 0; at < count; ) {
    const bets = Array.from({ length: Math.min(50, count - at) }, (_, index) => betOf(at + index));
    const { after, entries: made, taken } = enterBets(run, bets);
    at += taken;
    for (const entry of made) {
      fed += entry.share;
      staked += entry.stake;
    }
    run = after;
    const last = made.at(-1);
    if (!last?.won) continue;
    // Where a hidden trigger would have been: within the share of the entry.
    hits.push(last.before + ((last.word * (bound - last.before)) >> 64n));
    won += after.amount;
    seeded += seed;
    run = { ...after, pot: after.pot + 1n, amount: seed };
  }
  return { hits, seeded, fed, won, staked, last: run };
}

test("over many entries a pot is its seeds and shares less what was won, to the micro-unit, and hits are uniform between seed and limit", {
  timeout: 900_000,
}, () => {
  const { hits, seeded, fed, won, staked, last } = play(entries);
  expect(last.entries).toBe(BigInt(entries));
  expect(last.amount).toBe(seeded + fed - won);
  expect((fed + last.reserve) * 1_000_000n + BigInt(last.restShare)).toBe(staked * 2_000n);
  // Chi-square of 19 degrees of freedom: above 43.8 once in a thousand.
  const counts = Array.from({ length: classes }, () => 0);
  for (const hit of hits) {
    const at = Number(((hit - seed) * BigInt(classes)) / (bound - seed));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const expected = hits.length / classes;
  expect(expected).toBeGreaterThan(5);
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  expect(chiSquare).toBeLessThan(43.8);
});
