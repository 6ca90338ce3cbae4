import type { Locale } from "./handler.ts";

const locales: Readonly<Record<string, Locale>> = { ru: "ru", en: "en", kk: "kz", kz: "kz" };

/** The first supported language of an Accept-Language header (or of a socket's hello); English if there is none. */
export function readLocale(header: string | undefined): Locale {
  if (!header) return "en";
  const exact = locales[header];
  if (exact) return exact;
  for (const part of header.slice(0, 200).split(",")) {
    const found = locales[/^\s*([a-zA-Z]+)/.exec(part)?.[1]?.toLowerCase() ?? ""];
    if (found) return found;
  }
  return "en";
}
