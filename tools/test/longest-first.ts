import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Longest files first: short ones run beside them, and the run does not end with one long file. Those that mostly wait for rounds of a
 * live table begin before all others, so that what computes runs beside them.
 */
export const longest = [
  "assurance/simulation/simulate.test.ts",
  "assurance/second-verifier/second-verifier.test.ts",
  "odds-sandbox/server/provider.test.ts",
  "kit/live/server/live.test.ts",
  "studio/tables/server/table-faults.it.test.ts",
  "studio/tables/server/turns.it.test.ts",
  "tools/new/new-game.it.test.ts",
  "studio/tables/server/turn-faults.it.test.ts",
  "studio/rgs/server/hostile-casino.it.test.ts",
  "apps/server/cluster.it.test.ts",
  "apps/server/cluster-live.it.test.ts",
  "tools/start/demo.it.test.ts",
  "studio/tables/server/tables.it.test.ts",
  "assurance/crash-recovery/hung-leader.it.test.ts",
  "assurance/second-verifier/rules-versions.it.test.ts",
  "apps/server/hostile-calls.it.test.ts",
  "modules/providers/testing/hostile-provider.it.test.ts",
  "assurance/webhooks/webhooks.it.test.ts",
  "apps/server/protection.it.test.ts",
  "modules/betting/server/kill-betting.it.test.ts",
  "assurance/second-verifier/wheel-versions.it.test.ts",
  "apps/server/four-eyes.it.test.ts",
  "modules/wallet/server/slips/kill-slips.it.test.ts",
  "modules/odds/server/bad-feed.it.test.ts",
  "assurance/second-verifier/mixed-play.it.test.ts",
  ...[
    ...["live-tables", "policy", "studio-frame", "office", "app", "roulette", "crash", "live-roulette", "mirrors"],
    ...["weight", "coins", "betting", "steady", "tunnel", "games", "killed", "pay-out", "pay-in", "slots"],
    ...["newcomer", "wheel", "free-spins", "sign-in-methods", "instant-games"],
  ].map(name => `e2e/${name}.e2e.test.ts`),
];

/** The usual order, but what takes long before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex(name => moduleId.endsWith(`/${name}`));
      return found < 0 ? longest.length : found;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
