import type { Db } from "#kit/db/db.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import { drawnParts, placeDrawnSql } from "#modules/wallet/server/sql/place-sql.ts";
import { rewritten, withStatement } from "./rewritten.ts";

/**
 * The statement that places bets, without its parts for limits, breaks and playing time: the columns in the wallet's row
 * are neither checked nor updated. It measures the cost of a bet without player protection.
 */
export const placeWithoutLimits = rewritten(placeDrawnSql, [
  [counterSql.blocked("$1::timestamptz"), "$2::int IS NULL"],
  [drawnParts.noAllowance, "false"],
  [counterSql.noLease("$1::timestamptz"), "false"],
  [`,\n    ${drawnParts.counted}`, ""],
]);

/** A database whose bets are placed by that statement. */
export const withoutLimits = (db: Db): Db => withStatement(db, placeDrawnSql, placeWithoutLimits, "without-limits");
