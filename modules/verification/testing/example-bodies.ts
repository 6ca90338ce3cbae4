import type { ExampleBodies } from "#kit/testing/example-bodies.ts";
import { testPng } from "#kit/testing/test-images.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/kyc/:id/documents/:document/open": { reason },
  "POST /api/office/kyc/:id/decision": { decision: "declined", why: "expired", reason },
  "POST /api/office/kyc/:id/overrule": { decision: "declined", why: "expired", reason },
  "POST /api/v1/verification/identity": { first_name: "Nina", last_name: "Petrova", birth_date: "1990-04-12" },
  "POST /api/v1/verification/documents": { kind: "selfie", content: testPng().toString("base64") },
};
