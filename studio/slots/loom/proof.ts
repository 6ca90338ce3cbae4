import { capped, mean, type SlotProof } from "#studio/engine/proof/figures.ts";
import { add, createTransform, multiply, type Sparse, type Spectrum } from "#studio/engine/proof/spectrum.ts";
import type { Column } from "#studio/engine/proof/ways.ts";
import { collect, splitWays } from "#studio/engine/proof/ways-split.ts";
import type { Machine } from "#studio/engine/shared/reels.ts";
import { awardOf, base, boughtSpins, free, hank, height, loom, mysteries, mystery, reels } from "./game.ts";
import { symbols } from "./symbols.ts";

const cap = loom.maxWin * loom.units;
const wild = base.letters.indexOf("W");
const pays = symbols.map(({ role, pays: units = {} }) =>
  role === "pay" ? Array.from({ length: reels + 1 }, (_, count) => units[count] ?? 0) : [],
);

/** Every height and stop of six reels under every mystery symbol; the free spins as sums of rising multiples. */
export const proof: SlotProof = () => {
  const transform = createTransform(1 << 19);
  const first = spinTable(base, awardOf);
  const freeSpin = spinTable(free, () => 0).get(0) as Sparse;
  const spinWorth = mean(freeSpin) / loom.units;
  const worthOf = (spins: number) => (spinWorth * spins * (spins + 1)) / 2;
  const sumOf = (spins: number): Spectrum => {
    let sum = transform.constant(1);
    for (let multiplier = 1; multiplier <= spins; multiplier++) {
      const raised = new Map([...freeSpin].map(([units, probability]) => [units * multiplier, probability]));
      sum = multiply(sum, transform.of(raised, cap));
    }
    return sum;
  };
  const awards = [...first.keys()].filter(award => award > 0).sort((a, b) => a - b);
  let total = transform.of(first.get(0) as Sparse, cap);
  for (const award of awards) total = add(total, multiply(transform.of(first.get(award) as Sparse, cap), sumOf(award)));
  const price = loom.modes.buy?.price ?? 1;
  const bought = capped(transform.back(sumOf(boughtSpins)), cap);
  return {
    base: {
      distribution: capped(transform.back(total), cap),
      parts: [
        { name: "ways", rtp: [...first.values()].reduce((sum, units) => sum + mean(units), 0) / loom.units },
        { name: "free spins", rtp: awards.reduce((sum, award) => sum + massOf(first.get(award)) * worthOf(award), 0) },
      ],
      hit: 1 - (first.get(0)?.get(0) ?? 0),
      features: awards.map(award => ({
        name: `${award} free spins`,
        probability: massOf(first.get(award)),
        worth: worthOf(award),
      })),
    },
    buy: {
      distribution: bought,
      parts: [{ name: "free spins", rtp: worthOf(boughtSpins) / price }],
      hit: 1 - (bought.get(0) ?? 0),
      features: [{ name: `${boughtSpins} free spins`, probability: 1, worth: worthOf(boughtSpins) }],
    },
  };
};

/** Units of one spin by what its hanks award. */
function spinTable(machine: Machine, award: (hanks: number) => number): ReadonlyMap<number, Sparse> {
  const tables = new Map<number, Map<number, number>>();
  for (const revealed of mysteries) {
    const columns = machine.strips.map(strip => columnsOf(strip, revealed));
    splitWays(columns, pays).forEach((hanks, units, probability) => {
      const awarded = award(hanks);
      const table = tables.get(awarded) ?? new Map<number, number>();
      collect(table, units, probability / mysteries.length);
      tables.set(awarded, table);
    });
  }
  return tables;
}

/** Every stop at every height; a mystery counts as what it reveals. */
function columnsOf(strip: Int8Array, revealed: number): Column[] {
  return height.table.flatMap(({ value: rows, weight }) =>
    Array.from(strip, (_, stop) => {
      const codes = Array.from({ length: rows }, (_, row) => strip[(stop + row) % strip.length] as number);
      const counts = symbols.map(
        (_, code) => codes.filter(each => (each === mystery ? revealed : each) === code).length,
      );
      return { counts, wilds: counts[wild] as number, tag: counts[hank] as number, weight };
    }),
  );
}

const massOf = (units: Sparse | undefined): number => [...(units ?? new Map()).values()].reduce((a, b) => a + b, 0);
