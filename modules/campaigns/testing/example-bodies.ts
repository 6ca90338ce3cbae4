import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";
const name = "Depositors of November";
const rule = { all: [{ fact: "deposits", gte: 1 }] };

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/segments": { name, rule, reason },
  "POST /api/office/segments/:id": { name, rule, version: 1, reason },
  "POST /api/office/campaigns": {
    name,
    segment: "00000000-0000-4000-8000-000000000001",
    gift: { kind: "free_bet", amount: "5", currency: "USD", days: 7 },
    budget: "100",
    control: 100,
    sample: 100,
    schedule: { kind: "weekly", weekday: 1, time: "10:00" },
    zone: "Asia/Almaty",
    ends_at: "2099-01-01T00:00:00Z",
    announce: ["email"],
    reason,
  },
  "POST /api/office/campaigns/:id/start": { reason },
  "POST /api/office/campaigns/:id/state": { to: "paused", reason },
};
