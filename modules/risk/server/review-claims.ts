import type { Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { decideWithinMs, mostWaitMs } from "../shared/cases.ts";
import { reviewFrom } from "../shared/signals.ts";
import type { RiskNeeds } from "./needs.ts";
import { holdingRules, type ParsedRule } from "./run-rules.ts";
import { scorePlayers } from "./score-players.ts";
import { insertCases, type NewCase, putScores } from "./store.ts";

export interface Claim {
  readonly player: PlayerId;
  readonly bonus: Uuid;
}

/**
 * The conditions of bonuses are met, one of each player: above the score, or where a live rule says so, a bonus waits for a decision, and its
 * player is informed.
 * @returns until when each waits at most; who does not wait is missing
 */
export async function reviewClaims(
  needs: RiskNeeds,
  tx: Tx,
  claims: readonly Claim[],
): Promise<ReadonlyMap<Uuid, Date>> {
  const nowMs = needs.host.clock.now();
  const until = new Date(nowMs + mostWaitMs);
  const opened = await insertCases(tx, await findSuspicious(needs, tx, claims, until));
  await putScores(tx, opened, new Date(nowMs));
  const held = new Map<Uuid, Date>();
  for (const { playerId: player, bonusId } of opened) {
    const bonus = required(bonusId, "a claim is about a bonus");
    const notice = { player, kind: "bonus_review", source: `bonus_review:${bonus}` } as const;
    await needs.notices.give(tx, { ...notice, data: { until: until.toISOString() } });
    held.set(bonus, until);
  }
  return held;
}

/** The cases of claims that are to wait. */
async function findSuspicious(
  needs: RiskNeeds,
  tx: Tx,
  claims: readonly Claim[],
  waitsUntil: Date,
): Promise<readonly NewCase[]> {
  const { clock, ids } = needs.host;
  const openedAt = new Date(clock.now());
  const dueAt = new Date(clock.now() + decideWithinMs);
  const scores = await scorePlayers(needs, tx, claims, openedAt);
  const scoreOf = (player: PlayerId) => required(scores.get(player), "each claim was scored");
  const low = claims.map(({ player }) => player).filter(player => scoreOf(player).score < reviewFrom);
  const rules: ReadonlyMap<PlayerId, ParsedRule> = await holdingRules(needs, tx, low);
  return claims.flatMap(({ player: playerId, bonus: bonusId }) => {
    const [scored, rule] = [scoreOf(playerId), rules.get(playerId)];
    if (scored.score < reviewFrom && !rule) return [];
    return { id: ids.next(), playerId, kind: "claim", bonusId, rule, scored, openedAt, dueAt, waitsUntil } as const;
  });
}
