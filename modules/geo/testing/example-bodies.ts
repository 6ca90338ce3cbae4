import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/regions/close": { country: "AQ", product: "betting", until: null, reason: "for a reason" },
  "POST /api/office/regions/open": { country: "AQ", product: "betting", reason: "for a reason" },
};
