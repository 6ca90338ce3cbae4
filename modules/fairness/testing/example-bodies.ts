import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "PUT /api/v1/fairness/client-seed": { client_seed: "alice-seed" },
  "POST /api/v1/fairness/rotate": { client_seed: "alice-seed-2" },
};
