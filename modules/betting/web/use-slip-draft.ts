import { useState } from "react";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { stakeOf } from "#modules/bets/web/stake-field.tsx";
import type { EachWay } from "../shared/each-way.ts";
import { slipLimits } from "../shared/slip-limits.ts";
import type { EditedSlip } from "./edited-slip.ts";
import { betsOf, type Choice, figuresOf, foldsOf, systemsOf, unitLimits } from "./slip-figures.ts";
import { keyOf, type Selection } from "./slip-store.ts";
import { isOneEvent, useBuilderQuote } from "./use-builder-quote.ts";
import { useFreeBet } from "./use-free-bet.ts";

export type SlipDraft = ReturnType<typeof useSlipDraft>;

/** How the selections are combined, at which prices and for which stake, before they are placed. A player's builder is priced, and their free bets can be staked. */
export function useSlipDraft(
  selections: readonly Selection[],
  currency: Currency,
  isPlayer: boolean,
  /** A bet that is changed is one bet, staked from the balance. */
  edited: EditedSlip | null,
) {
  const [chosen, setChosen] = useState<Choice>(edited?.choice ?? "accumulator");
  const [bankerKeys, setBankerKeys] = useState<ReadonlySet<string>>(new Set(edited?.bankers));
  const [now, setNow] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [delays, setDelays] = useState<ReadonlyMap<string, number | null>>(new Map());
  const [terms, setTerms] = useState<ReadonlyMap<string, EachWay | undefined>>(new Map());
  const [wantsPlaces, setWantsPlaces] = useState(edited?.isEachWay ?? false);
  const [typed, setTyped] = useState<string | null>(edited?.unit ?? null);
  const count = selections.length;
  const isSystem = chosen !== "single" && chosen !== "accumulator";
  const bankers = selections.map(each => isSystem && bankerKeys.has(keyOf(each)));
  const systems = systemsOf(count, bankers.filter(Boolean).length);
  const isBuilder = isOneEvent(selections);
  const choice = possibleChoice(edited && chosen === "single" ? "accumulator" : chosen, isBuilder, count, systems);
  const builder = useBuilderQuote(selections, choice === "builder" && isPlayer);
  const prices = selections.map(each => now.get(keyOf(each)) ?? each.price);
  const staking = useFreeBet(isPlayer && !edited, count === 1 || choice === "accumulator");
  const { freeBet } = staking;
  const offered = freeBet || choice === "builder" ? [] : selections.flatMap(each => terms.get(keyOf(each)) ?? []);
  const places = offered.length === count && count > 0 ? offered : undefined;
  const eachWay = wantsPlaces ? places : undefined;
  const limits = unitLimits(currency, (betsOf(choice, bankers) ?? 1) * (eachWay ? 2 : 1));
  const text = typed ?? formatAmount(choice === "single" ? slipLimits[currency].minSlip : limits.min);
  const unit = freeBet ? parseDecimal(freeBet.amount) : stakeOf(text, limits);

  function figuresNow(of: bigint) {
    if (choice !== "builder") return figuresOf(prices, choice, bankers, of, { freeBet: freeBet !== null, eachWay });
    return builder.quote && figuresOf([builder.quote.price], "single", [false], of);
  }

  return {
    selections,
    choice,
    isBuilder,
    isSystem,
    systems,
    bankers,
    builder,
    /** What the place part of each selection would pay; undefined where one of them has none. */
    places,
    eachWay,
    prices,
    limits,
    text,
    unit,
    staking,
    figures: unit === null ? undefined : figuresNow(unit),
    /** A market is closed or suspended. */
    isShut: selections.some(each => now.get(keyOf(each)) === null),
    /** Prices differ from those at which the selections were made. */
    isMoved: choice !== "builder" && selections.some((each, position) => prices[position] !== each.price),
    /** How long the bet waits because an event is being played, in milliseconds; 0 where none is. */
    delayMs: Math.max(0, ...selections.map(each => delays.get(keyOf(each)) ?? 0)),
    /** Selections of one event combine only in a builder. */
    isRelated:
      choice !== "single" && choice !== "builder" && new Set(selections.map(({ event }) => event)).size < count,
    choose: setChosen,
    type: setTyped,
    setBanker(selection: Selection, isBanker: boolean): void {
      setBankerKeys(before => withBanker(before, keyOf(selection), isBanker));
      if (foldsOf(choice) === undefined) setChosen("of_2");
    },
    setEachWay: setWantsPlaces,
    setDelay: (selection: Selection, delayMs: number | null) =>
      setDelays(before => new Map(before).set(keyOf(selection), delayMs)),
    setTerms: (selection: Selection, of: EachWay | undefined) =>
      setTerms(before => new Map(before).set(keyOf(selection), of)),
    setPrice: (selection: Selection, price: string | null) =>
      setNow(before => new Map(before).set(keyOf(selection), price)),
  };
}

/** What was chosen, or what comes nearest to it with so many selections. */
function possibleChoice(chosen: Choice, isBuilder: boolean, count: number, systems: readonly Choice[]): Choice {
  if (count === 1 || chosen === "single") return "single";
  if (isBuilder) return "builder";
  if (chosen === "accumulator" || systems.includes(chosen)) return chosen;
  return systems[0] ?? "accumulator";
}

function withBanker(before: ReadonlySet<string>, key: string, isBanker: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (isBanker) next.add(key);
  else next.delete(key);
  return next;
}
