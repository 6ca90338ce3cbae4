import type { Db } from "#kit/db/db.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";
import { drawnParts, placeDrawnSql } from "#modules/wallet/server/sql/place-sql.ts";
import { withStatement } from "./rewritten.ts";

const now = "$1::timestamptz";

/**
 * The statement that takes stakes without everything that serves bonus money: no stake takes it or counts, no bonus is looked at, and the columns
 * of the active grant are not written. The columns of bets remain.
 */
export const placeWithoutBonuses = [
  [drawnParts.due, ""],
  [drawnParts.takes, "false"],
  [drawnParts.overMaxBet, "false"],
  [drawnParts.wagered, ""],
  [wagerSql.due(now), "false"],
].reduce<string>((text, [part = "", instead = ""]) => {
  const changed = text.replaceAll(part, instead);
  if (changed === text) throw new Error(`the statement of stakes no longer has this part: ${part}`);
  return changed;
}, placeDrawnSql);

/** A database on which stakes are taken without bonus money. */
export const withoutBonuses = (db: Db): Db => withStatement(db, placeDrawnSql, placeWithoutBonuses, "without-bonuses");
