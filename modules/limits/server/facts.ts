import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import english from "../locale/facts/en.json" with { type: "json" };

/** Who takes a break, excluded themselves, is under age, or whose offers are blocked: nothing is granted or sent to them. */
export const limitFacts = {
  name: "limits",
  words: readLocale(english, join(import.meta.dirname, "../locale/facts")),
  facts: [
    { name: "self_excluded", type: "flag", missing: false, guards: true },
    { name: "in_time_out", type: "flag", missing: false, guards: true },
    { name: "under_age", type: "flag", missing: false, guards: true },
    { name: "offers_held", type: "flag", missing: false, guards: true },
  ],
  sql: ({ now }) => `
    SELECT player_id, coalesce(blocked_until > ${now} AND kind = 'self_exclusion', false) AS self_excluded,
      coalesce(blocked_until > ${now} AND kind = 'time_out', false) AS in_time_out,
      coalesce(age_until > ${now}, false) AS under_age, h.player_id IS NOT NULL AS offers_held
    FROM limits.players FULL JOIN (SELECT DISTINCT player_id FROM limits.offer_holds) h USING (player_id)`,
} as const satisfies FactSource;
