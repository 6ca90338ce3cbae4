import type { Db, DbConnection } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import { drawnParts, placeDrawnSql } from "#modules/wallet/server/sql/place-sql.ts";

/**
 * The statement that takes stakes without everything that serves limits, breaks and playing time: the columns in the
 * wallet's row are neither checked nor updated. The rest is the cost of a bet without player protection.
 */
export const placeWithoutLimits = [
  [counterSql.blocked("$1::timestamptz"), "$2::int IS NULL"],
  [drawnParts.noAllowance, "false"],
  [counterSql.noLease("$1::timestamptz"), "false"],
  [`,\n    ${drawnParts.counted}`, ""],
].reduce<string>((text, [part, instead]) => {
  const changed = text.replace(required(part, "a part"), required(instead, "a word") as string);
  if (changed === text) throw new Error(`the statement of stakes no longer has this part: ${part}`);
  return changed;
}, placeDrawnSql);

/** A database on which stakes are taken without protection. */
export function withoutLimits(db: Db): Db {
  return {
    ...db,
    async connect(): Promise<DbConnection> {
      const connection = await db.connect();
      return {
        onLost: listener => connection.onLost(listener),
        onNotification: listener => connection.onNotification(listener),
        end: () => connection.end(),
        query: (text, values, name) =>
          text === placeDrawnSql
            ? connection.query(placeWithoutLimits, values, name && `${name}.without-limits`)
            : connection.query(text, values, name),
      };
    },
  };
}
