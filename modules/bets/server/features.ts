import type { Config } from "#kit/host/config.ts";
import type { Flags } from "#modules/flags/server/index.ts";

export interface PlayFeatures {
  readonly autobet: boolean;
  readonly turbo: boolean;
}

/** The play features allowed at an address: by the settings for its country, and by what operators have set. */
export function createPlayFeatures(
  config: Pick<Config, "AUTOBET_OFF_COUNTRIES" | "TURBO_OFF_COUNTRIES">,
  countryOf: (address: string) => string | null,
  flags: Pick<Flags, "declare"> | undefined,
): (address: string) => PlayFeatures {
  const autobet = flags?.declare({ name: "bets.autobet", type: "boolean", initial: true }) ?? (() => true);
  const turbo = flags?.declare({ name: "bets.turbo", type: "boolean", initial: true }) ?? (() => true);
  return address => {
    const country = countryOf(address);
    // A flag allows nothing that the settings forbid: those are the law of a country.
    const isOff = (countries: readonly string[]) => country !== null && countries.includes(country);
    return {
      autobet: autobet(address) && !isOff(config.AUTOBET_OFF_COUNTRIES),
      turbo: turbo(address) && !isOff(config.TURBO_OFF_COUNTRIES),
    };
  };
}
