import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/missions": {
    title: { en: "Three games", ru: "Три игры", kz: "Үш ойын" },
    goal: { kind: "games", count: 3 },
    period: "week",
    prize: "1",
    currency: "USD",
    places: 10,
    ends_at: "2099-01-01T00:00:00Z",
    reason,
  },
  "POST /api/office/missions/:id/open": { reason },
  "POST /api/office/missions/:id/close": { reason },
};
