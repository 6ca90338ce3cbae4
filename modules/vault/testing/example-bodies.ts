import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/v1/vault/put": { currency: "USD", amount: "5", lock_days: 7 },
  "POST /api/v1/vault/take": { currency: "USD", amount: "5" },
};
