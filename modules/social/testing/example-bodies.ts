import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/v1/social/finish": { answer: "state=x" },
  "POST /api/v1/social/register": { registration: "x", currency: "USD", agree: true },
  "POST /api/v1/social/links": { provider: "google", origin: "http://fairhouse.localhost" },
  "POST /api/v1/social/links/finish": { answer: "state=x" },
};
