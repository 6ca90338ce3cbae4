import { fail } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Break } from "../shared/breaks.ts";
import { breakNotLonger } from "../shared/errors.ts";
import { block, breakOf, holdBreaks } from "./counters.ts";
import { recordLimitChange } from "./limit-changes.ts";

/**
 * Begins a break or extends the current one; a break cannot be ended. A self-exclusion remains one, also when a
 * time-out extends it. Fails with `break_not_longer`.
 */
export async function takeBreak(tx: Tx, player: PlayerId, next: Break, now: Date): Promise<Break> {
  await holdBreaks(tx, player);
  const present = await breakOf(tx, player, now);
  if (present && present.until > next.until) fail(breakNotLonger, { data: { until: present.until.toISOString() } });
  const kind = present?.kind === "self_exclusion" ? "self_exclusion" : next.kind;
  await block(tx, player, next.until, kind);
  await recordLimitChange(tx, { player, kind, at: now, until: next.until });
  return { kind, until: next.until };
}
