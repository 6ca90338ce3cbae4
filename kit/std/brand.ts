declare const brand: unique symbol;

/** A nominal type over a plain one: `Brand<string, "PlayerId">` is a string at run time and not assignable from other strings. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** A UUID in lower-case canonical text. */
export type Uuid = Brand<string, "Uuid">;
/** The id of an account; also the id of its wallets and of everything the player owns. */
export type PlayerId = Brand<string, "PlayerId">;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Reads a UUID of any version in either case; undefined if it is not one. */
export function parseUuid(text: string): Uuid | undefined {
  const lower = text.toLowerCase();
  return uuidPattern.test(lower) ? (lower as Uuid) : undefined;
}
