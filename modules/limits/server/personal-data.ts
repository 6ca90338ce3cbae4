import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import { counters } from "./counter-sql.ts";

/** A player's limits, the counters of their last day with stakes, and their breaks. Amounts in micro-units. */
export async function personalData(db: Queryable, player: PlayerId): Promise<Json> {
  const read = async (sql: string) => (await db.query<{ known: Json }>(sql, [player])).rows.map(row => row.known);
  return {
    breaks: await read("SELECT to_jsonb(p) AS known FROM limits.players p WHERE player_id = $1"),
    daily: await read("SELECT to_jsonb(d) AS known FROM limits.daily d WHERE player_id = $1 ORDER BY kind"),
    wallets: await read(
      `SELECT to_jsonb(c) - '{real,bonus,vault,seq}'::text[] AS known FROM ${counters} c WHERE player_id = $1 ORDER BY currency`,
    ),
    play: await read("SELECT to_jsonb(p) AS known FROM limits.play p WHERE player_id = $1"),
    // The operator's name and note are ours; the limit and its cause belong to the player.
    set_by_us: await read(
      "SELECT to_jsonb(o) - '{set_by,reason,version}'::text[] AS known FROM limits.operator o WHERE player_id = $1 ORDER BY kind",
    ),
    // Why is ours to judge; that it is so belongs to the player.
    offers_held: await read("SELECT to_jsonb(h) - 'source' AS known FROM limits.offer_holds h WHERE player_id = $1"),
    changes: await read(
      `SELECT to_jsonb(c) - 'number' AS known FROM limits.changes c WHERE player_id = $1 ORDER BY at, number`,
    ),
    notices: await read("SELECT to_jsonb(n) AS known FROM limits.notices n WHERE player_id = $1"),
  };
}
