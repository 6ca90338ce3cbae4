import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { chunksOf } from "#kit/std/chunks-of.ts";
import { tryEach } from "#kit/std/try-each.ts";
import { decideWithinMs } from "../shared/cases.ts";
import { reviewFrom, type Scored, type SignalName } from "../shared/signals.ts";
import { leaveClusters, lockClusters } from "./cluster-store.ts";
import { noteCluster } from "./clusters.ts";
import type { RiskNeeds } from "./needs.ts";
import { scorePlayers } from "./score-players.ts";
import { insertCases, putScores, seenScores } from "./store.ts";

/** Only accounts with one of these are linked to others. */
const linkSignals: ReadonlySet<SignalName> = new Set(["shared_instrument", "shared_device"]);
/** Players scored in one transaction. */
const playersAtOnce = 50;
/** A score that an operator has looked at opens no second case for this long, unless it has risen. */
const againMs = 7 * 86_400_000;

interface ScoredPlayer {
  readonly playerId: PlayerId;
  readonly scored: Scored;
}

/** Scores these players, opens cases and notes clusters. Where that fails for several at once, each is scored alone. */
export async function updateScores(needs: RiskNeeds, players: readonly PlayerId[]): Promise<void> {
  await tryEach(chunksOf(players, playersAtOnce), some =>
    updateGroup(needs, some).catch((error: unknown) => {
      if (some.length === 1) throw error;
      needs.host.log.warn({ err: error }, "Failed to score several players at once; each is scored alone");
      return tryEach(some, player => updateGroup(needs, [player]));
    }),
  );
}

async function updateGroup(needs: RiskNeeds, players: readonly PlayerId[]): Promise<void> {
  const { host } = needs;
  const scores = await host.db.tx(tx => scoreAndOpen(needs, tx, players));
  const [linked, others] = [scores.filter(isLinked), scores.filter(each => !isLinked(each))];
  await tryEach(linked, ({ playerId }) => noteCluster(host, playerId));
  const leaving = others.map(({ playerId }) => playerId);
  if (leaving.length === 0) return;
  await host.db.tx(async tx => {
    await lockClusters(tx);
    await leaveClusters(tx, leaving);
  });
}

const isLinked = ({ scored }: ScoredPlayer): boolean => scored.signals.some(({ name }) => linkSignals.has(name));

async function scoreAndOpen(needs: RiskNeeds, tx: Tx, players: readonly PlayerId[]): Promise<readonly ScoredPlayer[]> {
  const now = new Date(needs.host.clock.now());
  const asked = players.map(player => ({ player }));
  const found = await scorePlayers(needs, tx, asked, now);
  const scores = [...found].map(([playerId, scored]) => ({ playerId, scored }));
  await putScores(tx, scores, now);
  await openCases(
    needs,
    tx,
    scores.filter(({ scored }) => scored.score >= reviewFrom),
  );
  return scores;
}

async function openCases({ host }: RiskNeeds, tx: Tx, high: readonly ScoredPlayer[]): Promise<void> {
  if (high.length === 0) return;
  const nowMs = host.clock.now();
  const players = high.map(({ playerId }) => playerId);
  const seen = await seenScores(tx, players, new Date(nowMs - againMs));
  const cases = high
    .filter(({ playerId, scored }) => (seen.get(playerId) ?? 0) < scored.score)
    .map(({ playerId, scored }) => ({
      id: host.ids.next(),
      playerId,
      kind: "score" as const,
      bonusId: null,
      scored,
      openedAt: new Date(nowMs),
      dueAt: new Date(nowMs + decideWithinMs),
      waitsUntil: null,
    }));
  await insertCases(tx, cases);
}
