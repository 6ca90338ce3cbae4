import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import english from "../locale/facts/en.json" with { type: "json" };

export const bonusFacts = {
  name: "bonuses",
  words: readLocale(english, join(import.meta.dirname, "../locale/facts")),
  facts: [
    { name: "bonuses_taken", type: "number", missing: 0, current: true },
    { name: "bonus_given_30d", type: "money", missing: 0 },
    { name: "has_open_bonus", type: "flag", missing: false, current: true },
  ],
  sql: ({ now, price }) => `
    SELECT player_id, count(*)::int AS bonuses_taken, bool_or(status IN ('waiting', 'active', 'wagered')) AS has_open_bonus,
      coalesce(sum(funded * ${price("currency")}) FILTER (WHERE started_at > ${now} - interval '30 days'), 0) AS bonus_given_30d
    FROM bonuses.bonuses GROUP BY player_id`,
} as const satisfies FactSource;
