import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/flags/set": {
    flag: "bets.turbo",
    region: "AQ",
    set: { value: false, until: "2026-06-01T00:00:00Z" },
    reason: "for a reason",
  },
};
