const key = "last-game";

export function isGame(path: string): boolean {
  return /\/games\/[a-z]/.test(path);
}

/** Stores the last game of this tab. */
export function noteGame(path: string): void {
  if (isGame(path)) sessionStorage.setItem(key, path);
}

/** The page of the last game of this tab. */
export function lastGame(): string | null {
  return sessionStorage.getItem(key);
}
