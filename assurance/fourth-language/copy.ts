import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { invariant } from "#kit/std/invariant.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sources = ["kit", "modules", "apps", "assurance/fourth-language", "package.json", "tsconfig.json"];

type Texts = { readonly [key: string]: string | readonly string[] | Texts };

export interface Copy {
  readonly folder: string;
  remove(): void;
}

/**
 * A copy of the product with one language more, German: an entry in the list of languages, and a file beside each English one.
 * Its texts are the English ones behind "de:", so that a text in another language is seen.
 */
export function copyWithGerman(): Copy {
  const folder = mkdtempSync(path.join(tmpdir(), "fairhouse-language-"));
  for (const each of sources)
    cpSync(path.join(root, each), path.join(folder, each), { recursive: true, filter: isSource });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  register(path.join(folder, "kit/i18n/languages.ts"));
  for (const file of globSync("{kit,modules,apps}/**/locale/{,*/}en.json", { cwd: folder }))
    translate(path.join(folder, file));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const isSource = (file: string) => !/\.test\.tsx?$|\/build$|\/\.react-router$/.test(file);

const german = `  de: {
    tag: "de",
    name: "Deutsch",
    decimal: ",",
    group: ".",
    sign: "after",
    intl: { counts: "de-DE", dates: "de-DE", money: "de-DE", rupees: "hi-IN-u-nu-latn" },
    cyrillic: false,
    policies: "en",
  },
`;

function register(file: string): void {
  const text = readFileSync(file, "utf8");
  const end = text.lastIndexOf("} as const satisfies");
  invariant(end > 0, "the list of languages ends with `as const satisfies`");
  writeFileSync(file, text.slice(0, end) + german + text.slice(end));
}

function translate(english: string): void {
  const texts: Texts = JSON.parse(readFileSync(english, "utf8"));
  writeFileSync(path.join(path.dirname(english), "de.json"), JSON.stringify(marked(texts)));
}

function marked(texts: Texts[string] | readonly string[]): unknown {
  if (typeof texts === "string") return `de:${texts}`;
  if (Array.isArray(texts)) return texts.map(marked);
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, marked(value)]));
}
