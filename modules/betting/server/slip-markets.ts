import { exposureSql, legWindowSql } from "#modules/odds/server/index.ts";
import type { SlipMarkets } from "#modules/wallet/server/index.ts";

/** The markets of the wallet's statements: rows of the odds feed. */
export const slipMarkets: SlipMarkets = {
  windows: legWindowSql,
  exposures: exposureSql.lock,
  charge: exposureSql.charge,
  prepare: exposureSql.prepare,
};
