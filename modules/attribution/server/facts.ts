import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import english from "../locale/facts/en.json" with { type: "json" };

/** How players came to us. */
export const sourceFacts = {
  name: "sources",
  words: readLocale(english, join(import.meta.dirname, "../locale/facts")),
  facts: [
    { name: "partner", type: "text" },
    { name: "stag", type: "text" },
    { name: "promo", type: "text" },
  ],
  sql: () => "SELECT player_id, partner, stag, promo FROM attribution.sources",
} as const satisfies FactSource;
