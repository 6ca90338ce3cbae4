import type { Db } from "#kit/db/db.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import { drawnParts, placeDrawnSql } from "#modules/wallet/server/sql/place-sql.ts";
import { rewritten, withStatement } from "./rewritten.ts";

/**
 * The statement that takes stakes without everything that serves limits, breaks and playing time: the columns in the
 * wallet's row are neither checked nor updated. The rest is the cost of a bet without player protection.
 */
export const placeWithoutLimits = rewritten(placeDrawnSql, [
  [counterSql.blocked("$1::timestamptz"), "$2::int IS NULL"],
  [drawnParts.noAllowance, "false"],
  [counterSql.noLease("$1::timestamptz"), "false"],
  [`,\n    ${drawnParts.counted}`, ""],
]);

/** A database on which stakes are taken without protection. */
export const withoutLimits = (db: Db): Db => withStatement(db, placeDrawnSql, placeWithoutLimits, "without-limits");
