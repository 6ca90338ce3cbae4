/** What the visitor is offered: KZ for Kazakhstan, else RU. */
export type Region = "KZ" | "RU";

export function regionOfCountry(country: string | null): Region {
  return country === "KZ" ? "KZ" : "RU";
}

/** What may be closed. `all` closes the pages too. */
export const products = ["all", "casino", "betting", "registration", "deposits"] as const;
type SiteProduct = (typeof products)[number];

/** One of our own games, by its name. */
export type GameProduct = `game:${string}`;
export const gameProduct = (game: string): GameProduct => `game:${game}`;
/** The name of the game; undefined for what is not a game. */
export const gameOf = (product: Product): string | undefined =>
  product.startsWith("game:") ? product.slice("game:".length) : undefined;

export type Product = SiteProduct | GameProduct;

/** In the place of a country: every one. */
export const everywhere = "*";
