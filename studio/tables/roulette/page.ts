import { formatAmount } from "#kit/money/amount.ts";
import { currencies } from "#studio/engine/shared/types.ts";
import { percentOf } from "../shared/odds.ts";
import type { Placed } from "../shared/placed.ts";
import { roundText, type TablePage } from "../shared/table-page.ts";
import { meridianRoulette } from "./game.ts";
import { payoutOf } from "./rules.ts";
import { pockets, returnsOf, type Spot, spotById, spots } from "./spots.ts";
import { calledBets, calledLayouts, wheelOrder } from "./wheel.ts";

/** docs/tables/roulette.md: every figure is counted over the 37 pockets. */
export const page: TablePage = table => {
  const { slug, titles } = meridianRoulette;
  const parts = [
    `Live table \`${slug}\` (${titles.en}). One zero; each number is one draw below ${pockets} from the words of the round. Every figure below is counted over all ${pockets} pockets.`,
    "## Odds of every bet",
    table(
      ["bet", "spots", "numbers", "pays", "wins", "returns", "edge"],
      kinds().map(([kind, list]) => betRow(kind, list)),
    ),
    `The return is exactly 36/37 = ${percent(36n, 37n)} on every spot, and so on every layout.`,
    "## Called bets",
    table(
      ["bet", "chips", "numbers covered", "returns"],
      calledBets.map(name => calledRow(name)),
    ),
    `Order of the wheel: ${wheelOrder.join(", ")}. Neighbors of a number are 0 to 5 pockets on either side, one chip each.`,
    "## Limits",
    table(
      ["currency", "chip unit", "on one number", "on red", "in a round"],
      currencies.map(currency => {
        const limits = meridianRoulette.limits(currency);
        const sums = [limits.step, limits.most("straight-0"), limits.most("red"), limits.mostInRound];
        return [currency, ...sums.map(formatAmount)];
      }),
    ),
    "The limit of a spot is the limit of one number times the numbers it covers, but at most the limit of a round: no spot returns more than a single number.",
    "## A round",
    roundText(meridianRoulette),
  ];
  return { title: "Live roulette", parts };
};

function kinds(): readonly (readonly [string, readonly Spot[]])[] {
  const names = [...new Set(spots.map(({ kind }) => kind))];
  return names.map(kind => [kind, spots.filter(spot => spot.kind === kind)] as const);
}

/** Over every pocket, of one chip on one spot: the same for all spots of a kind, or the page is not printed. */
function betRow(kind: string, list: readonly Spot[]): readonly string[] {
  const figures = list.map(spot => {
    const returned = returnedBy([{ spot: spot.id, amount: 1n }]);
    return `${spot.numbers.length} ${returned}`;
  });
  if (new Set(figures).size !== 1) throw new Error(`${kind} bets differ among themselves`);
  const [spot] = list as [Spot];
  const returned = returnedBy([{ spot: spot.id, amount: 1n }]);
  const count = spot.numbers.length;
  return [
    kind,
    String(list.length),
    String(count),
    `${returnsOf(spot.numbers) - 1n}:1`,
    `${count}/${pockets} = ${percent(BigInt(count), BigInt(pockets))}`,
    `${returned}/${pockets} = ${percent(returned, BigInt(pockets))}`,
    percent(BigInt(pockets) - returned, BigInt(pockets)),
  ];
}

function calledRow(name: keyof typeof calledLayouts): readonly string[] {
  const layout = Object.entries(calledLayouts[name]).map(([spot, chips]) => ({ spot, amount: BigInt(chips) }));
  const chips = layout.reduce((sum, { amount }) => sum + amount, 0n);
  const covered = new Set(layout.flatMap(({ spot }) => spotById.get(spot)?.numbers ?? []));
  const bets = layout.map(({ spot, amount }) => (amount > 1n ? `${amount} × ${spot}` : spot)).join(", ");
  return [name, `${chips}: ${bets}`, String(covered.size), percent(returnedBy(layout), chips * BigInt(pockets))];
}

const returnedBy = (layout: readonly Placed[]) =>
  Array.from({ length: pockets }, (_, number) => payoutOf(number, layout)).reduce((sum, each) => sum + each, 0n);

const percent = (part: bigint, whole: bigint) => `${percentOf(part, whole)} %`;
