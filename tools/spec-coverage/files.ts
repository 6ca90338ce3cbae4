/** The test files that rows name, by a short name. */
export const files = {
  api: "kit/web/api.test.ts",
  bonuses: "modules/bonuses/server/bonuses.it.test.ts",
  deposits: "modules/payments/server/deposits.it.test.ts",
  docs: "tools/docs/docs.test.ts",
  format: "kit/i18n/format.test.ts",
  "free-spins": "modules/free-spins/server/free-spins.it.test.ts",
  hostile: "apps/server/hostile-calls.it.test.ts",
  opens: "e2e/opens.e2e.test.ts",
  tournaments: "modules/tournaments/server/tournaments.it.test.ts",
  "verification-status": "modules/verification/shared/status.test.ts",
  verification: "modules/verification/server/verification.it.test.ts",
  vip: "modules/vip/server/vip.it.test.ts",
  "welcome-pack": "modules/welcome-pack/server/welcome-pack.it.test.ts",
} as const satisfies Readonly<Record<string, string>>;
