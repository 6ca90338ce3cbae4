/** The texts of one namespace (a module's name, or `common`) in one language, from its `locale/*.json`. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

export type Values = Readonly<Record<string, string | number>>;

export interface Translate {
  /**
   * The text `a.b` of the own namespace, or `other:a.b` of another; `{{name}}` is replaced by the value of that name. A numeric
   * `count` selects the plural form (`bets_one`, `bets_few` ...). A missing text is shown as its key.
   */
  (key: string, values?: Values): string;
  /** Whether the text exists, in any form. */
  has(key: string): boolean;
}

/** `t` of one language. `find` returns the texts of a namespace; names without a prefix belong to `own`. */
export function createTranslate(
  language: string,
  own: string,
  find: (namespace: string) => Texts | undefined,
): Translate {
  const forms = new Intl.PluralRules(language);
  const textOf = (name: string): string | undefined => {
    const colon = name.indexOf(":");
    let found: string | Texts | undefined = find(colon < 0 ? own : name.slice(0, colon));
    for (const step of name.slice(colon + 1).split(".")) found = typeof found === "object" ? found[step] : undefined;
    return typeof found === "string" ? found : undefined;
  };
  const t = (key: string, values: Values = {}) => {
    const { count } = values;
    const plural = typeof count === "number" ? textOf(`${key}_${forms.select(count)}`) : undefined;
    const text = plural ?? textOf(key) ?? textOf(`${key}_other`);
    return text?.replace(/\{\{(\w+)\}\}/g, (slot, name) => String(values[name] ?? slot)) ?? key;
  };
  return Object.assign(t, { has: (key: string) => (textOf(key) ?? textOf(`${key}_other`)) !== undefined });
}
