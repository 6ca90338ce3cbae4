import { int8Array, textArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { SlipName } from "#modules/wallet/server/index.ts";

/** A market whose slips have to be judged again. */
export interface DecidedRow {
  readonly market: bigint;
  readonly decision: bigint;
  /** The last slip that was judged. */
  readonly after: SlipName | null;
}

/** Written in the transaction of the decision. A market that waits already starts over. */
export async function addDecided(tx: Tx, markets: readonly bigint[], now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO betting.decided_markets AS d (market, decision, since)
     SELECT market, nextval('betting.decisions'), $2 FROM unnest($1::int8[]) AS m(market) ORDER BY market
     ON CONFLICT (market) DO UPDATE SET decision = excluded.decision, player_id = NULL, key = NULL`,
    [int8Array([...new Set(markets)]), now],
  );
}

export async function nextDecided(db: Queryable): Promise<DecidedRow | undefined> {
  const { rows } = await db.query<{
    market: bigint;
    decision: bigint;
    playerId: PlayerId | null;
    key: Uuid | null;
  }>(
    `SELECT market, decision, player_id AS "playerId", key FROM betting.decided_markets ORDER BY since, market LIMIT 1`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { market, decision, playerId: player, key } = row;
  return { market, decision, after: player && key ? { player, key } : null };
}

/** False, and nothing is moved, when another decision came in between. */
export async function moveCursor(
  db: Queryable,
  { market, decision }: DecidedRow,
  { player, key }: SlipName,
): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE betting.decided_markets SET player_id = $3, key = $4 WHERE market = $1 AND decision = $2",
    [market, decision, player, key],
  );
  return rowCount === 1;
}

export async function removeDecided(db: Queryable, { market, decision }: DecidedRow): Promise<void> {
  await db.query("DELETE FROM betting.decided_markets WHERE market = $1 AND decision = $2", [market, decision]);
}

/**
 * Counts a payout on results that are not confirmed, once a slip and event; false, and nothing is counted, when the player would be paid
 * more than `limit` for one of the events. Runs in one process at a time.
 */
export async function countEarlyPayout(
  tx: Tx,
  { player, key }: SlipName,
  events: readonly string[],
  usd: bigint,
  limit: bigint,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM betting.early_payouts WHERE player_id = $1 AND event = ANY($2::text[]) AND key <> $3
     GROUP BY event HAVING sum(usd) + $4 > $5`,
    [player, textArray([...events]), key, usd, limit],
  );
  if (usd > limit || rowCount > 0) return false;
  await tx.query(
    `INSERT INTO betting.early_payouts AS e (player_id, event, key, usd) SELECT $1, event, $3, $4 FROM unnest($2::text[]) event
     ON CONFLICT (player_id, event, key) DO UPDATE SET usd = greatest(e.usd, excluded.usd)`,
    [player, textArray([...events]), key, usd],
  );
  return true;
}
