import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import english from "../locale/facts/en.json" with { type: "json" };

/** Who takes a break, excluded themselves, or is under age: nothing is granted or sent to them. */
export const limitFacts = {
  name: "limits",
  words: readLocale(english, join(import.meta.dirname, "../locale/facts")),
  facts: [
    { name: "self_excluded", type: "flag", missing: false, guards: true },
    { name: "in_time_out", type: "flag", missing: false, guards: true },
    { name: "under_age", type: "flag", missing: false, guards: true },
  ],
  sql: ({ now }) => `
    SELECT player_id, blocked_until > ${now} AND kind = 'self_exclusion' AS self_excluded, blocked_until > ${now} AND kind = 'time_out' AS in_time_out,
      coalesce(age_until > ${now}, false) AS under_age
    FROM limits.players`,
} as const satisfies FactSource;
