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

/** Style sheets of the back office. */
export function readOfficeSheets(): readonly Source[] {
  return globSync(["apps/office/*.css", "modules/**/office/*.css", "kit/ui/tokens.css", "modules/lobby/web/hues.css"], {
    cwd: root,
  }).map(path => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Words on pages of the back office that none of its sheets styles: most are words of players' pages. */
export function unstyledInOffice(sheets: readonly Source[], sources: readonly Source[]): readonly string[] {
  const styled = new Set(sheets.flatMap(({ text }) => [...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name)));
  const pages = sources.filter(({ path }) => path.endsWith(".tsx") && /(^|\/)office\//.test(path));
  return pages.flatMap(page =>
    [...classNames(page)]
      .filter(name => /^[a-z][\w-]*\w$/.test(name) && !styled.has(name))
      .map(name => `${page.path} uses .${name}`),
  );
}

/** Custom properties that a sheet reads and nothing sets: the browser drops the whole declaration. */
export function unsetProperties(sheets: readonly Source[], sources: readonly Source[]): readonly string[] {
  const setIn = (text: string) =>
    [...text.matchAll(/(--[\w-]+)["']?(?: as string)?\]?\s*[:,{]/g)].map(([, name]) => name);
  const set = new Set([...sheets, ...sources].flatMap(({ text }) => setIn(text.replace(/var\(--[\w-]+/g, ""))));
  const found = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)/g)]
      .filter(([, name]) => !set.has(name))
      .map(([, name]) => `${path} reads ${name}`),
  );
  return [...new Set(found)];
}

/**
 * Pages that show parts of another module without the sheet that alone styles them: the parts look right only after a page that loads it. A page is a file
 * `*-page.tsx` with all that it imports, also lazily.
 */
export function unloadedSheets(sheets: readonly Source[], sources: readonly Source[]): readonly string[] {
  const files = new Map(sources.filter(({ path }) => /\.tsx?$/.test(path)).map(source => [source.path, source]));
  const homes = new Map<string, string[]>();
  for (const { path, text } of sheets)
    for (const name of new Set([...text.matchAll(/\.([a-z][\w]*-[\w-]*)/g)].flatMap(([, found]) => found ?? [])))
      homes.set(name, (homes.get(name) ?? []).concat(path));
  const namesOf = cached((path: string) => classNames(files.get(path) ?? { path, text: "" }));
  const importedBy = cached((path: string) => {
    const source = files.get(path);
    return (source ? importsOf(source) : []).flatMap(name => {
      if (name.startsWith("#")) return [name.slice(1)];
      return name.startsWith(".") ? [normalize(join(dirname(path), name))] : [];
    });
  });
  const users = new Map<string, Set<string>>();
  for (const path of files.keys())
    if (path.endsWith(".tsx") && path.includes("/web/"))
      for (const name of namesOf(path)) users.set(name, (users.get(name) ?? new Set()).add(moduleOf(path)));
  const all = [...files.keys()].filter(isPage).map(page => ({ page, reached: reachedFrom(page, importedBy) }));
  const everywhere = reachedFrom("apps/site/root.tsx", importedBy);
  // Pages that others are made of are looked at with these.
  const whole = all.filter(({ page }) => !all.some(other => other.page !== page && other.reached.has(page)));
  const found = whole.flatMap(({ page, reached }) => {
    const parts = [...reached].filter(path => path.endsWith(".tsx") && moduleOf(path) !== moduleOf(page));
    return parts.flatMap(part => {
      // Words of many modules are no part of one.
      const names = [...namesOf(part)].filter(name => (users.get(name)?.size ?? 0) <= 3);
      const own = names.flatMap(name =>
        homes.get(name)?.every(sheet => moduleOf(sheet) === moduleOf(part)) ? [name] : [],
      );
      const without = own.filter(name => !homes.get(name)?.some(sheet => reached.has(sheet) || everywhere.has(sheet)));
      return without.map(name => `${page} shows .${name} of ${part} without ${homes.get(name)?.join(" or ")}`);
    });
  });
  return [...new Set(found)];
}

const isPage = (path: string) => /\/web\/(.*\/)?[\w-]*page\.tsx$/.test(path);

/** The files and sheets that a page imports, itself among them. */
function reachedFrom(page: string, importedBy: (path: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set([page]);
  for (const path of reached) for (const imported of importedBy(path)) reached.add(imported);
  return reached;
}

function cached<T>(read: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return path => {
    const found = known.get(path) ?? read(path);
    known.set(path, found);
    return found;
  };
}

function moduleOf(path: string): string {
  const [first = "", second = "", third = ""] = path.split("/");
  if (first !== "modules") return `${first}/${second}`;
  return ["games", "engines"].includes(second) ? `${second}/${third}` : second;
}

/** Names of the selectors that consist of one class, with or without pseudo-classes. */
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
  // A word that is compared with is none of the names.
  const compared = new Set<number>();
  const add = (start: number, words: string) => {
    if (!attributes.some(attribute => attribute.start <= start && start < attribute.end)) return;
    for (const word of words.split(/\s+/)) if (word) names.add(word);
  };
  new Visitor({
    BinaryExpression({ left, right }) {
      for (const { type, start } of [left, right]) if (type === "Literal") compared.add(start);
    },
    JSXAttribute({ name, start, end }) {
      if (name.type === "JSXIdentifier" && name.name === "className") attributes.push({ start, end });
    },
    Literal({ start, value }) {
      if (typeof value === "string" && !compared.has(start)) add(start, value);
    },
    TemplateElement({ start, value }) {
      // What touches an expression is a part of a name.
      add(start, ` ${value.raw} `.replace(/^ (?=\S)|(?<=\S) $/g, ""));
    },
  }).visit(parseSync(path, text).program);
  return names;
}
