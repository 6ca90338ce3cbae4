import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const rule = { all: [{ fact: "risk_score", gte: 30 }] };

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/risk-cases/:id/decide": { outcome: "not_fraud", reason: "for a reason" },
  "POST /api/office/risk-rules": { name: "Passed through", rule, effect: "open_case", reason: "for a reason" },
  "POST /api/office/risk-rules/:id": {
    name: "Passed through",
    rule,
    effect: "open_case",
    version: 1,
    reason: "for a reason",
  },
  "POST /api/office/risk-rules/:id/run": { to: "shadow", version: 1, reason: "for a reason" },
};
