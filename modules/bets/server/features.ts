import type { Config } from "#kit/host/config.ts";

/** The play features allowed in a country. `null`: the caller's country is unknown. */
export function featuresOf(
  config: Pick<Config, "AUTOBET_OFF_COUNTRIES" | "TURBO_OFF_COUNTRIES">,
  country: string | null,
): { readonly autobet: boolean; readonly turbo: boolean } {
  const isOff = (countries: readonly string[]) => country !== null && countries.includes(country);
  return { autobet: !isOff(config.AUTOBET_OFF_COUNTRIES), turbo: !isOff(config.TURBO_OFF_COUNTRIES) };
}
