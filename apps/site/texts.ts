import type { Resource } from "i18next";
import type { Locale } from "#kit/i18n/locale.ts";

/**
 * The texts of one language: every module's `locale/*.json` under the module's name, and the common ones of the kit. One
 * chunk per language, loaded before the page comes to life.
 */
export async function loadTexts(locale: Locale): Promise<Resource[string]> {
  if (locale === "ru") return (await import("./texts-ru.ts")).default;
  if (locale === "kz") return (await import("./texts-kz.ts")).default;
  return (await import("./texts-en.ts")).default;
}
