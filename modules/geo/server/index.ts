import { fileURLToPath } from "node:url";
import { fail } from "#kit/contract/error-code.ts";
import { regionBlocked, regionUnknown } from "#kit/contract/errors.ts";
import { asksForRegion, type Route } from "#kit/contract/route.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { isPrivate } from "#kit/http/address.ts";
import { handle } from "#kit/http/handler.ts";
import manifest from "../module.ts";
import { getGeoIp, getIp } from "../shared/contract.ts";
import { type Product, type Region, regionOfCountry } from "../shared/region.ts";
import { createBlockedCountries } from "./blocked-countries.ts";
import { type CountryDatabase, openCountryDatabase } from "./country-database.ts";
import { createCountryList } from "./country-list.ts";

export type { Product, Region } from "../shared/region.ts";

/** Visitors' countries, by the address of their connection only. */
export interface Geo extends ServerModule {
  /** ISO 3166-1 alpha-2, or null if unknown. */
  countryOf(address: string): string | null;
  regionOf(address: string): Region;
  /** Whether pages are closed to this address. An unknown country may see pages; play and money are refused elsewhere. */
  isBlocked(address: string): boolean;
  /** Whether a country is known and open for a product. */
  isOpen(country: string | null, product: Product): boolean;
  block(tx: Tx, country: string, product: Product): Promise<void>;
  unblock(tx: Tx, country: string, product: Product): Promise<void>;
}

/** The country of an address: the list of corrections, then the configured country of private networks, then the database. */
export function createGeo(host: Host): Geo {
  const blocked = createBlockedCountries(host);
  const list = createCountryList(host.config, host);
  // Until it is open every country is unknown, and calls that need one are refused.
  let database: CountryDatabase = () => null;

  function countryOf(address: string): string | null {
    const listed = list.find(address);
    if (listed !== undefined) return listed;
    return isPrivate(address) ? (host.config.GEO_PRIVATE_COUNTRY ?? null) : database(address);
  }

  function isBlocked(address: string): boolean {
    const country = countryOf(address);
    return country !== null && blocked.has(country, "all");
  }

  /** The one guard of every call that is play, a deposit or a registration, on both transports. */
  function guard(route: Route, _session: unknown, { ip }: { readonly ip: string }): void {
    if (!asksForRegion(route)) return;
    const country = countryOf(ip);
    if (country === null) fail(regionUnknown);
    if (blocked.has(country, productOf(route))) fail(regionBlocked);
  }

  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    guard,
    handlers: [
      handle(getGeoIp, async ({ ip }) => {
        if (isBlocked(ip)) fail(regionBlocked);
        return { data: { ip, country_code: countryOf(ip) } };
      }),
      handle(getIp, async ({ ip }) => ({ data: { ip } })),
    ],
    async start() {
      database = await openCountryDatabase();
      await Promise.all([blocked.start(), list.start()]);
    },
    async stop() {
      list.stop();
      blocked.stop();
    },
    countryOf,
    regionOf: address => regionOfCountry(countryOf(address)),
    isBlocked,
    isOpen: (country, product) => country !== null && !blocked.has(country, product),
    block: blocked.block,
    unblock: blocked.unblock,
  };
}

/** A stake, and opening external play, belongs to the casino or to betting; an account and its deposits to all products. */
function productOf(route: Route): Product {
  if (route.moves !== "wager" && route.moves !== "prize" && route.opensPlay !== true) return "all";
  return route.module === "betting" ? "betting" : "casino";
}
