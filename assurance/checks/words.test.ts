import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Comment, parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { root } from "./source.ts";
import {
  allowedFiles,
  allowedIdentifiers,
  retiredNames,
  retiredParts,
  retiredProse,
  slogans,
  storedNames,
  untouchedFiles,
} from "./words.ts";

const folders = "{kit,modules,apps,studio,odds-sandbox,tools,assurance,e2e}";
const code = files(`${folders}/**/*.{ts,tsx,mjs}`);
const documents = files(`{*.md,docs/**/*.md,${folders}/**/*.md}`);

function files(pattern: string): readonly string[] {
  return globSync(pattern, {
    cwd: root,
    exclude: path => path.includes("node_modules") || path.includes(".react-router"),
  })
    .filter(path => !untouchedFiles.some(untouched => untouched.test(path)))
    .sort();
}

interface Parsed {
  readonly path: string;
  readonly names: ReadonlySet<string>;
  readonly comments: readonly Comment[];
  /** Messages, summaries and titles. */
  readonly strings: readonly string[];
}

const parsed: readonly Parsed[] = code.map(path => {
  const { program, comments } = parseSync(path, readFileSync(join(root, path), "utf8"));
  const names = new Set<string>();
  const note = ({ name }: { readonly name: unknown }) => {
    if (typeof name === "string") names.add(name);
  };
  const strings: string[] = [];
  new Visitor({
    Identifier: note,
    JSXIdentifier: note,
    PrivateIdentifier: note,
    Literal: ({ value }) => {
      if (typeof value === "string") strings.push(value);
    },
    TemplateElement: ({ value }) => {
      strings.push(value.raw);
    },
  }).visit(program);
  return { path, names, comments, strings };
});

const isProse = (text: string) => retiredProse.some(word => word.test(text));
const partsOf = (name: string) => name.split(/(?=[A-Z])|_|\d+/).map(part => part.toLowerCase());

test("no identifier uses a retired word", () => {
  const retired = new Set<string>(retiredParts);
  const isRetired = (name: string) => partsOf(name).some(part => retired.has(part)) || retiredNames.includes(name);
  const found = parsed.flatMap(({ path, names }) =>
    [...names]
      .filter(name => isRetired(name) && !Object.hasOwn(allowedIdentifiers, name))
      .map(name => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test("no file is named by a retired word", () => {
  const retired = new Set<string>(retiredParts);
  const named = code.filter(path =>
    basename(path)
      .split(/[-.]/)
      .some(part => retired.has(part)),
  );
  expect(named.filter(path => !allowedFiles.includes(path))).toEqual([]);
});

test("every allowed identifier is still in use", () => {
  const used = new Set(parsed.flatMap(({ names }) => [...names]));
  expect(Object.keys(allowedIdentifiers).filter(name => !used.has(name))).toEqual([]);
});

test("no comment, text in code or document uses a retired word", () => {
  const comments = parsed.flatMap(({ path, comments, strings }) =>
    [...comments.map(({ value }) => value), ...strings.map(text => text.replaceAll(storedNames, ""))].map(text => ({
      path,
      text,
    })),
  );
  const pages = documents.map(path => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const found = [...comments, ...pages].flatMap(({ path, text }) =>
    text
      .split("\n")
      // Quoted names are checked as identifiers.
      .filter(line => isProse(line.replaceAll(/`[^`]*`/g, "")))
      .map(line => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test("no English text that people see uses a retired word", () => {
  const texts = files("{kit,modules,apps}/**/locale/**/en.json");
  expect(texts.length).toBeGreaterThan(100);
  const found = texts.flatMap(path =>
    textsIn(JSON.parse(readFileSync(join(root, path), "utf8")))
      .filter(text => isProse(text) && !slogans.includes(text))
      .map(text => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

test("no style sheet, script or planted bug uses a retired word", () => {
  const others = files(`${folders}/**/*.{css,py,patch}`);
  const found = others.flatMap(path =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .filter(isProse)
      .map(line => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test("a term has one row of the glossary", () => {
  const rows = readFileSync(join(root, "GLOSSARY.md"), "utf8").split("\n");
  const terms = rows.flatMap(row => [
    ...new Set([...row.matchAll(/\*\*([^*]+)\*\*/g)].map(([, term]) => term?.toLowerCase())),
  ]);
  expect(terms.length).toBeGreaterThan(100);
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
});
