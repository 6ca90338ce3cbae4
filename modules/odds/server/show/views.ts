import { formatHundredths } from "#kit/std/hundredths.ts";
import type { EventDetails, EventView, MarketView, SportCount } from "../../shared/contract.ts";
import { type Incident, sports } from "../../shared/facts.ts";
import { marginOf } from "../../shared/margin.ts";
import { findKind } from "../../shared/market-kinds.ts";
import { priceText } from "../../shared/price-text.ts";
import type { ShownEvent, ShownMarket, SportRow } from "./event-rows.ts";
import { type FixtureNames, fixtureNames } from "./fixture-names.ts";

export function marketView({ kind, spec, producer, open, outcomes }: ShownMarket): MarketView {
  const known = findKind(kind);
  const order = typeof known?.outcomes === "object" ? known.outcomes : listedOutcomes(known?.outcomes, outcomes);
  const listed = order.filter(id => id in outcomes);
  const prices = listed.map(id => outcomes[id]?.price ?? null);
  const margin = marginOf(kind, prices);
  return {
    kind,
    spec,
    group: known?.group ?? "main",
    open: open && prices.some(price => price !== null),
    producer,
    margin: margin === undefined || margin < 0 ? null : formatHundredths(margin),
    outcomes: listed.map((id, i) => ({
      id,
      price: prices[i] === null || prices[i] === undefined ? null : priceText(prices[i]),
    })),
  };
}

/** Entrants by their price, the favourite first; others as the provider lists them. */
function listedOutcomes(kind: string | undefined, outcomes: ShownMarket["outcomes"]): readonly string[] {
  const ids = Object.keys(outcomes);
  const priceOf = (id: string) => outcomes[id]?.price ?? Number.POSITIVE_INFINITY;
  return kind === "entrants" ? ids.toSorted((a, b) => priceOf(a) - priceOf(b) || (a < b ? -1 : 1)) : ids;
}

/** The result, and of each kind of total the line whose two prices are closest. */
function mainMarkets(markets: readonly ShownMarket[]): readonly MarketView[] {
  const totals = new Map<string, ShownMarket>();
  for (const market of markets.filter(({ kind }) => kind.endsWith("total"))) {
    const best = totals.get(market.kind);
    if (!best || spreadOf(market) < spreadOf(best)) totals.set(market.kind, market);
  }
  const results = markets.filter(({ kind }) => !kind.endsWith("total"));
  return [...results, ...totals.values()].map(market => shortened(marketView(market)));
}

/** Lists have room for the favourites of an outright. */
function shortened(market: MarketView): MarketView {
  if (findKind(market.kind)?.outcomes !== "entrants") return market;
  return Object.assign({}, market, { outcomes: market.outcomes.slice(0, favourites) });
}

const favourites = 3;

function spreadOf({ status, outcomes }: ShownMarket): number {
  const prices = Object.values(outcomes).map(({ price }) => price ?? Number.POSITIVE_INFINITY);
  const spread = Math.max(...prices) - Math.min(...prices);
  // Whole and half lines are familiar; a suspended line is shown only if there is no other.
  return status === "active" ? spread : spread + 1_000_000;
}

/** Undefined for an event whose names or sport are unknown: pages cannot show it. */
export function eventView(row: ShownEvent): EventView | undefined {
  const names = fixtureNames(row.fixture);
  const sport = sports.find(each => each === row.sport);
  if (!names || !sport) return undefined;
  const isOutright = row.fixture.kind === "outright";
  const [home, away] = isOutright ? [] : names.competitors;
  const main = mainMarkets(row.shown);
  return {
    id: row.id,
    sport,
    category: names.category,
    league: names.tournament,
    simulated: names.simulated ?? false,
    outright: isOutright ? outrightView(row, names, main) : null,
    home: sideView(home),
    away: sideView(away),
    start: row.plannedStart?.toISOString() ?? null,
    status: row.status,
    play: isOutright ? null : playView(row, names),
    markets: row.markets,
    main: [...main],
  };
}

function outrightView(
  { state }: ShownEvent,
  names: FixtureNames,
  main: readonly MarketView[],
): NonNullable<EventView["outright"]> {
  const first = (state.standings ?? []).filter(({ place }) => place === 1);
  const listed = main.flatMap(({ outcomes }) => outcomes.map(({ id }) => id));
  return {
    section: names.section ?? null,
    entrants: names.competitors.length,
    winners: first.map(({ entrant }) => nameIn(names, entrant)),
    names: Object.fromEntries(listed.map(id => [id, nameIn(names, id)])),
  };
}

const nameIn = ({ competitors }: FixtureNames, id: string) => competitors.find(each => each.id === id)?.name ?? id;

function sideView(side: FixtureNames["competitors"][number] | undefined): EventView["home"] {
  return side ? { id: side.id, name: side.name, short: side.short ?? side.name } : null;
}

const copyOrNull = (pair: readonly number[] | undefined) => (pair ? [...pair] : null);

function playView({ state }: ShownEvent, { pace }: FixtureNames): EventView["play"] {
  const { clock, score, status, at } = state;
  if (!clock || !score || !status || at === undefined || status === "not_started") return null;
  return {
    clock: {
      period: clock.period,
      seconds: clock.seconds,
      running: !clock.stopped && status === "live",
      at: new Date(at).toISOString(),
      pace,
    },
    status,
    score: [...score.total],
    periods: score.periods.map(pair => [...pair]),
    corners: copyOrNull(score.corners),
    red_cards: copyOrNull(score.red_cards),
    yellow_cards: copyOrNull(score.yellow_cards),
    points: copyOrNull(score.points),
    serving: score.serving ?? null,
  };
}

/** `names`: competitors and their players by id, as the outcomes of markets refer to them. */
export function detailsView(row: ShownEvent, incidents: readonly Incident[]): EventDetails | undefined {
  const view = eventView(Object.assign({}, row, { shown: row.shown.filter(isMain) }));
  const names = fixtureNames(row.fixture);
  if (!view || !names) return undefined;
  const people = names.competitors.flatMap(({ id, name, players }) => [{ id, name }, ...players]);
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  return Object.assign(view, {
    all: row.shown.map(marketView),
    names: Object.fromEntries(nameOf),
    standings: (row.state.standings ?? []).map(({ entrant, place }) => ({ entrant, place })),
    incidents: incidents.map(({ id, kind, side, period, clock, player }) => ({
      id,
      kind,
      side: side ?? null,
      period,
      clock,
      player: player === undefined ? null : (nameOf.get(player) ?? null),
    })),
    added_delay_s: row.addedDelayS,
  });
}

const isMain = ({ kind }: ShownMarket) =>
  kind === "1x2" || kind === "winner" || kind === "total" || kind === "outright_winner";

/** Sports in the order of our list, each with its leagues: those with live events first, then by the number of events. */
export function sportViews(rows: readonly SportRow[]): readonly SportCount[] {
  return sports.flatMap(sport => {
    const leagues = rows.flatMap(row => {
      const names = row.sport === sport ? fixtureNames(row.fixture) : undefined;
      return names
        ? [
            {
              id: row.league,
              name: names.tournament.name,
              category: names.category,
              events: row.events,
              live: row.live,
            },
          ]
        : [];
    });
    if (leagues.length === 0) return [];
    leagues.sort((a, b) => b.live - a.live || b.events - a.events || (a.name < b.name ? -1 : 1));
    const sum = (key: "events" | "live") => leagues.reduce((all, league) => all + league[key], 0);
    return [{ sport, events: sum("events"), live: sum("live"), leagues }];
  });
}
