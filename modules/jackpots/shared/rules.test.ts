import { expect, test } from "vitest";
import { type Entry, isHit, type JackpotKind, type Rests, rateOf, sharesOf } from "./rules.ts";

const none: Rests = { share: 0n, reserve: 0n };
const entry = (rest: Partial<Entry> = {}): Entry => ({
  kind: "must_hit_by",
  limit: 10n,
  before: 0n,
  stake: 10_000n,
  rate: 333n,
  rests: none,
  ...rest,
});
/** The shares of these stakes with their reserve, what a pot gets of them in all, and what is carried. */
function feed(stakes: readonly bigint[], rate: bigint, kind: JackpotKind = "random", limit = 10n ** 15n) {
  let rests = none;
  let [before, reserved] = [0n, 0n];
  const shares = stakes.map(stake => {
    const added = sharesOf(entry({ kind, limit, before, stake, rate, rests }));
    rests = added.rests;
    before += added.share;
    reserved += added.reserve;
    return added.share + added.reserve;
  });
  return { shares, rests, before, reserved };
}

test("shares below a micro-unit are carried: 0.01 at 333 millionths is 3 3 3 4 3 3 4, and 0.31 waits", () => {
  const { shares, rests, before, reserved } = feed(Array(7).fill(10_000n), 333n);
  expect(shares).toEqual([3n, 3n, 3n, 4n, 3n, 3n, 4n]);
  expect(rests.share).toBe(310_000n);
  expect([before, reserved, rests.reserve]).toEqual([21n, 2n, 3n]);
});

test("nothing is lost over a hundred thousand odd stakes", () => {
  const stakes = Array.from({ length: 100_000 }, (_, index) => BigInt((index * 7_919) % 99_991) + 1n);
  const { before, reserved, rests } = feed(stakes, 5_405n);
  const all = stakes.reduce((sum, stake) => sum + stake * 5_405n, 0n);
  expect((before + reserved) * 1_000_000n + rests.share).toBe(all);
  expect(reserved * 10n + rests.reserve).toBe(before + reserved);
});

test("a rate is a part of the exact edge of the bet, at most a fifth, and nothing where there is no edge", () => {
  expect(rateOf({ numerator: 99n, denominator: 100n }, 200)).toBe(2_000n);
  expect(rateOf({ numerator: 36n, denominator: 37n }, 200)).toBe(5_405n);
  expect(rateOf({ numerator: 1n, denominator: 1n }, 200)).toBe(0n);
  expect(rateOf({ numerator: 101n, denominator: 100n }, 200)).toBe(0n);
  expect(rateOf(undefined, 200)).toBe(0n);
});

test("shares 1, 2, 3 and 4 of a pot of 10 win with 1/10, 1/5, 3/10 and 2/5 over the whole pot", () => {
  const wins: [number, number][] = [];
  let [before, left] = [0n, 1];
  for (const share of [1n, 2n, 3n, 4n]) {
    const range = 10n - before;
    // The largest word that wins.
    const most = ((share << 64n) - 1n) / range;
    const at = (word: bigint) => isHit(entry({ before }), share, word);
    if (most < 2n ** 64n - 1n) expect([at(most), at(most + 1n)]).toEqual([true, false]);
    else expect(at(2n ** 64n - 1n)).toBe(true);
    const chance = Number(share) / Number(range);
    wins.push([Number(share) / 10, Math.round(left * chance * 1e9) / 1e9]);
    left *= 1 - chance;
    before += share;
  }
  for (const [expected, found] of wins) expect(found).toBeCloseTo(expected, 9);
});

test("a pot never passes its limit: what it cannot hold is reserved, and the entry that fills it wins", () => {
  const full = entry({ limit: 1_000n, before: 990n, stake: 1_000_000n, rate: 50n });
  const { share, reserve } = sharesOf(full);
  expect([share, reserve]).toEqual([10n, 40n]);
  expect(isHit(full, share, 2n ** 64n - 1n)).toBe(true);
});

test("an entry that adds nothing cannot win a must-hit-by pot", () => {
  const small = entry({ stake: 1n, rate: 1n, limit: 1_000n });
  expect(sharesOf(small).share).toBe(0n);
  expect(isHit(small, 0n, 0n)).toBe(false);
});

test("a random jackpot is won once in its turnover: the chance is stake over turnover", () => {
  const random = entry({ kind: "random", limit: 4n, stake: 1n });
  const quarter = 2n ** 62n;
  expect([isHit(random, 0n, quarter - 1n), isHit(random, 0n, quarter)]).toEqual([true, false]);
});
