import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import english from "../locale/facts/en.json" with { type: "json" };

/** The level of the club; 0 before the first. */
export const vipFacts = {
  name: "vip",
  words: readLocale(english, join(import.meta.dirname, "../locale/facts")),
  facts: [{ name: "vip_level", type: "number", missing: 0, plays: true }],
  sql: () => "SELECT player_id, max(level)::int AS vip_level FROM vip.levels GROUP BY player_id",
} as const satisfies FactSource;
