import { join } from "node:path";
import type { Queryable } from "#kit/db/db.ts";
import { readLocale } from "#kit/host/read-locale.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { FactSource } from "#modules/conditions/server/index.ts";
import english from "../locale/facts/en.json" with { type: "json" };
import { grades } from "../shared/score.ts";

/** From the grade of a warning on, or with an open case, nothing is offered. */
const held = (player: string) =>
  `(coalesce((SELECT score >= ${grades.warning} FROM harm.scores s WHERE s.player_id = ${player}), false)
    OR EXISTS (SELECT FROM harm.cases c WHERE c.player_id = ${player} AND c.closed_at IS NULL))`;

/** Whom signs of harm keep out of bonuses, campaigns and VIP offers. The score itself is no fact: nothing may be sold by it. */
export const harmFacts = {
  name: "harm",
  words: readLocale(english, join(import.meta.dirname, "../locale/facts")),
  facts: [{ name: "harm_hold", type: "flag", missing: false, guards: true }],
  sql: () => `
    SELECT player_id, true AS harm_hold FROM (
      SELECT player_id FROM harm.scores WHERE score >= ${grades.warning} UNION SELECT player_id FROM harm.cases WHERE closed_at IS NULL
    ) h`,
} as const satisfies FactSource;

/** Whether nothing may be offered to this player. */
export async function isHeld(on: Queryable, player: PlayerId): Promise<boolean> {
  const { rows } = await on.query<{ held: boolean }>(`SELECT ${held("$1::uuid")} AS held`, [player]);
  return rows[0]?.held === true;
}
