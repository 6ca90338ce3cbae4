/**
 * The English texts of each namespace (the folder of a `locale/`; `common` is kit's). Kit knows no module, so the namespaces are added by
 * `apps/text-registry.ts`, which is printed by `npm run docs` and part of every type check.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface TextRegistry {}

export type Namespace = keyof TextRegistry;

/** `a.b` for every text `{ a: { b: "..." } }`. */
type PathsOf<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : PathsOf<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** `a` for every group of texts. */
type GroupsOf<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends string ? never : `${Prefix}${K}` | GroupsOf<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** A text with plural forms is named without them: `bets` for `bets_one` and `bets_other`. */
type WithPlurals<K extends string> = K | (K extends `${infer Base}_other` ? Base : never);

type Keys = { readonly [N in Namespace]: WithPlurals<PathsOf<TextRegistry[N]>> };
type Groups = { readonly [N in Namespace]: GroupsOf<TextRegistry[N]> };

/** Names in a table of each namespace, with the namespace as their prefix. */
type Prefixed<N extends Namespace, Table extends Readonly<Record<Namespace, string>>> = {
  readonly [Name in N]: `${Name}:${Table[Name]}`;
}[N];

/** What `t` accepts: texts of the caller's first namespace, and with a prefix those of any of its namespaces. */
export type TextKey<Own extends Namespace, Others extends Namespace = never> =
  | Keys[Own]
  | Prefixed<Own | Others | CommonNamespace, Keys>;

/** The groups of texts in the same namespaces. */
export type TextGroup<Own extends Namespace, Others extends Namespace = never> =
  | Groups[Own]
  | Prefixed<Own | Others | CommonNamespace, Groups>;

/** A text with the prefix of its namespace: for data that names texts. */
export type TextName<N extends Namespace = Namespace> = Prefixed<N, Keys>;

/** The names of the texts in a group: `NameIn<"cases", "items">`. */
export type NameIn<N extends Namespace, Group extends string> = Keys[N] extends infer Key
  ? Key extends `${Group}.${infer Name}`
    ? Name
    : never
  : never;

/** The namespaces of games and of what else has a `title`. */
export type TitledNamespace = {
  readonly [N in Namespace]: TextRegistry[N] extends { title: string } ? N : never;
}[Namespace];

type CommonNamespace = Extract<Namespace, "common">;
