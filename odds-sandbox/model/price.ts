import { required } from "#kit/std/invariant.ts";
import { type MarketKind, marketKinds } from "../shared/markets.ts";
import type { Chances, PricedMarket } from "../shared/protocol.ts";
import { fairChance } from "./chances.ts";
import { ladderPrice, powerExponent, priceText } from "./margin.ts";

const kinds = new Map<string, MarketKind>(marketKinds.map(kind => [kind.id, kind]));

export function kindOf(id: string): MarketKind {
  return required(kinds.get(id), `unknown market kind ${id}`);
}

/** Several outcomes of these can win, so each is priced against its own opposite. */
const manyWinners = new Set(["double_chance", "anytime_scorer"]);
/** How many outcomes of these markets win: the chances sum to it. */
const winners: Readonly<Record<string, number>> = { outright_top_2: 2, outright_top_3: 3, outright_top_4: 4 };

/** Prices of a market with its margin. A market with an outcome that cannot be priced is inactive; lists leave such outcomes out, but not the score that is almost certain. */
export function priceMarket(
  line: { readonly id: string; readonly spec: string },
  outcomes: readonly { readonly id: string; readonly p: Chances }[],
): PricedMarket {
  const kind = kindOf(line.id);
  const fair = outcomes.map(({ p }) => fairChance(p));
  const prices = pricesOf(kind, fair);
  const priced = outcomes.flatMap((outcome, index) => {
    const price = prices[index];
    return price === undefined ? [] : [{ id: outcome.id, price: priceText(price), p: shortened(outcome.p) }];
  });
  const listed = typeof kind.outcomes === "string";
  const isCertain = kind.outcomes === "scores" && fair.some((q, index) => q > 1 / 2 && prices[index] === undefined);
  const open = listed ? priced.length > 0 && !isCertain : priced.length === outcomes.length;
  return { id: line.id, spec: line.spec, status: open ? "active" : "inactive", outcomes: open ? priced : [] };
}

function pricesOf(kind: MarketKind, fair: readonly number[]): readonly (number | undefined)[] {
  const margin = kind.margin / 100;
  const each = (q: number, k: number) => (q > 1e-7 && q < 1 ? ladderPrice(q ** -k) : undefined);
  if (manyWinners.has(kind.id)) return fair.map(q => each(q, powerExponent([q, 1 - q], margin)));
  const k = powerExponent(fair, margin, winners[kind.id]);
  return fair.map(q => each(q, k));
}

/** Chances travel with nine decimals. */
function shortened({ win, half_win, refund, half_lose }: Chances): Chances {
  const short = (p: number) => Math.min(1, Math.max(0, Math.round(p * 1e9) / 1e9));
  return { win: short(win), half_win: short(half_win), refund: short(refund), half_lose: short(half_lose) };
}
