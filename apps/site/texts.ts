/// <reference types="vite/types/importMeta.d.ts" />
import type { Locale } from "#kit/i18n/locale.ts";
import type { Texts } from "#kit/i18n/translate.ts";
import type { LoadTexts } from "#kit/web/texts.tsx";

const files = import.meta.glob<Texts>(["../../modules/**/locale/*.json", "../../kit/i18n/locale/*.json"], {
  import: "default",
});

/** `modules/games/dice/locale/ru.json` → `ru:dice`; `kit/i18n/locale/ru.json` → `ru:common`. */
const named = new Map(
  Object.entries(files).map(([path, load]) => {
    const [folder, , file] = path.split("/").slice(-3);
    return [`${file?.slice(0, -5)}:${folder === "i18n" ? "common" : folder}`, load];
  }),
);

/** What every page shows: the frame, and messages of all modules. */
export const frameTexts = ["common", "content"] as const;

/** Texts of one language, each module's in a file of its own: a page loads what it shows. */
export function textsOf(locale: Locale): LoadTexts {
  return async namespace => (await named.get(`${locale}:${namespace}`)?.()) ?? {};
}

/** The modules that have texts. */
export const allTexts = [...new Set([...named.keys()].map(name => name.slice(name.indexOf(":") + 1)))];
