import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/reports/schedules": {
    report: "report-revenue",
    every: "day",
    tests: false,
    recipients: ["00000000-0000-4000-8000-000000000001"],
    reason,
  },
  "POST /api/office/reports/tax-rules": {
    country: "AQ",
    product: "casino",
    base: "ggr",
    rate: 1250,
    deducts_bonuses: true,
    since: "2026-01-01",
    law: "Act 1, section 2",
    reason,
  },
  "POST /api/office/reports/schedules/:id/pause": { paused: true, reason },
  "POST /api/office/reports/schedules/:id/end": { reason },
  "POST /api/office/reports/runs/:id/retry": { reason },
};
