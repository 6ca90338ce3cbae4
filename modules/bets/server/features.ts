import type { Config } from "#kit/host/config.ts";

/** What may be played with in a country beside the game itself. `null`: nobody knows where the caller is. */
export function featuresOf(
  config: Pick<Config, "AUTOBET_OFF_COUNTRIES" | "TURBO_OFF_COUNTRIES">,
  country: string | null,
): { readonly autobet: boolean; readonly turbo: boolean } {
  const isOff = (countries: readonly string[]) => country !== null && countries.includes(country);
  return { autobet: !isOff(config.AUTOBET_OFF_COUNTRIES), turbo: !isOff(config.TURBO_OFF_COUNTRIES) };
}
