/** What the visitor is offered: KZ for Kazakhstan, else RU. */
export type Region = "KZ" | "RU";

export function regionOfCountry(country: string | null): Region {
  return country === "KZ" ? "KZ" : "RU";
}

/** The products a country may be blocked for. */
export const products = ["all", "casino", "betting"] as const;
export type Product = (typeof products)[number];
