import type { Language } from "./locale.ts";

/** Two letters that name a country or a part of the world, as far as this runtime knows them. */
export function regionCodes(): readonly string[] {
  const known = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return letters.flatMap(a => letters.map(b => a + b)).filter(code => known.of(code) !== undefined);
}

/** Of `regionCodes`: parts of the world, unions, and what only tests of software use. */
const noCountries = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

/** Countries and territories of today: former ones name their successor. */
export function countryCodes(): readonly string[] {
  return regionCodes().filter(code => !noCountries.has(code) && new Intl.Locale(`und-${code}`).region === code);
}

/** Names of countries by ISO 3166-1 alpha-2. */
export type CountryNames = (code: string) => string;

/** The runtime's own names; undefined if it has none in this language. Chromium knows Kazakh and has English names in it. */
export function ownCountryNames(language: Language): CountryNames | undefined {
  const names = new Intl.DisplayNames(language, { type: "region" });
  if (names.resolvedOptions().locale.split("-")[0] !== language) return undefined;
  const english = new Intl.DisplayNames("en", { type: "region" });
  if (language !== "en" && names.of("DE") === english.of("DE")) return undefined;
  return code => names.of(code) ?? code;
}

/** The names in a language, loaded where the runtime lacks them. */
export async function loadCountryNames(language: Language): Promise<CountryNames> {
  const own = ownCountryNames(language);
  if (own) return own;
  const { default: names } = await import("./country-names-kk.json", { with: { type: "json" } });
  return code => (names as Readonly<Record<string, string>>)[code] ?? code;
}
