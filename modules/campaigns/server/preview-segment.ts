import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type Explained, explainRow } from "#modules/conditions/server/index.ts";
import type { Rule } from "#modules/conditions/shared/rule.ts";
import { asOfNow } from "./as-of.ts";
import type { CampaignNeeds } from "./needs.ts";

/** Shown with their reasons. */
const samples = 20;

export interface SegmentPreview {
  /** Whom the rule matches, and whom a campaign reaches: those whom the guard does not keep out. */
  readonly matched: number;
  readonly reached: number;
  /** Of those matched, how many each fact of the guard keeps out; one player may be in several. */
  readonly blocked: readonly { readonly fact: string; readonly players: number }[];
  readonly samples: readonly (Explained & { readonly player: PlayerId })[];
}

/** What sources group by player stays in memory: the default of 4 MB has it sorted on disk from 50,000 players on. */
const workMem = "64MB";

/** Exact counts at this moment. */
export async function previewSegment(needs: CampaignNeeds, tx: Tx, rule: Rule): Promise<SegmentPreview> {
  const { conditions } = needs;
  await tx.query("SELECT set_config('work_mem', $1, true)", [workMem]);
  const asOf = await asOfNow(needs, tx, rule);
  const { rows, condition, values } = conditions.sqlOf(rule, asOf);
  const guards = conditions.guards.map(({ name }) => name);
  const found = await tx.query<Record<string, bigint> & { readonly sample: readonly PlayerId[] | null }>(
    `SELECT count(*) AS matched, count(*) FILTER (WHERE NOT (${guards.join(" OR ")})) AS reached,
       ${guards.map(name => `count(*) FILTER (WHERE ${name}) AS "${name}"`).join(", ")},
       (array_agg(player_id ORDER BY player_id DESC) FILTER (WHERE NOT (${guards.join(" OR ")})))[1:${samples}] AS sample
     FROM (${rows}) f WHERE ${condition}`,
    values,
  );
  const counts = required(found.rows[0], "counts are one row");
  const facts = await conditions.rowsOf(tx, counts.sample ?? [], asOf);
  return {
    matched: Number(counts.matched),
    reached: Number(counts.reached),
    blocked: guards.map(fact => ({ fact, players: Number(counts[fact]) })),
    samples: [...facts].map(([player, row]) => ({ player, ...explainRow(conditions, rule, row, asOf.prices) })),
  };
}
