import { parseSync, Visitor } from "oxc-parser";
import { defaultLocale, languageOf, locales } from "#kit/i18n/locale.ts";
import { isTest } from "./layers.ts";
import type { Source } from "./source.ts";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const names = new Set<string>(locales.flatMap(locale => [locale, languageOf(locale)]));
/** The list of languages and the formatters that read its data. */
const owners = /^kit\/(i18n|money)\//;
/**
 * Texts that are in code and not in `locale/`: each is a place to edit for another language. A file without such texts must not
 * be listed.
 */
export const textsInCode: readonly string[] = [
  // Titles of games, which providers state in three languages.
  "modules/catalogue/server/views.ts",
  "modules/catalogue/shared/manifest.ts",
  "modules/catalogue/web/frame/messages.ts",
  "modules/providers/server/launch.ts",
  "modules/providers/shared/provider-calls.ts",
  "modules/providers/shared/samples.ts",
  "modules/providers/shared/wire.ts",
];

const isLanguageValue = /locale|lang/i;

/** Places outside `kit/i18n` and `kit/money` that decide by the name of a language, or list the languages. */
export function languageNames({ path, text }: Source): readonly string[] {
  // The studio is a separate program with its own languages.
  if (owners.test(path) || /^(apps\/)?studio\//.test(path) || isTest(path) || path.endsWith(".sql")) return [];
  const found: string[] = [];
  const complain = (what: string, { start }: { start: number }) =>
    found.push(`${path}:${text.slice(0, start).split("\n").length} ${what}: read it from kit/i18n/languages.ts`);
  const compared = (side: Node, other: Node) =>
    isName(side) && isLanguageValue.test(text.slice(other.start, other.end));
  const isList = (found: readonly unknown[]) =>
    found.includes(defaultLocale) && found.some(name => name !== defaultLocale && names.has(String(name)));
  new Visitor({
    BinaryExpression(node) {
      if (!/^[!=]==?$/.test(node.operator)) return;
      if (compared(node.left, node.right) || compared(node.right, node.left))
        complain("compares with a language", node);
    },
    SwitchStatement(node) {
      if (node.cases.some(({ test }) => test && compared(test, node.discriminant)))
        complain("switches by language", node);
    },
    ObjectExpression(node) {
      const keys = node.properties.map(each => (each.type === "Property" ? keyOf(each.key) : undefined));
      if (isList(keys)) complain("has an entry per language", node);
    },
    ArrayExpression(node) {
      if (isList(node.elements.map(each => (each?.type === "Literal" ? each.value : undefined))))
        complain("lists the languages", node);
    },
    TSUnionType(node) {
      const literals = node.types.map(
        each => each.type === "TSLiteralType" && each.literal.type === "Literal" && each.literal.value,
      );
      if (isList(literals)) complain("lists the languages", node);
    },
    Literal(node) {
      if ("regex" in node && node.regex && isList(node.regex.pattern.split(/[^a-z]+/)))
        complain("lists the languages", node);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

function isName(node: Node): boolean {
  return node.type === "Literal" && "value" in node && names.has(String(node.value));
}

function keyOf(key: Node): string | undefined {
  if (key.type === "Identifier" && "name" in key) return String(key.name);
  return key.type === "Literal" && "value" in key ? String(key.value) : undefined;
}
