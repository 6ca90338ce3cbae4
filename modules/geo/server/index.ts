import { fileURLToPath } from "node:url";
import { fail } from "#kit/contract/error-code.ts";
import { productClosed, regionBlocked, regionUnknown } from "#kit/contract/errors.ts";
import { dependsOnRegion, type Route } from "#kit/contract/route.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { isPrivate } from "#kit/http/address.ts";
import { handle } from "#kit/http/handler.ts";
import manifest from "../module.ts";
import { getGeoIp, getIp } from "../shared/contract.ts";
import { closureErrors } from "../shared/errors.ts";
import { gameProduct, type Product, type Region, regionOfCountry } from "../shared/region.ts";
import { type Closures, createClosures } from "./closures.ts";
import { type CountryDatabase, openCountryDatabase } from "./country-database.ts";
import { createCountryList } from "./country-list.ts";

export type { Product, Region } from "../shared/region.ts";
export { type Closure, type ClosureChange, type ClosureName, type Closures, closureChanges } from "./closures.ts";

/** Why play, a deposit or a registration is refused at an address, by code. */
const refusals = {
  region_unknown: regionUnknown,
  region_blocked: regionBlocked,
  product_closed: productClosed,
} as const;

/** Visitors' countries, by the address of their connection only. */
export interface Geo extends ServerModule {
  /** ISO 3166-1 alpha-2, or null if unknown. */
  countryOf(address: string): string | null;
  regionOf(address: string): Region;
  /** Whether pages are closed to this address. An unknown country may see pages; play and money are refused elsewhere. */
  isBlocked(address: string): boolean;
  /** Whether a country is known and open for a product. */
  isOpen(country: string | null, product: Product): boolean;
  /** Why play of one of our own games is refused at this address; null while it is open. */
  gameRefusal(address: string, game: string): keyof typeof refusals | null;
  /** What operators close and open. */
  readonly closures: Pick<Closures, "active" | "close" | "open" | "find">;
  block(tx: Tx, country: string, product: Product): Promise<void>;
  unblock(tx: Tx, country: string, product: Product): Promise<void>;
}

/** The country of an address: the list of corrections, then the configured country of private networks, then the database. */
export function createGeo(host: Host): Geo {
  const closures = createClosures(host);
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
    return country !== null && closures.has(country, "all");
  }

  function refusalOf(ip: string, asked: readonly Product[]): keyof typeof refusals | null {
    const country = countryOf(ip);
    if (country === null) return "region_unknown";
    if (asked.some(product => closures.has(country, product))) return "region_blocked";
    return asked.some(product => closures.isPaused(product)) ? "product_closed" : null;
  }

  /** The one guard of every call that is play, a deposit or a registration, on both transports. */
  function guard(route: Route, _session: unknown, { ip }: { readonly ip: string }): void {
    if (!dependsOnRegion(route)) return;
    // A call of one of our own games is in the module of that game.
    const refusal = refusalOf(ip, [productOf(route), gameProduct(route.module)]);
    if (refusal) fail(refusals[refusal]);
  }

  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: closureErrors,
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
      await Promise.all([closures.start(), list.start()]);
    },
    async stop() {
      list.stop();
      closures.stop();
    },
    countryOf,
    regionOf: address => regionOfCountry(countryOf(address)),
    isBlocked,
    gameRefusal: (address, game) => refusalOf(address, ["casino", gameProduct(game)]),
    isOpen: (country, product) => country !== null && !closures.has(country, product) && !closures.isPaused(product),
    closures,
    async block(tx, country, product) {
      await closures.close(tx, { country, product });
    },
    async unblock(tx, country, product) {
      await closures.open(tx, { country, product }, {});
    },
  };
}

/** A stake, and opening external play, belongs to the casino or to betting. */
function productOf(route: Route): Product {
  if (route.opensAccount === true) return "registration";
  if (route.moves === "deposit") return "deposits";
  return route.module === "betting" ? "betting" : "casino";
}
