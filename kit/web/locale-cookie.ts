import type { Locale } from "#kit/i18n/locale.ts";
import { pageCookies } from "./cookies.ts";

/** Stores the chosen language. */
export function rememberLocale(locale: Locale): void {
  pageCookies.set("locale", locale);
}
