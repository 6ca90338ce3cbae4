import type * as z from "zod/mini";
import { parseDecimal } from "#kit/money/amount.ts";
import type { StudioHost } from "./studio-host.ts";
import type { grantBody } from "./wire.ts";

/** Takes over a casino's grant of free rounds. The same one again is the same, as long as it has not been cancelled here. */
export async function createGrant(
  { db }: StudioHost,
  casino: number,
  grant: z.output<typeof grantBody>,
): Promise<"ok" | "grant_conflict"> {
  const { player, game, currency, count } = grant;
  const stake = parseDecimal(grant.stake);
  const { rowCount } = await db.query(
    `INSERT INTO rgs.free_grants (casino, id, player, game, currency, stake, count, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (casino, id) DO UPDATE SET expires_at = excluded.expires_at
     WHERE free_grants.player = $3 AND free_grants.game = $4 AND free_grants.currency = $5 AND free_grants.stake = $6 AND free_grants.count = $7
       AND free_grants.cancelled_at IS NULL
     RETURNING id`,
    [casino, grant.grant, player, game, currency, stake, count, new Date(grant.expires_at)],
  );
  return rowCount > 0 ? "ok" : "grant_conflict";
}

/** No new round of the grant starts; a started one ends. */
export async function cancelGrant(
  { db, clock }: StudioHost,
  casino: number,
  grant: string,
  player: string,
): Promise<"ok" | "grant_unknown"> {
  const { rowCount } = await db.query(
    "UPDATE rgs.free_grants SET cancelled_at = coalesce(cancelled_at, $4) WHERE casino = $1 AND id = $2 AND player = $3 RETURNING id",
    [casino, grant, player, new Date(clock.now())],
  );
  return rowCount > 0 ? "ok" : "grant_unknown";
}
