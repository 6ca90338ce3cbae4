import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/jobs/:id/run": { reason },
  "POST /api/office/jobs/:id/drop": { reason },
  "POST /api/office/alerts/take": { alert: "method_off none", from: null },
  "POST /api/office/alerts/hand-over": { alert: "method_off none", to: "01890a5d-ac96-774b-bcce-b302099a8057" },
};
