import { currencyCodes } from "#kit/money/currency.ts";
import { keptSetting } from "#kit/web/kept-setting.ts";

/** Balances as they are, or about what they are worth in one currency. */
export const shownIn = keptSetting("balances-in", ["own", ...currencyCodes], "own");
export const smallBalances = keptSetting("small-balances", ["shown", "hidden"], "shown");
