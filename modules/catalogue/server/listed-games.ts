import type { Queryable } from "#kit/db/db.ts";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { gameKinds, type Sort } from "../shared/facts.ts";
import { type ListedRow, listedRows, versionOf } from "./store.ts";
import { titleOf } from "./views.ts";

/** The games that lists may show, as this process holds them: those that are listed or in maintenance. */
export interface ListedGames {
  readonly [kind: string]: KindOfGames | undefined;
}

export interface KindOfGames {
  readonly rows: readonly ListedRow[];
  /** All games of the kind in an order, sorted once. */
  inOrder(sort: Sort, locale: Locale): readonly ListedRow[];
}

/**
 * Lists, filters, counts and searches run on rows that this process holds. Every call asks the database for their version, one row, and
 * reads them again when it has grown, so no list is older than the answer to that question. A few thousand games are some megabytes.
 */
export function createListedGames(): (db: Queryable) => Promise<ListedGames> {
  let version = -1n;
  let held: Promise<ListedGames> | undefined;
  return async db => {
    const now = await versionOf(db);
    // A standby may be behind what is held.
    if (held && now <= version) return held;
    version = now;
    const read = listedRows(db).then(byKind);
    held = read;
    read.catch(() => {
      if (held === read) held = undefined;
    });
    return read;
  };
}

export function byKind(rows: readonly ListedRow[]): ListedGames {
  return Object.fromEntries(gameKinds.map(kind => [kind, kindOfGames(rows.filter(row => row.kind === kind))]));
}

function kindOfGames(rows: readonly ListedRow[]): KindOfGames {
  const sorted = new Map<string, readonly ListedRow[]>();
  return {
    rows,
    inOrder(sort, locale) {
      const name = `${sort} ${locale}`;
      const known = sorted.get(name) ?? [...rows].sort(compareBy(sort, locale));
      sorted.set(name, known);
      return known;
    },
  };
}

const unranked = 10_000;

/** The keys of an order, all rising; title and id follow. */
const keys: Readonly<Record<Sort, (row: ListedRow) => readonly number[]>> = {
  popular: ({ rank, players7d }) => [rank ?? unranked, -players7d],
  new: ({ addedAt }) => [-addedAt.getTime()],
  rtp: ({ rtp }) => [-(rtp ?? 0)],
  title: () => [],
};

function compareBy(sort: Sort, locale: Locale): (one: ListedRow, other: ListedRow) => number {
  const { compare } = new Intl.Collator(languageOf(locale));
  const keysOf = keys[sort];
  return (one, other) => {
    const [first, second] = [keysOf(one), keysOf(other)];
    for (const [index, key] of first.entries()) {
      const difference = key - (second[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return compare(titleOf(one, locale), titleOf(other, locale)) || (one.id < other.id ? -1 : 1);
  };
}

/** Listed games of a kind with the most tags and categories in common, then those of the same provider. */
export function similarTo(
  games: KindOfGames | undefined,
  row: Pick<ListedRow, "id" | "tags" | "categories" | "providerId">,
  isOffered: (row: ListedRow) => boolean,
  most: number,
): readonly ListedRow[] {
  const own = new Set<string>([...row.tags, ...row.categories]);
  const shared = ({ tags, categories }: ListedRow) =>
    [...new Set<string>([...tags, ...categories])].filter(each => own.has(each)).length;
  return (games?.inOrder("popular", "en") ?? [])
    .filter(each => each.state === "listed" && each.id !== row.id && isOffered(each))
    .map(each => ({ each, shared: shared(each), isSameProvider: each.providerId === row.providerId }))
    .sort(
      (one, other) =>
        other.shared - one.shared ||
        Number(other.isSameProvider) - Number(one.isSameProvider) ||
        other.each.players7d - one.each.players7d ||
        (one.each.title < other.each.title ? -1 : 1),
    )
    .slice(0, most)
    .map(({ each }) => each);
}
