import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import type { Catalogue, listCatalogue } from "../shared/contract.ts";
import { gameKinds, newMs, type Sort } from "../shared/facts.ts";
import { wordsOf } from "../shared/fold.ts";
import { createMatcher } from "../shared/match.ts";
import { hundredthsOf } from "../shared/percent.ts";
import { candidatesOf, facetsOf, gamesOf, type Offer } from "./store.ts";
import { facetsView, gameView, type ViewContext } from "./views.ts";

/** Games of one response. */
const pageSize = 60;
/** A search that finds more is not narrow enough to be read to its end. */
const mostFound = 500;

export type ListInput = (typeof listCatalogue)["query"]["_zod"]["output"];

/** One part of a list, and with the first part how many games each filter would leave. */
export async function listGames(
  db: Queryable,
  kind: string,
  query: ListInput,
  offer: Offer,
  context: ViewContext & { readonly locale: Locale },
): Promise<Catalogue> {
  if (!gameKinds.some(each => each === kind)) fail(notFound);
  const found = await searched(db, kind, query.search ?? "");
  const newFrom = new Date(context.nowMs - newMs);
  const filter = {
    found,
    provider: query.provider ?? null,
    category: query.category ?? null,
    tag: query.tag ?? null,
    volatility: query.volatility === undefined ? null : Number(query.volatility),
    rtpMin: query.rtp_min === undefined ? null : hundredthsOf(query.rtp_min),
    addedFrom: query.new === undefined ? null : newFrom,
    sort: query.sort as Sort | undefined,
    locale: context.locale,
    after: query.cursor ?? null,
  };
  const [rows, facets] = await Promise.all([
    gamesOf(db, kind, offer, filter, pageSize),
    query.cursor === undefined ? facetsOf(db, kind, offer, found, newFrom).then(facetsView) : null,
  ]);
  const items = rows.slice(0, pageSize).map(row => gameView(row, context));
  return {
    items,
    providers: (facets?.providers ?? []).map(({ id, title }) => ({ id, title })),
    facets,
    next_cursor: rows.length > pageSize ? (items.at(-1)?.id ?? null) : null,
  };
}

/** The games that have every word of a search, the fewest typos first; null where nothing is searched for. */
async function searched(db: Queryable, kind: string, search: string): Promise<readonly string[] | null> {
  if (search.trim() === "") return null;
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const typosOf = createMatcher(words);
  const candidates = await candidatesOf(db, kind, words);
  return candidates
    .flatMap(({ id, search: text }) => {
      const typos = typosOf(text);
      return typos === undefined ? [] : [{ id, text, typos }];
    })
    .sort((a, b) => a.typos - b.typos || a.text.length - b.text.length || (a.id < b.id ? -1 : 1))
    .slice(0, mostFound)
    .map(({ id }) => id);
}
