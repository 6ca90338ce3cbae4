import type { FavouriteName } from "#modules/odds/web/favourite-star.tsx";
import { type BettingFavourites, mostFavourites } from "../../shared/favourites-contract.ts";

/** The part of `localStorage` that favourites use. */
export interface FavouriteStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const storageKey = "betting:favourites";
export const noFavourites: BettingFavourites = { events: [], teams: [], leagues: [] };
export const listOf = { event: "events", team: "teams", league: "leagues" } as const;

/** Loads a guest's favourites. They are stored on the device and move to the player's account at sign-in. */
export function loadFavourites(storage: FavouriteStorage): BettingFavourites {
  try {
    const { events, teams, leagues } = JSON.parse(storage.getItem(storageKey) ?? "{}") as Partial<BettingFavourites>;
    return { events: namedEntries(events), teams: namedEntries(teams), leagues: namedEntries(leagues) };
  } catch {
    return noFavourites;
  }
}

function namedEntries(list: unknown): BettingFavourites["events"] {
  const isNamed = (each: Partial<FavouriteName> | null) =>
    typeof each?.id === "string" && typeof each.name === "string";
  return Array.isArray(list) ? list.filter(isNamed).map(({ id, name }) => ({ id, name })) : [];
}

export function saveFavourites(storage: FavouriteStorage, favourites: BettingFavourites): void {
  try {
    storage.setItem(storageKey, JSON.stringify(favourites));
  } catch {
    // If storage is full or blocked, favourites last until the page is closed.
  }
}

export const isFollowed = (favourites: BettingFavourites, { kind, id }: FavouriteName): boolean =>
  favourites[listOf[kind]].some(each => each.id === id);

/** Adds a favourite in front of its list, or removes it if it is there. A full list drops its oldest entry. */
export function toggledFavourites(favourites: BettingFavourites, { kind, id, name }: FavouriteName): BettingFavourites {
  const list = listOf[kind];
  const others = favourites[list].filter(each => each.id !== id);
  const next = others.length < favourites[list].length ? others : [{ id, name }, ...others].slice(0, mostFavourites);
  return Object.assign({}, favourites, { [list]: next });
}
