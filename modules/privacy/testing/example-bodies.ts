import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/players/:id/copies": { reason: "for a reason" },
  "POST /api/office/players/:id/erase": { reason: "for a reason" },
  "POST /api/v1/privacy/close-account": { password: "another password", confirm: true },
};
