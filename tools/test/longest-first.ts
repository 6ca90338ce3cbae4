import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Longest files first: short ones run beside them, and the run does not end with one long file. */
const long = [
  "assurance/simulation/simulate.test.ts",
  "kit/live/server/live.test.ts",
  "assurance/second-verifier/second-verifier.test.ts",
  "apps/server/four-eyes.it.test.ts",
  "tools/start/demo.it.test.ts",
  "apps/server/protection.it.test.ts",
  "assurance/crash-recovery/hung-leader.it.test.ts",
  "assurance/second-verifier/mixed-play.it.test.ts",
  "assurance/webhooks/webhooks.it.test.ts",
  "modules/accounts/server/lock-out.it.test.ts",
  "modules/payments/server/webhooks.it.test.ts",
  "modules/games/rooms/server/faults.it.test.ts",
  "apps/server/privacy.it.test.ts",
  "modules/games/duels/server/duels.it.test.ts",
  ...["policy", "crash", "app", "ways-in", "roulette", "mirrors", "killed"].map(name => `e2e/${name}.e2e.test.ts`),
];

/** The usual order, but what takes long before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex(name => moduleId.endsWith(`/${name}`));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
