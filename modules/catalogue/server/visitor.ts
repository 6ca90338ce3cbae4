import type { Call } from "#kit/http/handler.ts";
import { type Currency, currencyOfRegion } from "#kit/money/currency.ts";
import type { CatalogueNeeds } from "./needs.ts";
import type { Offer } from "./store.ts";

/** Who looks at the catalogue, from where, and what amounts are shown in. */
export interface Visitor {
  /** A guest has no currency yet: none of theirs hides a game. */
  readonly offer: Offer;
  readonly country: string | null;
  readonly currency: Currency;
}

export function visitorOf(
  { countryOf, regionOf, profileOf = () => "base" }: Pick<CatalogueNeeds, "countryOf" | "regionOf" | "profileOf">,
  kind: string,
  { ip, session }: Pick<Call, "ip" | "session">,
): Visitor {
  const country = countryOf(ip);
  const own = session?.currency ?? null;
  return {
    offer: { country, currency: own, profile: country === null ? "base" : profileOf(country, kind) },
    country,
    currency: own ?? currencyOfRegion(regionOf(ip)),
  };
}
