import path from "node:path";
import type { Plugin } from "vite";
import { locales } from "#kit/i18n/locale.ts";

const repo = path.resolve(import.meta.dirname, "../..");

/** Texts that are loaded as one file: by the name of that file and by namespace, the folder of the texts. */
const folders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  /** On every page. */
  frame: { common: "kit/i18n/locale", lobby: "modules/lobby/locale" },
  /** In the sign-in dialog. */
  "sign-in": {
    accounts: "modules/accounts/locale",
    social: "modules/social/locale",
    factors: "modules/factors/locale",
  },
};

/**
 * The modules `virtual:frame-texts` and `virtual:sign-in-texts`: for each language, a function that imports texts of several namespaces as one
 * file. Each further file would be a request before a page is hydrated, or before the dialog opens.
 */
export function jointTexts(): Plugin {
  const ids = new Map(Object.keys(folders).map(joint => [`virtual:${joint}-texts`, joint]));
  const jointOf = (id: string) => ids.get(id.slice(0, id.indexOf("/")));
  return {
    name: "joint-texts",
    resolveId: id => (ids.has(id) || jointOf(id) !== undefined ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith("\0virtual:")) return;
      const name = id.slice(1);
      if (ids.has(name)) return listOf(locale => `() => import("${name}/${locale}")`);
      const joint = jointOf(name);
      return joint === undefined ? undefined : textsOf(joint, name.slice(name.indexOf("/") + 1));
    },
  };
}

function listOf(load: (locale: string) => string): string {
  return `export default {${locales.map(locale => `${locale}:${load(locale)}`).join()}};`;
}

function textsOf(joint: string, locale: string): string {
  const parts = folders[joint] ?? {};
  const imports = Object.entries(parts).map(
    ([namespace, folder]) => `import ${namespace} from ${JSON.stringify(path.join(repo, folder, `${locale}.json`))};`,
  );
  return `${imports.join("\n")}\nexport default {${Object.keys(parts).join()}};`;
}
