import type { CatalogueGame } from "../shared/contract.ts";

/** What a guest has marked and played on this device, newest first; moved to their account at login. */
export interface DeviceShelf {
  readonly favourites: readonly CatalogueGame[];
  readonly recent: readonly CatalogueGame[];
}

/** What is needed of `localStorage`. */
export interface ShelfStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const storageKey = "catalogue:shelf";
const mostFavourites = 60;
const mostRecent = 20;
export const emptyShelf: DeviceShelf = { favourites: [], recent: [] };

export function loadShelf(storage: ShelfStorage): DeviceShelf {
  try {
    const { favourites, recent } = JSON.parse(storage.getItem(storageKey) ?? "{}") as Partial<DeviceShelf>;
    return { favourites: gamesIn(favourites), recent: gamesIn(recent) };
  } catch {
    return emptyShelf;
  }
}

function gamesIn(list: unknown): readonly CatalogueGame[] {
  const isGame = (each: Partial<CatalogueGame> | null) =>
    typeof each?.slug === "string" && typeof each.kind === "string" && typeof each.provider === "object";
  return Array.isArray(list) ? list.filter(isGame) : [];
}

export function saveShelf(storage: ShelfStorage, { favourites, recent }: DeviceShelf): void {
  const shelf = { favourites: favourites.slice(0, mostFavourites), recent: recent.slice(0, mostRecent) };
  try {
    storage.setItem(storageKey, JSON.stringify(shelf));
  } catch {
    // The storage is full or forbidden: the shelf is kept until the page is closed.
  }
}

export const isSame = (a: CatalogueGame, b: CatalogueGame): boolean => a.kind === b.kind && a.slug === b.slug;

export function toggled(games: readonly CatalogueGame[], game: CatalogueGame): readonly CatalogueGame[] {
  const others = games.filter(each => !isSame(each, game));
  return others.length < games.length ? others : [game, ...games];
}

export const played = (games: readonly CatalogueGame[], game: CatalogueGame): readonly CatalogueGame[] => [
  game,
  ...games.filter(each => !isSame(each, game)),
];
