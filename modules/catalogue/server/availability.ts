import type { RefusalReason } from "../shared/facts.ts";
import type { GameRow, Offer } from "./store.ts";

export interface Refusal {
  readonly reason: RefusalReason;
  /** The end of maintenance; null for other reasons, or when it is not known. */
  readonly until: Date | null;
}

/** Whether a list may show a game to a visitor. */
export const isOffered = (row: GameRow, offer: Offer): boolean =>
  isOfferedWhere(row, offer) && hasCurrency(row, offer.currency);

/** Why a game is not open to a visitor; undefined where it is. */
export function refusalOf(row: GameRow, offer: Offer, isConnected: boolean): Refusal | undefined {
  const because = (reason: RefusalReason, until: Date | null = null): Refusal => ({ reason, until });
  if (row.state === "disabled") return because(row.stateReason ?? "retired");
  if (!isOfferedWhere(row, offer)) return because("region");
  if (!hasCurrency(row, offer.currency)) return because("currency");
  if (row.state === "maintenance") return because("maintenance", row.maintenanceUntil);
  return isConnected ? undefined : because("not_connected");
}

function isOfferedWhere({ countries, blockedCountries, profiles }: GameRow, { country, profile }: Offer): boolean {
  if (countries && (country === null || !countries.includes(country))) return false;
  if (country !== null && blockedCountries.includes(country)) return false;
  return profiles === null || profiles.includes(profile);
}

function hasCurrency({ currencies, stakes }: GameRow, currency: string | null): boolean {
  if (currency === null) return true;
  if (currencies && !currencies.includes(currency)) return false;
  return Object.keys(stakes).length === 0 || Object.hasOwn(stakes, currency);
}
