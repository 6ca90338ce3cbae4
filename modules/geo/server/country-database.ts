import { createRequire } from "node:module";
import { isIP } from "node:net";
import { type CountryResponse, open } from "maxmind";

/** This package's rows are flatter than the reader's types. */
interface CountryRecord {
  readonly country_code: string;
}

/** ISO 3166-1 alpha-2 of a public address, or null if unknown. */
export type CountryDatabase = (address: string) => string | null;

/** Registries' codes without a specific country. */
const nowhere = new Set(["ZZ", "XX", "EU", "AP"]);

/**
 * Opens the package's offline database (CC0, from the registries' own records). Throws an Error with instructions if it cannot: without it
 * all countries are unknown, and the server must not take bets like that.
 */
export async function openCountryDatabase(): Promise<CountryDatabase> {
  const file = createRequire(import.meta.url).resolve(
    "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb",
  );
  const reader = await open<CountryResponse>(file).catch((error: Error) => {
    throw new Error(`The database of countries cannot be read (${error.message}). Run: npm ci`);
  });
  return address => {
    if (isIP(address) === 0) return null;
    const found = (reader.get(address) as unknown as CountryRecord | null)?.country_code ?? "";
    return /^[A-Z]{2}$/.test(found) && !nowhere.has(found) ? found : null;
  };
}
