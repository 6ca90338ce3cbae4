import { gameMenuItems, type HouseGame } from "./menu-items.ts";

/** The player's own order of games: favourites, and the last played ones on this device. */
export interface GameShelf {
  readonly favourites: readonly HouseGame[];
  /** Newest first. */
  readonly recent: readonly HouseGame[];
}

/** The part of `localStorage` that is used. */
export interface ShelfStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const storageKey = "games:shelf";
export const recentLimit = 4;
export const emptyShelf: GameShelf = { favourites: [], recent: [] };

const known = (games: unknown): HouseGame[] =>
  Array.isArray(games) ? gameMenuItems.map(({ game }) => game).filter(game => games.includes(game)) : [];

/** The games among these names, in the same order. */
export function knownGames(names: readonly string[]): readonly HouseGame[] {
  return names.flatMap(name => gameMenuItems.find(({ game }) => game === name)?.game ?? []);
}

/** The server's list, then the favourites marked on this device as a guest. */
export function mergeFavourites(saved: readonly HouseGame[], device: readonly HouseGame[]): readonly HouseGame[] {
  return [...new Set([...saved, ...device])];
}

/** The favourites with the changes made before they had loaded: each game is marked or unmarked as on the page. */
export function withMarks(
  favourites: readonly HouseGame[],
  marks: ReadonlyMap<HouseGame, boolean>,
): readonly HouseGame[] {
  const saved = favourites.filter(game => marks.get(game) !== false);
  const marked = [...marks].flatMap(([game, on]) => (on ? [game] : []));
  return mergeFavourites(saved, marked);
}

/** The stored shelf; empty if there is none or it is invalid. */
export function loadShelf(storage: ShelfStorage): GameShelf {
  try {
    const { favourites, recent } = JSON.parse(storage.getItem(storageKey) ?? "{}") as Partial<GameShelf>;
    const saved = known(recent);
    const order = Array.isArray(recent) ? recent.filter(game => saved.includes(game)) : [];
    return { favourites: known(favourites), recent: [...new Set(order)].slice(0, recentLimit) };
  } catch {
    return emptyShelf;
  }
}

export function toggleFavourite(shelf: GameShelf, game: HouseGame): GameShelf {
  const { favourites } = shelf;
  const next = favourites.includes(game) ? favourites.filter(each => each !== game) : [...favourites, game];
  return { ...shelf, favourites: next };
}

export function notePlayed(shelf: GameShelf, game: HouseGame): GameShelf {
  return { ...shelf, recent: [game, ...shelf.recent.filter(each => each !== game)].slice(0, recentLimit) };
}

export function saveShelf(storage: ShelfStorage, shelf: GameShelf): void {
  try {
    storage.setItem(storageKey, JSON.stringify(shelf));
  } catch {
    // Full or blocked storage: the shelf lasts as long as the page.
  }
}

/** The game of a page's path; undefined for every other page, including `/games` itself. */
export function gameOfPath(path: string): HouseGame | undefined {
  const name = /\/games\/([a-z]+)(\/|$)/.exec(path)?.[1];
  return gameMenuItems.find(({ game }) => game === name)?.game;
}

/** Whether a name matches the search: every word of the query is the prefix of a word of it. */
export function isFound(name: string, query: string): boolean {
  const words = name.toLocaleLowerCase().split(/[\s-]+/);
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter(part => part !== "")
    .every(part => words.some(word => word.startsWith(part)) || name.toLocaleLowerCase().includes(part));
}
