import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import english from "../locale/facts/en.json" with { type: "json" };

/** Whether an identity was accepted, and whether today (UTC) is the birthday of a player whose identity was. Both are known as they are now. */
export const identityFacts = {
  name: "verification",
  words: readLocale(english, join(import.meta.dirname, "../locale/facts")),
  facts: [
    { name: "identity_verified", type: "flag", missing: false, current: true },
    { name: "birthday", type: "flag", missing: false, current: true },
  ],
  sql: ({ today }) => `
    SELECT c.player_id, c.status IN ('success', 'verified') AS identity_verified,
      c.status IN ('success', 'verified') AND i.standing IN ('stated', 'proved') AND EXISTS (
        SELECT FROM verification.birthday_digests b WHERE b.day = ${today} AND b.digest = i.birthday_digest) AS birthday
    FROM verification.cases c LEFT JOIN verification.identities i ON i.player_id = c.player_id`,
} as const satisfies FactSource;
