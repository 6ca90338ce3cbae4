/** What the visitor is offered: KZ for Kazakhstan, else RU. */
export type Region = "KZ" | "RU";

export function regionOfCountry(country: string | null): Region {
  return country === "KZ" ? "KZ" : "RU";
}

/** What may be closed. `all` closes the pages too. */
export const products = ["all", "casino", "betting", "registration", "deposits"] as const;
export type Product = (typeof products)[number];

/** In the place of a country: every one. */
export const everywhere = "*";
