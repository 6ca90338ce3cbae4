import path from "node:path";
import type { Plugin } from "vite";
import { locales } from "#kit/i18n/locale.ts";

const repo = path.resolve(import.meta.dirname, "../..");
const name = "virtual:frame-texts";

/** The namespaces whose texts every page shows, and where they are. */
const folders = { common: "kit/i18n/locale", lobby: "modules/lobby/locale" };

/**
 * The module `virtual:frame-texts`: by language, an import of the texts of every page. Two namespaces in one file, because each
 * file more is a request more before a page is hydrated.
 */
export function frameTexts(): Plugin {
  return {
    name: "frame-texts",
    resolveId: id => (id === name || id.startsWith(`${name}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${name}`) return listOf(locale => `() => import("${name}/${locale}")`);
      return id.startsWith(`\0${name}/`) ? textsOf(id.slice(name.length + 2)) : undefined;
    },
  };
}

function listOf(load: (locale: string) => string): string {
  return `export default {${locales.map(locale => `${locale}:${load(locale)}`).join()}};`;
}

function textsOf(locale: string): string {
  const imports = Object.entries(folders).map(
    ([namespace, folder]) => `import ${namespace} from ${JSON.stringify(path.join(repo, folder, `${locale}.json`))};`,
  );
  return `${imports.join("\n")}\nexport default {${Object.keys(folders).join()}};`;
}
