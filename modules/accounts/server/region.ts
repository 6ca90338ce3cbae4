import type { Config } from "#kit/host/config.ts";
import type { Call } from "#kit/http/handler.ts";
import { type Region, regionOfCountry } from "#modules/geo/shared/region.ts";

export type { Region } from "#modules/geo/shared/region.ts";

/** Where an address is. Answered by geo; see {@link configuredGeoLookup} for a house without it. */
export interface GeoLookup {
  regionOf(address: string): Region;
  /** ISO 3166-1 alpha-2; null where nobody knows. */
  countryOf(address: string): string | null;
}

/** The region of the configured country of private networks for everybody, and no country for anybody. */
export function configuredGeoLookup(config: Pick<Config, "GEO_PRIVATE_COUNTRY">): GeoLookup {
  return { regionOf: () => regionOfCountry(config.GEO_PRIVATE_COUNTRY ?? null), countryOf: () => null };
}

/**
 * The region a call is for: the Region header where the site sets one, else that of the caller's address. It decides what is
 * shown first (a currency, a list of methods) and never what is allowed.
 */
export function regionOf(call: Pick<Call, "headers" | "ip">, geoLookup: GeoLookup): Region {
  const { region } = call.headers;
  return region === "KZ" || region === "RU" ? region : geoLookup.regionOf(call.ip);
}
