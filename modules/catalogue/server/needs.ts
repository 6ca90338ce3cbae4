import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Geo } from "#modules/geo/server/index.ts";
import type { GameProvider } from "#modules/providers/server/index.ts";

export interface CatalogueNeeds extends Pick<Geo, "countryOf" | "regionOf"> {
  readonly people: Pick<Accounts["people"], "testPlayers">;
  /** Connected providers, asked for each time: connecting one takes no restart. */
  readonly providers?: () => readonly GameProvider[];
  /** The name of the rules that a country has for a kind of game. */
  readonly profileOf?: (country: string, kind: string) => string;
  /** What is in the pot of the slots, in micro-units. */
  readonly potOf?: (currency: Currency) => Promise<Micros | undefined>;
  /** The host names of the casino beside the main one. */
  readonly mirrors: () => readonly string[];
}
