import { parseSync, Visitor } from "oxc-parser";
import type { Source } from "./source.ts";

/** Tables whose rows belong to one player, and that Citus would distribute by `player_id`, co-located. The rest stays on its coordinator. */
export const playerTables = [
  "ledger.transfers",
  "ledger.archived_transfers",
  "ledger.archive_positions",
  "wallet.wallets",
  "wallet.bets",
  "wallet.archived_bets",
  "wallet.archive_positions",
  "wallet.open_rounds",
  "wallet.holds",
  "wallet.movements",
  "wallet.slips",
  "wallet.slip_legs",
  "wallet.slip_revisions",
  "wallet.free_bets",
  "wallet.free_rounds",
  "wallet.provider_rounds",
  "wallet.provider_txs",
  "wallet.returned_wallets",
  "wallet.game_day_wallets",
  "fairness.seeds",
  "limits.players",
  "limits.daily",
  "limits.operator",
  "limits.play",
  "providers.seeds",
  "free_spins.grants",
] as const;

/** Views of them. */
const playerViews = [
  "wallet.all_bets",
  "wallet.archived_bet_rows",
  "ledger.all_transfers",
  "ledger.archived_transfer_rows",
] as const;

export type ShardRule = "names no player" | "locks through a function or a CTE" | "has a sub-query in VALUES";

interface Finding {
  readonly path: string;
  readonly rule: ShardRule;
  readonly sql: string;
}

const list = [...playerTables, ...playerViews].map(table => table.replace(".", "\\.")).join("|");
const touches = new RegExp(`\\b(?:FROM|JOIN|UPDATE|INTO)\\s+(?:ONLY\\s+)?(?:${list})\\b`, "i");
/** As a condition (or by `isBet` and what is made of it), a join or the first column of what is inserted: in a list of columns it prunes nothing. */
const namesPlayer =
  /\bplayer_id\s*(?:=|IN\b)|=\s*(?:\w+\.)?player_id\b|USING\s*\([^)]*player_id|\([^()]*\bplayer_id\b[^()]*\)\s*(?:=|IN\b|>)|INSERT INTO [^(]*\([^)]*player_id|INSERT INTO \S+ \([^)]*\)\s*SELECT player_id|\$\{(isBet|archived\w+)\(/i;
const subQueryInValues = /INSERT INTO[^;]*VALUES\s*\([^;]*\(\s*SELECT/i;
const lock = /\bFOR (?:NO KEY )?UPDATE\b/gi;
/** A source without a schema is a CTE, a function or a list of values. */
const foreignSource = /\b(?:FROM|JOIN)\s+(?:LATERAL\s+)?(?:unnest\s*\(|(?![a-z_]+\.)[a-z_]+\b)/i;

/** What statements on players' tables do that Citus would answer by visiting every shard, or refuse. */
export function shardFindings(sources: readonly Source[]): readonly Finding[] {
  return sources.flatMap(({ path, text }) =>
    touches.test(text)
      ? statementsIn(path, text).flatMap(sql =>
          brokenBy(sql).map(rule => ({ path, rule, sql: sql.replaceAll(/\s+/g, " ") })),
        )
      : [],
  );
}

/** The string and template literals of a file that touch a player's table. Pieces that other files join are statements of their own here. */
function statementsIn(path: string, text: string): readonly string[] {
  const found: string[] = [];
  new Visitor({
    TemplateLiteral({ start, end }) {
      found.push(text.slice(start + 1, end - 1));
    },
    Literal({ value }) {
      if (typeof value === "string") found.push(value);
    },
  }).visit(parseSync(path, text).program);
  return found.filter(sql => touches.test(sql));
}

export function brokenBy(sql: string): readonly ShardRule[] {
  return [
    ...(namesPlayer.test(sql) ? [] : (["names no player"] as const)),
    ...([...sql.matchAll(lock)].some(({ index }) => foreignSource.test(enclosing(sql, index)))
      ? (["locks through a function or a CTE"] as const)
      : []),
    ...(subQueryInValues.test(sql) ? (["has a sub-query in VALUES"] as const) : []),
  ];
}

/** The text of the query that ends in a lock: from the parenthesis that opens it. */
function enclosing(sql: string, end: number): string {
  let depth = 0;
  for (let at = end - 1; at >= 0; at--) {
    if (sql[at] === ")") depth += 1;
    if (sql[at] === "(" && depth-- === 0) return sql.slice(at + 1, end);
  }
  return sql.slice(0, end);
}
