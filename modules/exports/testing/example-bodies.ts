import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/exports": { list: "players", filters: {}, reason: "monthly review" },
  "POST /api/office/pseudonyms/resolve": { pseudonym: `p-${"0f".repeat(16)}`, reason: "a chargeback to look into" },
};
