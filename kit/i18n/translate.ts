import type { Namespace, TextGroup, TextKey } from "./text-keys.ts";

/** The texts of one namespace (a module's name, or `common`) in one language, from its `locale/*.json`. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

export type Values = Readonly<Record<string, string | number>>;

/** Chooses texts by keys that exist. Functions that take one name its namespace: `Translate<"bets">`. */
export interface Translator<Key extends string, Group extends string> {
  /**
   * The text `a.b` of the caller's namespace, or `other:a.b` of another; `{{name}}` is replaced by the value of that name. A numeric
   * `count` selects the plural form (`bets_one`, `bets_few` ...). A missing text is shown as its key.
   */
  (key: Key, values?: Values): string;
  /** The text of this name in a group, for a name without a type. Every use is listed in `assurance/checks/dynamic-texts.ts`. */
  in(group: Group, name: string, values?: Values): string;
  /** The text of a key without a type, or undefined. Listed there too. */
  find(key: string, values?: Values): string | undefined;
}

/** `t` of a namespace, and of others that are named with a prefix. */
export type Translate<Own extends Namespace, Others extends Namespace = never> = Translator<
  TextKey<Own, Others>,
  TextGroup<Own, Others>
>;

/** `t` of one language. `textsOf` returns the texts of a namespace; names without a prefix belong to `own`. */
export function createTranslate(
  language: string,
  own: string,
  textsOf: (namespace: string) => Texts | undefined,
): Translator<string, string> {
  const forms = new Intl.PluralRules(language);
  const textOf = (name: string): string | undefined => {
    const colon = name.indexOf(":");
    const path = name.slice(colon + 1);
    let found: string | Texts | undefined = textsOf(colon < 0 ? own : name.slice(0, colon));
    // A text that operators have changed has its whole path as its key.
    if (typeof found?.[path] === "string") return found[path];
    for (const step of path.split(".")) found = typeof found === "object" ? found[step] : undefined;
    return typeof found === "string" ? found : undefined;
  };
  const find = (key: string, values: Values = {}) => {
    const { count } = values;
    const plural = typeof count === "number" ? textOf(`${key}_${forms.select(count)}`) : undefined;
    const text = plural ?? textOf(key) ?? textOf(`${key}_other`);
    return text?.replace(/\{\{(\w+)\}\}/g, (slot, name) => String(values[name] ?? slot));
  };
  const t = (key: string, values?: Values) => find(key, values) ?? key;
  return Object.assign(t, {
    find,
    in: (group: string, name: string, values?: Values) => t(`${group}.${name}`, values),
  });
}
