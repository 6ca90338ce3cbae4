import type { Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { decideWithinMs, mostWaitMs } from "../shared/cases.ts";
import { reviewFrom } from "../shared/signals.ts";
import type { RiskNeeds } from "./needs.ts";
import { holdingRule } from "./run-rules.ts";
import { scorePlayer } from "./score-player.ts";
import { insertCase, putScore } from "./store.ts";

/**
 * The condition of a bonus is met: above the score, or where a live rule says so, it waits for a decision, and its player is informed.
 * @returns until when it waits at most; null if it does not
 */
export async function reviewClaim(
  needs: RiskNeeds,
  tx: Tx,
  { player, bonus }: { readonly player: PlayerId; readonly bonus: Uuid },
): Promise<Date | null> {
  const { host, notices } = needs;
  const nowMs = host.clock.now();
  const now = new Date(nowMs);
  const scored = await scorePlayer(needs, tx, { player, bonus, now });
  const rule = scored.score < reviewFrom ? await holdingRule(needs, tx, player) : undefined;
  if (scored.score < reviewFrom && !rule) return null;
  const until = new Date(nowMs + mostWaitMs);
  const isNew = await insertCase(tx, {
    id: host.ids.next(),
    playerId: player,
    kind: "claim",
    bonusId: bonus,
    rule,
    scored,
    openedAt: now,
    dueAt: new Date(nowMs + decideWithinMs),
    waitsUntil: until,
  });
  if (!isNew) return null;
  await putScore(tx, player, scored, now);
  await notices.give(tx, {
    player,
    kind: "bonus_review",
    data: { until: until.toISOString() },
    source: `bonus_review:${bonus}`,
  });
  return until;
}
