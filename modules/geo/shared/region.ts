/** What the visitor is offered: KZ for Kazakhstan, else RU. */
export type Region = "KZ" | "RU";

export function regionOfCountry(country: string | null): Region {
  return country === "KZ" ? "KZ" : "RU";
}

/** What of the house a country may be kept from. */
export const products = ["all", "casino", "betting"] as const;
export type Product = (typeof products)[number];
