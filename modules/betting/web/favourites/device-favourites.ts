import type { FavouriteName } from "#modules/odds/web/favourite-star.tsx";
import { type BettingFavourites, mostFavourites } from "../../shared/favourites-contract.ts";

/** What is needed of `localStorage`. */
export interface FavouriteStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const storageKey = "betting:favourites";
export const noFavourites: BettingFavourites = { events: [], teams: [], leagues: [] };
export const listOf = { event: "events", team: "teams", league: "leagues" } as const;

/** What a guest follows, kept on the device; moved to their account at login. */
export function loadFavourites(storage: FavouriteStorage): BettingFavourites {
  try {
    const { events, teams, leagues } = JSON.parse(storage.getItem(storageKey) ?? "{}") as Partial<BettingFavourites>;
    return { events: namedIn(events), teams: namedIn(teams), leagues: namedIn(leagues) };
  } catch {
    return noFavourites;
  }
}

function namedIn(list: unknown): BettingFavourites["events"] {
  const isNamed = (each: Partial<FavouriteName> | null) =>
    typeof each?.id === "string" && typeof each.name === "string";
  return Array.isArray(list) ? list.filter(isNamed).map(({ id, name }) => ({ id, name })) : [];
}

export function saveFavourites(storage: FavouriteStorage, favourites: BettingFavourites): void {
  try {
    storage.setItem(storageKey, JSON.stringify(favourites));
  } catch {
    // A full or forbidden storage: the marks live as long as the page.
  }
}

export const isFollowed = (favourites: BettingFavourites, { kind, id }: FavouriteName): boolean =>
  favourites[listOf[kind]].some(each => each.id === id);

/** With the mark or without it, marked last first. The oldest of fifty gives way on a device. */
export function toggledFavourites(favourites: BettingFavourites, { kind, id, name }: FavouriteName): BettingFavourites {
  const list = listOf[kind];
  const others = favourites[list].filter(each => each.id !== id);
  const next = others.length < favourites[list].length ? others : [{ id, name }, ...others].slice(0, mostFavourites);
  return Object.assign({}, favourites, { [list]: next });
}
