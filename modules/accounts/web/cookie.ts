/** The access token travels with the site in the cookie `token`, 30 days, as the specification says. */
const tokenSeconds = 30 * 24 * 3600;

export function readToken(): string | null {
  const found = /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1];
  return found ? decodeURIComponent(found) : null;
}

export function writeToken(token: string | null): void {
  const secure = location.protocol === "https:" ? "; secure" : "";
  const life = token === null ? 0 : tokenSeconds;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not everywhere yet
  document.cookie = `token=${encodeURIComponent(token ?? "")}; path=/; max-age=${life}; samesite=lax${secure}`;
}
