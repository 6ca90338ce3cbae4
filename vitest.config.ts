import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tools/test/longest-first.ts";

// `unit` needs nothing but Node; `integration` needs the PostgreSQL that tools/test.ts starts (FAIRHOUSE_TEST_DATABASE).
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["{kit,modules,apps,tools}/**/*.test.ts"],
          exclude: ["**/*.it.test.ts", "node_modules", "dist"],
          // A limit only ends what hangs: no test may fail because the machine is slow.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: "integration",
          include: ["{kit,modules,apps,tools}/**/*.it.test.ts"],
          exclude: ["node_modules", "dist"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: 2,
          globalSetup: ["kit/test/global-setup.ts"],
        },
      },
      {
        test: {
          name: "browser",
          include: ["e2e/**/*.e2e.test.ts"],
          exclude: ["node_modules", "dist"],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // Many of the stories wait for a round or a clock, so two go on at a time, in one house.
          maxWorkers: 2,
          globalSetup: ["e2e/setup.ts"],
        },
      },
    ],
  },
});
