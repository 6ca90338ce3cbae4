import type { Config } from "#kit/host/config.ts";
import type { Call } from "#kit/http/handler.ts";
import { type Region, regionOfCountry } from "#modules/geo/shared/region.ts";

export type { Region } from "#modules/geo/shared/region.ts";

/** The country of an address. Provided by geo; see {@link configuredGeoLookup} without it. */
export interface GeoLookup {
  regionOf(address: string): Region;
  /** ISO 3166-1 alpha-2; null if unknown. */
  countryOf(address: string): string | null;
}

/** The configured region for every address, and no country. */
export function configuredGeoLookup(config: Pick<Config, "GEO_PRIVATE_COUNTRY">): GeoLookup {
  return { regionOf: () => regionOfCountry(config.GEO_PRIVATE_COUNTRY ?? null), countryOf: () => null };
}

/**
 * The region of a call: the Region header if the site sets one, else that of the caller's address. It selects defaults (a currency, a list
 * of methods), never permissions.
 */
export function regionOf(call: Pick<Call, "headers" | "ip">, geoLookup: GeoLookup): Region {
  const { region } = call.headers;
  return region === "KZ" || region === "RU" ? region : geoLookup.regionOf(call.ip);
}
