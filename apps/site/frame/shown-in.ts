import { currencyCodes } from "#kit/money/currency.ts";
import { storedSetting } from "#kit/web/stored-setting.ts";

/** Balances as they are, or converted approximately into one currency. */
export const shownIn = storedSetting("balances-in", ["own", ...currencyCodes], "own");
export const smallBalances = storedSetting("small-balances", ["shown", "hidden"], "shown");
