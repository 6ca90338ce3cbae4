import { defineConfig } from "vitest/config";

// `unit` needs nothing but Node; `integration` needs the PostgreSQL that tools/test.ts starts (FAIRHOUSE_TEST_DATABASE).
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{kit,modules,apps,tools}/**/*.test.ts"],
          exclude: ["**/*.it.test.ts", "node_modules", "dist"],
        },
      },
      {
        test: {
          name: "integration",
          include: ["{kit,modules,apps,tools}/**/*.it.test.ts"],
          exclude: ["node_modules", "dist"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          globalSetup: ["kit/test/global-setup.ts"],
        },
      },
      {
        test: {
          name: "browser",
          include: ["e2e/**/*.e2e.test.ts"],
          exclude: ["node_modules", "dist"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
          maxWorkers: 1,
          globalSetup: ["e2e/setup.ts"],
        },
      },
    ],
  },
});
