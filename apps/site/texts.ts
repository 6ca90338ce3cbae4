/// <reference path="./virtual.d.ts" />
/// <reference types="vite/types/importMeta.d.ts" />
import ofFrame from "virtual:frame-texts";
import ofSignIn from "virtual:sign-in-texts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import type { Texts } from "#kit/i18n/translate.ts";
import type { LoadTexts } from "#kit/web/texts.tsx";

const ofModules = import.meta.glob<Texts>(
  ["../../modules/**/locale/*.json", "!../../modules/{lobby,accounts,social,factors}/locale/*.json"],
  { import: "default" },
);

/** Texts of every page, the frame and messages of all modules, in one file per language. */
export const frameTexts = ["common", "lobby"] as const;
/** Texts of the sign-in dialog, in one file per language. */
const signInTexts = ["accounts", "social", "factors"] as const;

/** `modules/games/dice/locale/ru.json` → `ru:dice`. */
const named = new Map(
  Object.entries(ofModules).map(([path, load]) => {
    const [folder, , file] = path.split("/").slice(-3);
    return [`${file?.slice(0, -5)}:${folder}`, load];
  }),
);
for (const locale of locales) {
  for (const name of frameTexts)
    named.set(`${locale}:${name}`, async () => (await ofFrame[locale]()).default[name] ?? {});
  for (const name of signInTexts)
    named.set(`${locale}:${name}`, async () => (await ofSignIn[locale]()).default[name] ?? {});
}

/** Texts of one language, each module's in a separate file: a page loads what it shows. */
export function textsOf(locale: Locale): LoadTexts {
  return async namespace => (await named.get(`${locale}:${namespace}`)?.()) ?? {};
}

/** The modules that have texts. */
export const allTexts = [...new Set([...named.keys()].map(name => name.slice(name.indexOf(":") + 1)))];
