import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "PUT /api/v1/limits": { currency: "USD", wager_limit: "100", loss_limit: "100", deposit_limit: "100" },
  "PUT /api/v1/limits/play": { day_minutes: 120, session_minutes: 60, check_minutes: 30 },
  "POST /api/v1/limits/time-out": { days: 1 },
  "POST /api/v1/limits/self-exclusion": { months: 6 },
  "POST /api/office/players/:id/offers": { held: true, reason: "for a reason" },
  "PUT /api/office/players/:id/limits": {
    limit: { kind: "deposit", amount: "100", currency: "USD" },
    cause: "play",
    reason: "for a reason",
  },
  "POST /api/office/players/:id/limits/loosen": {
    kind: "deposit",
    limit: { kind: "deposit", amount: "200", currency: "USD" },
    reason: "for a reason",
  },
};
