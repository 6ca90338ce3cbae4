import { globSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** The English files of the site's and the back office's texts by namespace: the name of the folder around `locale/`; kit's is `common`. */
export function namespaceFiles(): ReadonlyMap<string, string> {
  const files = globSync(["{kit,modules}/**/locale/en.json", "apps/office/locale/en.json"], { cwd: root }).map(path =>
    path.replaceAll("\\", "/"),
  );
  const named = files.map(path => [path === commonFile ? "common" : (path.split("/").at(-3) ?? ""), path] as const);
  return new Map(named.sort(([, a], [, b]) => (a < b ? -1 : 1)));
}

const commonFile = "kit/i18n/locale/en.json";

/** Types of the keys of all texts, derived from their English files. */
export function printTextRegistry(): string {
  const named = [...namespaceFiles()];
  const lines = [
    ...named
      .map(([name, path]) => `import ${identifier(name)} from "${relative(path)}" with { type: "json" };`)
      .sort(bySource),
    "",
    'declare module "../kit/i18n/text-keys.ts" {',
    "  /** Printed by `npm run docs` from the files `locale/en.json`. Do not edit. Only types: nothing loads this file. */",
    "  interface TextRegistry {",
    ...named
      .map(
        ([name]) => `    readonly ${/^[a-z]+$/.test(name) ? name : JSON.stringify(name)}: typeof ${identifier(name)};`,
      )
      .sort(),
    "  }",
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

const identifier = (name: string) => `${name.replace(/-(.)/g, (_whole, letter: string) => letter.toUpperCase())}Texts`;
const relative = (path: string) => (path.startsWith("apps/") ? `./${path.slice("apps/".length)}` : `../${path}`);
const sourceOf = (line: string) => line.slice(line.indexOf('"'));
/** The formatter's order: parent folders first. */
const bySource = (a: string, b: string) => (sourceOf(a) < sourceOf(b) ? -1 : 1);
