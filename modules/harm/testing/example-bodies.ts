import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/harm-cases": { player: "00000000-0000-4000-8000-000000000001", kind: "said_so", reason },
  "POST /api/office/harm-cases/:id/contact": { kind: "call", text: "How are you?", reply: "Fine" },
  "POST /api/office/harm-cases/:id/pause": { days: 7, reason },
  "POST /api/office/harm-cases/:id/close": { outcome: "no_change", reason },
};
