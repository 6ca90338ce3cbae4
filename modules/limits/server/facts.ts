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
  // Only players of whom one of them is true have a row.
  sql: ({ now }) => `
    SELECT player_id, bool_or(self_excluded) AS self_excluded, bool_or(in_time_out) AS in_time_out, bool_or(under_age) AS under_age,
      bool_or(offers_held) AS offers_held
    FROM (
      SELECT player_id, coalesce(blocked_until > ${now} AND kind = 'self_exclusion', false) AS self_excluded,
        coalesce(blocked_until > ${now} AND kind = 'time_out', false) AS in_time_out,
        coalesce(age_until > ${now}, false) AS under_age, false AS offers_held
      FROM limits.players WHERE blocked_until > ${now} OR age_until > ${now}
      UNION ALL SELECT player_id, false, false, false, true FROM limits.offer_holds
    ) held GROUP BY player_id`,
} as const satisfies FactSource;
