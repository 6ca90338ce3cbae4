import type { Locale } from "#kit/i18n/locale.ts";

const cookieSeconds = 365 * 24 * 3600;

/** Remembers the choice as the specification names it: cookie `locale`, 365 days. */
export function rememberLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not everywhere yet
  document.cookie = `locale=${locale}; path=/; max-age=${cookieSeconds}; samesite=lax`;
}
