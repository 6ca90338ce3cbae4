import { Counter, everyWindow } from "#studio/engine/proof/enumerate.ts";
import { capped, mean, type SlotProof } from "#studio/engine/proof/figures.ts";
import { fraction } from "#studio/engine/proof/fraction.ts";
import { add, createTransform, multiply, power, type Sparse, type Spectrum } from "#studio/engine/proof/spectrum.ts";
import {
  base,
  bookStakes,
  booksOn,
  codexZenith,
  expandedPay,
  expanding,
  free,
  freeSpins,
  paylines,
  reelsWith,
  units,
  window,
} from "./game.ts";

const cap = codexZenith.maxWin * units;

/** Units of one spin, apart by whether it brings free spins. */
interface SpinTable {
  readonly plain: Sparse;
  readonly trigger: Sparse;
}

/** Every window of both sets; the free spins as a branching sum: a spin with three books is followed by ten more. */
export const proof: SlotProof = () => {
  const baseSpin = countBase();
  const freeTables = countFree();
  const transform = createTransform(1 << 18);
  const features = freeTables.map(table => {
    const spin = spinWithRetriggers(transform.of(table.plain, cap), transform.of(table.trigger, cap));
    return power(spin, freeSpins);
  });
  const feature = scale(features.reduce(add), 1 / features.length);
  const trigger = massOf(baseSpin.trigger);
  const worth = freeTables.reduce((sum, table) => sum + featureMean(table), 0) / freeTables.length / units;
  const total = add(transform.of(baseSpin.plain, cap), multiply(transform.of(baseSpin.trigger, cap), feature));
  const price = codexZenith.modes.buy?.price ?? 1;
  const bought = capped(transform.back(feature), cap);
  const named = (probability: number) => [{ name: "free spins", probability, worth }];
  return {
    base: {
      distribution: capped(transform.back(total), cap),
      parts: [
        { name: "lines", rtp: baseSpin.lines },
        { name: "books", rtp: baseSpin.books },
        { name: "free spins", rtp: trigger * worth },
      ],
      hit: baseSpin.hit,
      features: named(trigger),
    },
    buy: {
      distribution: bought,
      parts: [{ name: "free spins", rtp: worth / price }],
      hit: 1 - (bought.get(0) ?? 0),
      features: named(1),
    },
  };
};

function countBase() {
  const [plain, trigger] = [new Counter(), new Counter()];
  let [hits, lines, books] = [0, 0, 0];
  const all = everyWindow(base, window, () => {
    const won = paylines.total(window);
    const scattered = (bookStakes[booksOn(window)] as number) * units;
    lines += won;
    books += scattered;
    if (won + scattered > 0) hits += 1;
    (scattered > 0 ? trigger : plain).add(won + scattered);
  });
  return {
    plain: shares(plain, all),
    trigger: shares(trigger, all),
    lines: lines / units / all,
    books: books / units / all,
    hit: fraction(hits, all),
  };
}

/** The free spin under each expanding symbol. */
function countFree(): SpinTable[] {
  const counters = expanding.map(() => ({ plain: new Counter(), trigger: new Counter() }));
  const all = everyWindow(free, window, () => {
    const scattered = (bookStakes[booksOn(window)] as number) * units;
    const won = paylines.total(window) + scattered;
    for (let index = 0; index < counters.length; index++) {
      const code = expanding[index] as number;
      const counter = counters[index] as (typeof counters)[number];
      (scattered > 0 ? counter.trigger : counter.plain).add(won + expandedPay(code, reelsWith(window, code)));
    }
  });
  return counters.map(({ plain, trigger }) => ({ plain: shares(plain, all), trigger: shares(trigger, all) }));
}

/** X = plain + trigger * X^10: one spin and all that follow from it, by repeated substitution. */
function spinWithRetriggers(plain: Spectrum, trigger: Spectrum): Spectrum {
  let spin = plain;
  for (let round = 0; round < 12; round++) spin = add(plain, multiply(trigger, power(spin, freeSpins)));
  return spin;
}

function featureMean(table: SpinTable): number {
  const each = mean(table.plain) + mean(table.trigger);
  return (freeSpins * each) / (1 - freeSpins * massOf(table.trigger));
}

const shares = (counter: Counter, all: number): Sparse =>
  new Map(counter.entries().map(([won, count]) => [won, count / all]));

const massOf = (distribution: Sparse): number => [...distribution.values()].reduce((sum, share) => sum + share, 0);

const scale = ({ re, im }: Spectrum, factor: number): Spectrum => ({
  re: re.map(value => value * factor),
  im: im.map(value => value * factor),
});
