import { createRequire } from "node:module";
import { isIP } from "node:net";
import { type CountryResponse, open } from "maxmind";

/** This package's rows are flatter than the ones the reader's types know. */
interface CountryRecord {
  readonly country_code: string;
}

/** ISO 3166-1 alpha-2 of a public address, or null when nobody knows. */
export type CountryDatabase = (address: string) => string | null;

/** Codes that registries use for "somewhere": no country. */
const nowhere = new Set(["ZZ", "XX", "EU", "AP"]);

/**
 * Opens the offline database of the package (CC0, from the registries' own records). Throws an Error that says so when it
 * cannot: without it nobody's country is known, and a house that takes bets does not open like that.
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
