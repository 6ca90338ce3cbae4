import { formatAmount, type Micros } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import {
  type Exposure,
  fixtureNames,
  meanReturn,
  type OutcomeRisk,
  type TradedMarket,
} from "#modules/odds/server/index.ts";
import type { Factor } from "#modules/odds/shared/factor.ts";
import { marginOf } from "#modules/odds/shared/margin.ts";
import { findKind, marketGroups } from "#modules/odds/shared/market-kinds.ts";
import { priceText } from "#modules/odds/shared/price-text.ts";
import type { TradedMarketView, TradedOutcomeView } from "../../office/contract.ts";
import type { TradedNames } from "../../office/fields.ts";
import { endOfFactor } from "../../shared/by-hand.ts";
import { riskLimits } from "../../shared/risk-limits.ts";

/** What an outcome may cost where operators set nothing, by group of markets, in micro-dollars. */
export const caps: Readonly<Record<string, string>> = Object.fromEntries(
  marketGroups.map(group => [group, String(riskLimits[group].outcome)]),
);

export const dollars = (micros: bigint) => formatAmount(micros as Micros);

export function namesView(sport: string, fixture: unknown): TradedNames {
  const known = fixtureNames(fixture);
  const [home, away] = known?.competitors ?? [];
  const isOutright = (fixture as { readonly kind?: string }).kind === "outright";
  const people = known?.competitors.flatMap(({ id, name, players }) => [{ id, name }, ...players]) ?? [];
  const league = known?.tournament.name ?? "";
  return {
    sport,
    league,
    title: isOutright || !home || !away ? league : `${home.name} – ${away.name}`,
    home: home?.name ?? "",
    away: away?.name ?? "",
    entrants: Object.fromEntries(people.map(({ id, name }) => [id, name])),
  };
}

/** Without the names of players: for lists. */
export function shortNames(sport: string, fixture: unknown): TradedNames {
  return Object.assign(namesView(sport, fixture), { entrants: {} });
}

/** Percent of a cap, rounded up: 101 is above it. */
export const usedOf = (payout: bigint, cap: bigint) => (cap > 0n ? Number((payout * 100n + cap - 1n) / cap) : 100);

export function riskView({ market, kind, spec, outcome, loss, payout, cap }: OutcomeRisk) {
  return {
    market: String(market),
    kind,
    spec,
    outcome,
    loss: dollars(loss),
    payout: dollars(payout),
    cap: dollars(cap),
    used: usedOf(payout, cap),
  };
}

/** A market as traders see it. `exposures`: those of its outcomes. */
export function marketView(market: TradedMarket, exposures: readonly Exposure[]): TradedMarketView {
  const { terms } = market;
  const { win, outcome: defaultCap } = riskLimits[findKind(market.kind)?.group ?? "main"];
  const cap = BigInt(terms?.cap ?? defaultCap);
  const stake = exposures.reduce((sum, each) => sum + each.stake, 0n);
  const mostPaid = exposures.reduce((most, each) => (each.payout > most ? each.payout : most), 0n);
  const ids = outcomesOf(market, exposures);
  const margin = marginOf(
    market.kind,
    ids.map(id => market.offered[id]?.price ?? null),
  );
  return {
    id: String(market.id),
    kind: market.kind,
    spec: market.spec,
    group: market.group,
    producer: market.producer,
    status: market.status,
    fault: market.fault,
    hold: market.hold,
    margin: margin === undefined || margin < 0 ? null : formatHundredths(margin),
    power: thousandths(terms?.power ?? 1000),
    max_win: dollars(BigInt(terms?.maxWin ?? win)),
    cap: dollars(cap),
    prices: Object.entries(terms?.prices ?? {}).map(([outcome, { kind, price, until }]) => ({
      outcome,
      kind,
      price: priceText(price),
      until: new Date(until).toISOString(),
    })),
    stake: dollars(stake),
    slips: exposures.reduce((sum, each) => sum + each.slips, 0),
    worst: dollars(mostPaid - stake),
    used: usedOf(mostPaid, cap),
    certainty: market.certainty,
    disputed: market.disputed && market.ruling === null,
    is_by_hand: market.ruling !== null,
    decided_at: market.decidedAt?.toISOString() ?? null,
    outcomes: ids.map(id => outcomeView(market, id, exposures, { stake, cap })),
  };
}

/** In the order of the kind; what was only settled or backed at the end. */
function outcomesOf({ kind, outcomes, result }: TradedMarket, exposures: readonly Exposure[]): readonly string[] {
  const order = findKind(kind)?.outcomes;
  const known = new Set([
    ...Object.keys(outcomes),
    ...Object.keys(result ?? {}),
    ...exposures.map(({ outcome }) => outcome),
  ]);
  const listed = typeof order === "object" ? order.filter(id => known.has(id)) : [];
  return [...new Set([...listed, ...known])];
}

function outcomeView(
  market: TradedMarket,
  id: string,
  exposures: readonly Exposure[],
  { stake: all, cap }: { readonly stake: bigint; readonly cap: bigint },
): TradedOutcomeView {
  const { payout = 0n, stake = 0n, slips = 0 } = exposures.find(({ outcome }) => outcome === id) ?? {};
  const { price, p } = market.offered[id] ?? {};
  const stated = market.outcomes[id]?.price ?? null;
  const end = (factor: Factor | undefined) => (factor ? endOfFactor(factor) : null);
  return {
    id,
    stated: stated === null ? null : priceText(stated),
    offered: price === null || price === undefined ? null : priceText(price),
    chance: p ? (p.win * 100).toFixed(1) : null,
    mean_return: p && price ? (meanReturn(price, p) * 100).toFixed(1) : null,
    stake: dollars(stake),
    average: stake > 0n ? priceText(Number((payout * 1000n) / stake)) : null,
    slips,
    payout: dollars(payout),
    loss: dollars(payout - all),
    used: usedOf(payout, cap),
    end: end(market.result?.[id]),
    own_end: end(market.ownResult?.[id]),
    by_hand: end(market.ruling?.result[id]),
  };
}

/** "0.98" */
export const thousandths = (value: number) => priceText(value);
