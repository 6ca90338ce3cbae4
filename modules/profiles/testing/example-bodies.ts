import type { ExampleBodies } from "#kit/testing/example-bodies.ts";
import { testPng } from "#kit/testing/test-images.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/moderation/:id/decision": { decision: "approved", reason },
  "POST /api/v1/profile/identity/name/check": { name: "Alice_in_KZ" },
  "PUT /api/v1/profile/identity/name": { name: "Alice_in_KZ" },
  "PUT /api/v1/profile/identity/avatar": { avatar: "fox" },
  "POST /api/v1/profile/identity/avatar/upload": { type: "image/png", content: testPng().toString("base64") },
};
