import type { Queryable, Tx } from "#kit/db/db.ts";
import type { ClosingObstacle, ErasingObstacle } from "#kit/host/server-module.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

/** All wallet data of a player: balances, every bet, every other movement of money. Amounts in micro-units. */
export async function personalData(db: Queryable, player: PlayerId): Promise<Json> {
  const read = async (sql: string) => (await db.query<{ known: Json }>(sql, [player])).rows.map(row => row.known);
  return {
    amounts_in: "micro-units: a millionth of the currency's major unit",
    wallets: await read("SELECT to_jsonb(w) AS known FROM wallet.wallets w WHERE player_id = $1 ORDER BY currency"),
    bets: await read(
      `SELECT to_jsonb(b) - 'request_hash' - 'seq' - 'settled_seq' - 'from_key' - 'upto_key' AS known FROM wallet.all_bets b
       WHERE player_id = $1 ORDER BY placed_at, key`,
    ),
    slips: await read(
      `SELECT to_jsonb(s) - 'request_hash' - 'seq' || jsonb_build_object(
         'legs', (SELECT jsonb_agg(to_jsonb(l) - 'player_id' - 'key' ORDER BY leg) FROM wallet.slip_legs l
           WHERE l.player_id = s.player_id AND l.key = s.key),
         'revisions', (SELECT coalesce(jsonb_agg(to_jsonb(r) - 'player_id' - 'key' ORDER BY number), '[]') FROM wallet.slip_revisions r
           WHERE r.player_id = s.player_id AND r.key = s.key)) AS known
       FROM wallet.slips s WHERE player_id = $1 ORDER BY placed_at, key`,
    ),
    movements: await read("SELECT to_jsonb(m) AS known FROM wallet.movements m WHERE player_id = $1 ORDER BY seq"),
  };
}

/** Money in any balance, and open bets. Locks the wallets until `tx` ends, so that neither reappears. */
export async function closingObstacles(tx: Tx, player: PlayerId): Promise<readonly ClosingObstacle[]> {
  const { rows } = await tx.query<{ filled: boolean }>(
    "SELECT real + bonus + vault > 0 AS filled FROM wallet.wallets WHERE player_id = $1 ORDER BY currency FOR UPDATE",
    [player],
  );
  const open = await tx.query(
    `SELECT 1 FROM wallet.bets WHERE player_id = $1 AND status = 0
     UNION ALL SELECT 1 FROM wallet.slips WHERE player_id = $1 AND status = 0 LIMIT 1`,
    [player],
  );
  return [
    ...(rows.some(({ filled }) => filled) ? (["money"] as const) : []),
    ...(open.rowCount > 0 ? (["open_bets"] as const) : []),
  ];
}

/** Money set aside for somebody outside, of which it is not known yet what becomes of it. */
export async function erasingObstacles(tx: Tx, player: PlayerId): Promise<readonly ErasingObstacle[]> {
  const { rowCount } = await tx.query("SELECT 1 FROM wallet.holds WHERE player_id = $1 AND status = 0 LIMIT 1", [
    player,
  ]);
  return rowCount > 0 ? ["open_holds"] : [];
}

/** Whether anything was ever moved. */
export async function isIdentityRetained(tx: Tx, player: PlayerId): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT 1 FROM wallet.wallets WHERE player_id = $1 AND seq > 0 LIMIT 1", [
    player,
  ]);
  return rowCount > 0;
}

/** The number of the last transfer of each wallet: another one after any movement of money. */
export async function lastMoves(on: Queryable, player: PlayerId): Promise<string> {
  const { rows } = await on.query<{ last: string }>(
    `SELECT coalesce(string_agg(currency || ':' || seq, ',' ORDER BY currency), '') AS last FROM wallet.wallets WHERE player_id = $1`,
    [player],
  );
  return rows[0]?.last ?? "";
}
