import { defineConfig } from "vitest/config";
import { knownFailureTags } from "#assurance/known-failures/tags.ts";
import { LongestFirst } from "#tools/test/longest-first.ts";

/**
 * A worker loads the modules once for all its files: what a test alters of them it puts back. Two do nothing but compute; where a test
 * also waits for a database, a round or a clock, others find room beside them.
 */
const computing = { isolate: false, maxWorkers: 2 } as const;
const waiting = { isolate: false, maxWorkers: 4 } as const;

// `unit` needs nothing but Node; `integration` needs the PostgreSQL that tools/test.ts starts (FAIRHOUSE_TEST_DATABASE).
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: knownFailureTags,
    projects: [
      {
        test: {
          name: "unit",
          ...computing,
          include: ["{kit,modules,studio,odds-sandbox,apps,tools,assurance}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.it.test.ts", "node_modules", "dist"],
          // A limit only ends what hangs: no test may fail because the machine is slow.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: "integration",
          ...waiting,
          include: ["{kit,modules,studio,odds-sandbox,apps,tools,assurance}/**/*.it.test.ts"],
          exclude: ["node_modules", "dist"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Those of one file that run side by side mostly wait.
          maxConcurrency: 10,
          expect: { poll: { timeout: 30_000 } },
          globalSetup: ["kit/testing/global-setup.ts"],
        },
      },
      {
        test: {
          name: "browser",
          // All use one site.
          ...waiting,
          include: ["e2e/**/*.e2e.test.ts"],
          exclude: ["node_modules", "dist"],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          // A browser on a busy machine may miss a moment; what needed its second attempt is printed by name.
          retry: 1,
          expect: { poll: { timeout: 120_000 } },
          globalSetup: ["e2e/setup.ts"],
        },
      },
    ],
  },
});
