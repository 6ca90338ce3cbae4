import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { currencies } from "#studio/engine/shared/types.ts";
import { edgeOf, percentOf, type SpotOdds } from "#studio/tables/shared/odds.ts";
import { roundWords } from "#studio/tables/shared/round-words.ts";
import type { TableGame } from "#studio/tables/shared/table-game.ts";
import { fastWords, type GoldenRound, sourceOf } from "./table-rounds.ts";

const rounds = Number(process.env.TABLE_ROUNDS ?? 100_000);
/** Standard deviations: one of a hundred figures may be off by so many once in 300 changes of the seed. */
const mostOff = 4;

export const goldenOf = ({ folder }: Pick<TableGame, "folder">): readonly GoldenRound[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../tables", folder, "vectors.json"), "utf8"));

/** Every spot of a table: `tables/<folder>/odds.ts` exports its odds as `odds`. */
export async function spotsOf({ folder, turns }: Pick<TableGame, "folder" | "turns">): Promise<readonly string[]> {
  if (turns) return turns.spots;
  const { odds } = (await import(`../tables/${folder}/odds.ts`)) as { readonly odds: () => readonly SpotOdds[] };
  return odds().map(({ spot }) => spot);
}

/** What every live table must show. `edges`: percent, two decimals, as they are stated. */
export function describeTable(
  game: TableGame,
  { odds, edges }: { readonly odds: readonly SpotOdds[]; readonly edges: Readonly<Record<string, string>> },
): void {
  describe(game.titles.en, () => {
    test("draws and pays its golden rounds", () => {
      const golden = goldenOf(game);
      expect(golden.length).toBeGreaterThanOrEqual(10);
      for (const each of golden) {
        const outcome = game.draw(roundWords(nobleHashes, sourceOf(each)));
        const layout = each.layout.map(({ spot, amount }) => ({ spot, amount: parseDecimal(amount) }));
        expect([outcome, formatAmount(game.payout(outcome, layout))], `round ${each.round}`).toEqual([
          each.outcome,
          each.payout,
        ]);
      }
    });

    test("has the stated edges", () => {
      const found = Object.fromEntries(odds.map(each => [each.spot, Number(edgeOf(each)).toFixed(4)]));
      expect(found).toMatchObject(edges);
      expect(odds.every(({ spot }) => game.hasSpot(spot))).toBe(true);
    });

    test(`returns what its odds say in ${rounds} rounds`, { timeout: 600_000 }, () => {
      const words = fastWords(BigInt(20_261_123 + game.slug.length));
      const sums = odds.map(() => ({ sum: 0, squares: 0 }));
      for (let i = 0; i < rounds; i++) {
        const outcome = game.draw(words);
        for (const [at, { spot }] of odds.entries()) {
          const returned = Number(game.payout(outcome, [{ spot, amount: 100n }])) / 100;
          const total = sums[at] as { sum: number; squares: number };
          total.sum += returned;
          total.squares += returned * returned;
        }
      }
      for (const [at, { spot, returned, of }] of odds.entries()) {
        const { sum, squares } = sums[at] as { sum: number; squares: number };
        const [mean, exact] = [sum / rounds, Number(returned) / Number(of) / 100];
        const deviation = Math.sqrt((squares / rounds - mean * mean) / rounds);
        expect(Math.abs(mean - exact) / deviation, `${spot}: ${mean} of ${exact}`).toBeLessThan(mostOff);
      }
    });

    test("states the best return that a spot has", () => {
      const best = odds
        .map(({ returned, of }) => percentOf(returned, 100n * of))
        .sort((a, b) => Number(b) - Number(a))[0];
      expect(Number(game.rtp).toFixed(4)).toBe(best);
    });

    test("takes whole chips, and no spot more than the round", () => {
      for (const currency of currencies) {
        const { step, most, mostInRound } = game.limits(currency);
        for (const { spot } of odds) {
          expect(most(spot) % step, spot).toBe(0n);
          expect(most(spot) > 0n && most(spot) <= mostInRound, spot).toBe(true);
        }
      }
    });

    test("refuses a spot that it has not", () => {
      expect(game.hasSpot("nothing")).toBe(false);
      expect(() => game.payout(game.draw(fastWords(1n)), [{ spot: "nothing", amount: 100n }])).toThrow();
    });
  });
}
