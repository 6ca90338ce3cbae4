import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type Decider, insertDecision } from "./decisions.ts";

/** What happens to the documents of a player. */
export type VerificationStep = "submitted" | "approved" | "declined" | "more";

export interface NotedStep {
  readonly player: PlayerId;
  readonly step: VerificationStep;
  readonly by: "player" | "provider" | "operator" | "rules";
  readonly now: Date;
  /** The operator who decided. */
  readonly decider?: Decider;
}

export async function noteStep(tx: Tx, noted: NotedStep): Promise<void> {
  const { player, step, by, now, decider } = noted;
  await tx.query("INSERT INTO verification.steps (player_id, at, step, by) VALUES ($1, $2, $3, $4)", [
    player,
    now,
    step,
    by,
  ]);
  if (step !== "submitted") await insertDecision(tx, { player, decision: step, by, now, decider });
}

export interface StepsOfDay {
  readonly day: string;
  readonly step: VerificationStep;
  readonly count: number;
  readonly players: number;
}

/** Submissions and decisions of a span by day of the zone. */
export async function stepsByDay(
  on: Queryable,
  {
    span,
    zone,
    without,
  }: {
    readonly span: { readonly begins: Date; readonly ends: Date };
    readonly zone: string;
    /** Players whose steps do not count. */
    readonly without: readonly PlayerId[];
  },
): Promise<readonly StepsOfDay[]> {
  const { rows } = await on.query<StepsOfDay>(
    `SELECT (at AT TIME ZONE $3)::date::text AS day, step, count(*)::int AS count, count(DISTINCT player_id)::int AS players
     FROM verification.steps WHERE at >= $1 AND at < $2 AND player_id <> ALL($4::uuid[]) GROUP BY 1, 2 ORDER BY 1, 2`,
    [span.begins, span.ends, zone, without],
  );
  return rows;
}
