import { join } from "node:path";
import type { Tx } from "#kit/db/db.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { signedInSince } from "#modules/accounts/server/index.ts";
import { bonusEnded } from "#modules/bonuses/shared/events.ts";
import manifest from "../module.ts";
import * as errors from "../shared/errors.ts";
import { createCases, type RiskCases } from "./cases.ts";
import { rebuildClusters } from "./clusters.ts";
import type { RiskNeeds } from "./needs.ts";
import { type Cluster, linkedAccounts, readCluster, readLinks } from "./read-links.ts";
import { type Claim, reviewClaims } from "./review-claims.ts";
import { registerLive } from "./rules.ts";
import { runRules } from "./run-rules.ts";
import * as store from "./store.ts";
import { updateScores } from "./update-scores.ts";

export { type CasesOfDay, casesByDay } from "./cases-by-day.ts";
export * as clusterStore from "./cluster-store.ts";
export { riskFacts } from "./facts.ts";
export * as ruleStore from "./rule-store.ts";
export { askLive, changeRule, createRule, restoreRule, ruleSubject, shadowRule, stopRule } from "./rules.ts";
export type { CaseRow } from "./store.ts";
export { riskCaseTimeline } from "./timeline-events.ts";
export { backTest, previewRule } from "./try-rule.ts";
export { type Cluster, readCluster, readLinks, store as riskStore };

const minuteMs = 60_000;
/** Twice the interval of the job: a run that was missed is made up for. */
const scoredBackMs = 20 * minuteMs;
const mostAtOnce = 2_000;

export interface Risk extends ServerModule {
  readonly cases: RiskCases;
  /** Until when bonuses whose conditions are met, one of each player, wait for a decision at most; who does not wait is missing. */
  reviewClaims(tx: Tx, claims: readonly Claim[]): Promise<ReadonlyMap<Uuid, Date>>;
  /** The accounts linked to each of these. */
  linkedAccounts(players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, readonly PlayerId[]>>;
  waiting(): Promise<number>;
  /** Since when the first open case waits. */
  oldest(): Promise<Date | null>;
  /** Scores everybody who has signed in lately. */
  scoreNow(): Promise<void>;
  /** For operators: rules are saved, tried and run with these. */
  readonly needs: RiskNeeds;
  /** Looks at everybody who was active since the last run. */
  runRules(): Promise<void>;
}

/** Signals of fraud, links between accounts, and cases. Nothing is taken, refused or closed by a score. Operators' pages are in `office/`. */
export function createRisk(needs: RiskNeeds): Risk {
  const { host } = needs;
  const now = () => new Date(host.clock.now());
  registerLive(needs);

  async function scoreNow(): Promise<void> {
    const since = new Date(host.clock.now() - scoredBackMs);
    await updateScores(needs, await signedInSince(host.db, since, mostAtOnce));
  }
  const run = () => runRules(needs, players => updateScores(needs, players));

  const stop = host.bus.beforeCommit(bonusEnded, (tx, { id }) => store.closeCaseOf(tx, id, now()));

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: Object.values(errors),
    cases: createCases(needs),
    reviewClaims: (tx, claims) => reviewClaims(needs, tx, claims),
    linkedAccounts: players => linkedAccounts(host.db, players, now()),
    waiting: () => store.countOpenCases(host.db),
    oldest: () => store.oldestOpenCase(host.db),
    scoreNow,
    needs,
    runRules: run,
    jobs: [
      { name: "risk-rules", cron: "* * * * *", second: 40, run },
      { name: "risk-clusters", cron: "37 3 * * *", run: () => rebuildClusters(host) },
      { name: "risk-score", cron: "*/10 * * * *", run: scoreNow },
      {
        name: "risk-timed-out",
        cron: "* * * * *",
        async run() {
          await store.closeTimedOut(host.db, now());
        },
      },
    ],
    async stop() {
      stop();
    },
    onRetentionEnded: store.redactNotes,
    // Other accounts are none of this player's data.
    personalData: async player => {
      const row = await store.scoreRow(host.db, player);
      const cases = await store.casesOf(host.db, player, 100);
      return {
        score: row?.score ?? 0,
        signals: (row?.signals ?? []).map(({ name, points, count }) => ({ name, points, count })),
        scored_at: row?.scoredAt.toISOString() ?? null,
        cases: cases.map(({ kind, openedAt, closedAt, outcome }) => ({
          kind,
          opened_at: openedAt.toISOString(),
          closed_at: closedAt?.toISOString() ?? null,
          outcome,
        })),
      };
    },
  };
}
