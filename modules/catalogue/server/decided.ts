import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { StakeLimit, StakeLimits } from "../shared/stake-limits.ts";
import type { Decided } from "./office-store.ts";
import type { GameRow } from "./store.ts";

/** What of a game's row operators decide. */
export function decidedOf(row: GameRow): Decided {
  const { state, stateReason, maintenanceUntil, rank, badge, categories } = row;
  const { countries, blockedCountries, currencies, limits } = row;
  return {
    state,
    stateReason,
    maintenanceUntil,
    rank,
    badge,
    categories,
    countries,
    blockedCountries,
    currencies,
    limits,
  };
}

export const isStaked = ({ stakes }: GameRow, code: string) =>
  Object.keys(stakes).length === 0 || Object.hasOwn(stakes, code);

/** A limit leaves at least one of the provider's stakes. */
function isLimit(row: GameRow, code: string, { min, max }: StakeLimit): boolean {
  const stakes = row.stakes[code];
  if (!stakes) return false;
  const [least, largest] = [parseDecimal(min), parseDecimal(max)];
  return stakes.some(stake => parseDecimal(stake) >= least && parseDecimal(stake) <= largest);
}

/** Fails with `validation_failed` where a limit does not fit the game. */
export function checkedLimits(row: GameRow, given: Readonly<Partial<Record<string, StakeLimit>>>): StakeLimits {
  const limits = Object.entries(given).flatMap(([code, limit]) => (limit ? [[code, limit] as const] : []));
  if (limits.some(([code, limit]) => !isLimit(row, code, limit)))
    fail(validationFailed, { errors: { limits: ["limits_invalid"] } });
  return Object.fromEntries(limits);
}

/** As it is stored in the audit log. */
export const decidedView = ({ stateReason, maintenanceUntil, blockedCountries, ...rest }: Decided) => ({
  ...rest,
  state_reason: stateReason,
  blocked_countries: blockedCountries,
  maintenance_until: maintenanceUntil?.toISOString() ?? null,
});
