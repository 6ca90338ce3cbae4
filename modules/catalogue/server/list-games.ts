import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Catalogue, CatalogueFacets, listCatalogue } from "../shared/contract.ts";
import { gameKinds, newMs } from "../shared/facts.ts";
import { wordsOf } from "../shared/fold.ts";
import { createMatcher } from "../shared/match.ts";
import { hundredthsOf } from "../shared/percent.ts";
import { isOffered } from "./availability.ts";
import type { KindOfGames, ListedGames } from "./listed-games.ts";
import type { ListedRow, Offer } from "./store.ts";
import { gameView, type ViewContext } from "./views.ts";

/** Games of one response. */
const pageSize = 60;
/** A search that finds more is not narrow enough to be read to its end. */
const mostFound = 500;

export type ListInput = (typeof listCatalogue)["query"]["_zod"]["output"];

/** One part of a list, and with the first part how many games each filter would leave. */
export function listGames(
  games: ListedGames,
  kind: string,
  query: ListInput,
  offer: Offer,
  context: ViewContext,
): Catalogue {
  if (!gameKinds.some(each => each === kind)) fail(notFound);
  const offered = inOrder(games[kind], query, context).filter(row => isOffered(row, offer));
  const isNew = (row: ListedRow) => row.isLater && row.addedAt.getTime() >= context.nowMs - newMs;
  const chosen = offered.filter(matches(query, isNew));
  const start = query.cursor === undefined ? 0 : chosen.findIndex(({ id }) => id === query.cursor) + 1;
  // A list does not go on after a game that has left it.
  const rest = start === 0 && query.cursor !== undefined ? [] : chosen.slice(start);
  const items = rest.slice(0, pageSize).map(row => gameView(row, context));
  const facets = query.cursor === undefined ? facetsOf(offered, isNew) : null;
  return {
    items,
    providers: (facets?.providers ?? []).map(({ id, title }) => ({ id, title })),
    facets,
    next_cursor: rest.length > pageSize ? (items.at(-1)?.id ?? null) : null,
  };
}

/** What is searched for, the best match first unless another order was asked for; without a search all games. */
function inOrder(games: KindOfGames | undefined, query: ListInput, { locale }: ViewContext): readonly ListedRow[] {
  if (!games) return [];
  const search = query.search ?? "";
  if (search.trim() === "") return games.inOrder(query.sort ?? "popular", locale);
  const found = searched(games.rows, search);
  if (query.sort === undefined) return found;
  const among = new Set(found);
  return games.inOrder(query.sort, locale).filter(row => among.has(row));
}

/** The games that have every word of a search, the fewest typos first. */
function searched(rows: readonly ListedRow[], search: string): readonly ListedRow[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const typosOf = createMatcher(words);
  return rows
    .flatMap(row => {
      const typos = typosOf(row.search);
      return typos === undefined ? [] : [{ row, typos }];
    })
    .sort((a, b) => a.typos - b.typos || a.row.search.length - b.row.search.length || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, mostFound)
    .map(({ row }) => row);
}

function matches(
  { provider, category, tag, volatility, rtp_min, new: onlyNew }: ListInput,
  isNew: (row: ListedRow) => boolean,
): (row: ListedRow) => boolean {
  const rtpMin = rtp_min === undefined ? 0 : hundredthsOf(rtp_min);
  return row =>
    (provider === undefined || row.providerId === provider) &&
    (category === undefined || row.categories.some(each => each === category)) &&
    (tag === undefined || row.tags.includes(tag)) &&
    (volatility === undefined || row.volatility === Number(volatility)) &&
    (rtp_min === undefined || (row.rtp !== null && row.rtp >= rtpMin)) &&
    (onlyNew === undefined || isNew(row));
}

/** How many games there are of each provider, category, tag and volatility, the most first. */
function facetsOf(rows: readonly ListedRow[], isNew: (row: ListedRow) => boolean): CatalogueFacets {
  const providers = new Map<string, string>();
  const counts = { provider: new Map(), category: new Map(), tag: new Map(), volatility: new Map() } as const;
  const count = (facet: Map<string, number>, value: string) => facet.set(value, (facet.get(value) ?? 0) + 1);
  let fresh = 0;
  for (const row of rows) {
    providers.set(row.providerId, row.providerTitle);
    count(counts.provider, row.providerId);
    for (const category of row.categories) count(counts.category, category);
    for (const tag of row.tags) count(counts.tag, tag);
    if (row.volatility !== null) count(counts.volatility, String(row.volatility));
    if (isNew(row)) fresh++;
  }
  const counted = (facet: ReadonlyMap<string, number>) =>
    [...facet]
      .map(([value, games]) => ({ value, count: games }))
      .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
  return {
    total: rows.length,
    new: fresh,
    categories: counted(counts.category),
    providers: counted(counts.provider).map(({ value, count: games }) => ({
      id: value,
      title: providers.get(value) ?? value,
      count: games,
    })),
    tags: counted(counts.tag),
    volatilities: counted(counts.volatility),
  };
}
