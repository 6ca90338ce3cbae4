import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { importsOf, root, type Source } from "./source.ts";

/** Sheets whose bare names other modules use on purpose: their elements lie in pages or dialogs that load the sheet. */
export const shared: Readonly<Record<string, readonly string[]>> = {
  "modules/accounts/web/access/access.css": ["profile"],
  "modules/accounts/web/auth.css": ["factors", "social"],
  "modules/bets/web/bets.css": ["bonuses", "catalogue", "engines/multiplayer", "engines/shared-rounds", "fairness"],
  "modules/fairness/web/verify.css": ["bets"],
  "modules/payments/web/pay-in.css": ["bonuses", "crypto"],
  "modules/profile/web/profile.css": ["privacy", "profiles", "verification"],
};

/** The players' style sheets of all modules. */
export function readSheets(): readonly Source[] {
  return globSync("modules/**/*.css", { cwd: root })
    .filter(path => !path.includes("/office/"))
    .sort()
    .map(path => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/**
 * Names that a module's sheet gives a style without a parent (`.paid { ... }`) and that another module uses without importing the sheet. Once
 * loaded, a sheet stays for all later pages: its rule then changes the other module's elements, from the moment that a dialog was opened.
 * Names that begin with `g-` are the hues of games, which everyone may use.
 */
export function strayNames(sheets: readonly Source[], sources: readonly Source[]): readonly string[] {
  const pages = sources.filter(({ path }) => path.endsWith(".tsx") && !path.includes("/office/"));
  const uses = pages.map(page => ({ module: moduleOf(page.path), names: classNames(page) }));
  const imported = new Map<string, Set<string>>();
  for (const page of sources.filter(({ path, text }) => /\.tsx?$/.test(path) && text.includes(".css")))
    for (const sheet of importsOf(page).filter(name => name.endsWith(".css"))) {
      const path = sheet.startsWith("#") ? sheet.slice(1) : normalize(join(dirname(page.path), sheet));
      imported.set(path, (imported.get(path) ?? new Set()).add(moduleOf(page.path)));
    }
  const found = sheets.flatMap(sheet => {
    const isOwn = (module: string) =>
      module === moduleOf(sheet.path) || imported.get(sheet.path)?.has(module) || shared[sheet.path]?.includes(module);
    return bareNames(sheet.text).flatMap(name => {
      const others = uses.filter(({ module, names }) => !isOwn(module) && names.has(name));
      return others.map(({ module }) => `${sheet.path} styles .${name}, which ${module} uses for something else`);
    });
  });
  return [...new Set(found)];
}

/** Style sheets that any page of a player may load. */
export function readAllSheets(): readonly Source[] {
  return globSync(["kit/**/*.css", "apps/site/**/*.css"], { cwd: root })
    .map(path => ({ path, text: readFileSync(join(root, path), "utf8") }))
    .concat(readSheets());
}

/** Words that five modules share and no sheet styles: a rule that only the back office has, or that was renamed. */
export function unstyledNames(sheets: readonly Source[], sources: readonly Source[]): readonly string[] {
  const styled = new Set(sheets.flatMap(({ text }) => [...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name)));
  const users = new Map<string, Set<string>>();
  for (const page of sources.filter(({ path }) => path.endsWith(".tsx") && path.includes("/web/")))
    for (const name of classNames(page)) {
      if (!styled.has(name)) users.set(name, (users.get(name) ?? new Set()).add(moduleOf(page.path)));
    }
  return [...users].filter(([name, modules]) => modules.size >= 5 && /^[a-z]+$/.test(name)).map(([name]) => name);
}

function moduleOf(path: string): string {
  const [first = "", second = "", third = ""] = path.split("/");
  if (first !== "modules") return `${first}/${second}`;
  return ["games", "engines"].includes(second) ? `${second}/${third}` : second;
}

/** Of selectors that consist of one class, with or without pseudo-classes. */
function bareNames(css: string): readonly string[] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{}]+)\{/g);
  const single = [...selectors].flatMap(([, list = ""]) => list.split(/,(?![^(]*\))/).map(each => each.trim()));
  const names = single.flatMap(selector => /^\.([\w-]+)(?::{1,2}[\w-]+(?:\([^)]*\))?)*$/.exec(selector)?.[1] ?? []);
  return [...new Set(names)].filter(name => !name.startsWith("g-"));
}

/** The words of all `className` attributes. */
function classNames({ path, text }: Source): ReadonlySet<string> {
  const names = new Set<string>();
  const attributes: { readonly start: number; readonly end: number }[] = [];
  const add = (start: number, words: string) => {
    if (!attributes.some(attribute => attribute.start <= start && start < attribute.end)) return;
    for (const word of words.split(/\s+/)) if (word) names.add(word);
  };
  new Visitor({
    JSXAttribute({ name, start, end }) {
      if (name.type === "JSXIdentifier" && name.name === "className") attributes.push({ start, end });
    },
    Literal({ start, value }) {
      if (typeof value === "string") add(start, value);
    },
    TemplateElement({ start, value }) {
      // What touches an expression is a part of a name.
      add(start, ` ${value.raw} `.replace(/^ (?=\S)|(?<=\S) $/g, ""));
    },
  }).visit(parseSync(path, text).program);
  return names;
}
