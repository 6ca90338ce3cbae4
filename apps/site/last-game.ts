const key = "last-game";

export function isGame(path: string): boolean {
  return /\/games\/[a-z]/.test(path);
}

/** Remembers the game this tab was last at. */
export function noteGame(path: string): void {
  if (isGame(path)) sessionStorage.setItem(key, path);
}

/** The page of the game this tab was last at. */
export function lastGame(): string | null {
  return sessionStorage.getItem(key);
}
