/** The entry of a list of providers that a setting names. Throws a sentence for an unknown name. */
export function namedProvider<T>(known: Readonly<Record<string, T>>, setting: string, name: string): T {
  const found = Object.hasOwn(known, name) ? known[name] : undefined;
  if (found !== undefined) return found;
  throw new Error(`${setting}: ${name} is none of ${Object.keys(known).join(", ")}`);
}
