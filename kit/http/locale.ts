import type { Locale } from "./handler.ts";

const locales: Readonly<Record<string, Locale>> = { ru: "ru", en: "en", kk: "kz", kz: "kz" };

/** The first language of an Accept-Language header (or of a socket's hello) that the house speaks; English when none is. */
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
