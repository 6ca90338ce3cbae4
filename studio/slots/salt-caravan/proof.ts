import { Counter } from "#studio/engine/proof/enumerate.ts";
import { capped, type SlotProof } from "#studio/engine/proof/figures.ts";
import { add, createTransform, multiply, type Sparse, type Spectrum } from "#studio/engine/proof/spectrum.ts";
import { isHeld, machine, payBothWays, paylines, rows, saltCaravan, wild, window } from "./game.ts";

const cap = saltCaravan.maxWin * saltCaravan.units;
/** A code that no symbol has: a reel that cannot continue a line. */
const blank = machine.letters.length;

/** What a reel can show after its lantern has filled it, with how many stops show it. */
interface Column {
  readonly codes: readonly number[];
  readonly weight: number;
}
/** Spins from one set of held reels: units by the set that is held after them. */
type Step = ReadonlyMap<number, Sparse>;

/** The held reels are the states of an absorbing chain; each of its steps is counted window by window. */
export const proof: SlotProof = () => {
  const transform = createTransform(1 << 16);
  const sums = new Map<number, Spectrum>();
  const worths = new Map<number, number>();
  // Reels 2 to 4 as bits; from the fullest set down to the empty one, so that what follows is known.
  const sets = Array.from({ length: 8 }, (_, bits) => bits << 1).reverse();
  let first: Step = new Map();
  for (const held of sets) {
    first = stepFrom(held);
    const ways = [...first].map(([after, units]) => {
      const now = transform.of(units, cap);
      return after === held ? now : multiply(now, sums.get(after) as Spectrum);
    });
    sums.set(held, ways.reduce(add));
    const worth = [...first].reduce((sum, [after, units]) => {
      const follows = after === held ? 0 : massOf(units) * (worths.get(after) ?? 0);
      return sum + meanOf(units) + follows;
    }, 0);
    worths.set(held, worth);
  }
  const distribution = capped(transform.back(sums.get(0) as Spectrum), cap);
  const immediate = [...first.values()].reduce((sum, units) => sum + meanOf(units), 0) / saltCaravan.units;
  const whole = (worths.get(0) ?? 0) / saltCaravan.units;
  const probability = 1 - massOf(first.get(0) ?? new Map());
  return {
    base: {
      distribution,
      parts: [
        { name: "first spin", rtp: immediate },
        { name: "respins", rtp: whole - immediate },
      ],
      // A lantern is a feature, also when its respins win nothing.
      hit: 1 - (first.get(0)?.get(0) ?? 0),
      features: [{ name: "respins", probability, worth: (whole - immediate) / probability }],
    },
  };
};

function stepFrom(held: number): Step {
  const columns = machine.strips.map((strip, reel) => (isHeld(held, reel) ? [filled(1)] : columnsOf(strip)));
  const counters = new Map<number, Counter>();
  const all = columns.reduce((product, reel) => product * reel.reduce((sum, { weight }) => sum + weight, 0), 1);
  everyWindow(columns, (lit, units, weight) => {
    const counter = counters.get(lit) ?? new Counter();
    counters.set(lit, counter);
    counter.add(units, weight);
  });
  return new Map(
    [...counters].map(([lit, counter]) => [lit, new Map(counter.entries().map(([u, n]) => [u, n / all]))]),
  );
}

/**
 * Visits every combination of columns. Of a middle reel's column, pairs on its left or right that match nothing are counted together:
 * a line wins from the left only if reels 1 to 3 agree, from the right only if reels 5 to 3 do.
 */
function everyWindow(columns: readonly Column[][], visit: (lit: number, units: number, weight: number) => void): void {
  const [one, two, three, four, five] = columns as [Column[], Column[], Column[], Column[], Column[]];
  for (const middle of three) {
    put(2, middle);
    const left = pairs(0, one, 1, two, () => paylines.total(window) > 0);
    const right = pairs(4, five, 3, four, () => paylines.totalReversed(window) > 0);
    const seen = (a: Pair, b: Pair): void => {
      put(0, a.outer);
      put(1, a.inner);
      put(3, b.inner);
      put(4, b.outer);
      visit(litOf(a, middle, b), payBothWays(window), a.weight * b.weight * middle.weight);
    };
    for (const a of left.live) for (const b of right.all) seen(a, b);
    for (const a of left.dead) for (const b of right.live) seen(a, b);
    for (const [litLeft, n] of byLit(left.dead)) {
      for (const [litRight, m] of byLit(right.dead)) {
        const lit = (litLeft ? 2 : 0) | (isWild(middle) ? 4 : 0) | (litRight ? 8 : 0);
        visit(lit, 0, n * m * middle.weight);
      }
    }
  }
}

interface Pair {
  readonly outer: Column;
  readonly inner: Column;
  readonly weight: number;
}

/** The pairs of two reels beside the middle one; live are those that win with it while the other side is blank. */
function pairs(outerReel: number, outers: Column[], innerReel: number, inners: Column[], wins: () => boolean) {
  const [live, dead]: [Pair[], Pair[]] = [[], []];
  for (let reel = 0; reel < 5; reel++) if (reel !== 2) window.fill(blank, reel * rows, (reel + 1) * rows);
  for (const outer of outers) {
    put(outerReel, outer);
    for (const inner of inners) {
      put(innerReel, inner);
      (wins() ? live : dead).push({ outer, inner, weight: outer.weight * inner.weight });
    }
  }
  return { live, dead, all: [...live, ...dead] };
}

function byLit(all: readonly Pair[]): Map<boolean, number> {
  const weights = new Map<boolean, number>();
  for (const { inner, weight } of all) weights.set(isWild(inner), (weights.get(isWild(inner)) ?? 0) + weight);
  return weights;
}

function columnsOf(strip: Int8Array): Column[] {
  const plain: Column[] = [];
  let wilds = 0;
  strip.forEach((_, stop) => {
    const codes = [0, 1, 2].map(row => strip[(stop + row) % strip.length] as number);
    if (codes.includes(wild)) wilds += 1;
    else plain.push({ codes, weight: 1 });
  });
  return wilds > 0 ? [...plain, filled(wilds)] : plain;
}

const filled = (weight: number): Column => ({ codes: [wild, wild, wild], weight });
const isWild = ({ codes }: Column): boolean => codes[0] === wild;
const litOf = (a: Pair, middle: Column, b: Pair): number =>
  (isWild(a.inner) ? 2 : 0) | (isWild(middle) ? 4 : 0) | (isWild(b.inner) ? 8 : 0);

function put(reel: number, { codes }: Column): void {
  for (let row = 0; row < rows; row++) window[reel * rows + row] = codes[row] as number;
}

const massOf = (units: Sparse): number => [...units.values()].reduce((sum, share) => sum + share, 0);
const meanOf = (units: Sparse): number => [...units].reduce((sum, [won, share]) => sum + won * share, 0);
