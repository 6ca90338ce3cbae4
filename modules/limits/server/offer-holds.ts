import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { holdBreaks, holdOffBlocks, mayDeposit } from "./counters.ts";

/** Who holds offers: an operator, or a module that finds signs of harm. Each lifts its own hold only. */
export type HoldSource = "operator" | "harm";

export interface OfferHold {
  readonly source: HoldSource;
  readonly since: Date;
}

/** From the commit nothing is offered or granted to the player. Open bonuses, rewards that are owed, play and payouts go on. */
export async function holdOffers(tx: Tx, player: PlayerId, source: HoldSource, now: Date): Promise<boolean> {
  await holdBreaks(tx, player);
  const { rowCount } = await tx.query(
    "INSERT INTO limits.offer_holds (player_id, source, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [player, source, now],
  );
  return rowCount === 1;
}

export async function releaseOffers(tx: Tx, player: PlayerId, source: HoldSource): Promise<boolean> {
  const { rowCount } = await tx.query("DELETE FROM limits.offer_holds WHERE player_id = $1 AND source = $2", [
    player,
    source,
  ]);
  return rowCount === 1;
}

export async function offerHoldsOf(on: Queryable, player: PlayerId): Promise<readonly OfferHold[]> {
  const { rows } = await on.query<OfferHold>(
    "SELECT source, since FROM limits.offer_holds WHERE player_id = $1 ORDER BY source",
    [player],
  );
  return rows;
}

/** Whether anything may be offered or granted to this player: not in a break, not under age, no hold. Delays a break or hold until `tx` ends. */
export async function mayBeOffered(tx: Tx, player: PlayerId, now: Date): Promise<boolean> {
  return (await mayDeposit(tx, player, now)) && (await seesOffers(tx, player, now));
}

/** The players among these to whom something may be offered, in the order of their ids. */
export async function offerable(tx: Tx, players: readonly PlayerId[], now: Date): Promise<readonly PlayerId[]> {
  const ids = uuidArray(players);
  await holdOffBlocks(tx, ids);
  const { rows } = await tx.query<{ player: PlayerId }>(
    `SELECT player FROM unnest($1::uuid[]) player WHERE ${seesSql("player")} ORDER BY player`,
    [ids, now],
  );
  return rows.map(({ player }) => player);
}

/** Whether the player sees offers: what is only shown, and not granted. */
export async function seesOffers(on: Queryable, player: PlayerId, now: Date): Promise<boolean> {
  const { rows } = await on.query<{ sees: boolean }>(`SELECT ${seesSql("$1::uuid")} AS sees`, [player, now]);
  return rows[0]?.sees === true;
}

/** No hold and no break at `$2`. */
function seesSql(player: string): string {
  return `NOT EXISTS (SELECT FROM limits.offer_holds h WHERE h.player_id = ${player})
    AND NOT EXISTS (SELECT FROM limits.players l WHERE l.player_id = ${player} AND greatest(l.blocked_until, l.age_until) > $2)`;
}
