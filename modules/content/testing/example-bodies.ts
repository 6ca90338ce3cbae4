import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";
const text = "# A title\n\n## A section\nA text.\n";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/content/:kind/:key/versions": {
    based_on: 1,
    bodies: { en: text, ru: text, kz: text },
    placement: null,
    ends_at: null,
    material: false,
    summary: reason,
  },
  "POST /api/office/content/:kind/:key/versions/:version/release": { at: null, reason },
  "POST /api/office/content/:kind/:key/versions/:version/withdraw": { reason },
  "POST /api/office/content/:kind/:key/versions/:version/restore": { reason },
  "POST /api/office/content/:kind/:key/versions/:version/test": { language: "en" },
  "POST /api/office/content/:kind/:key/take-down": { reason },
  "POST /api/office/texts": {
    based_on: 1,
    language: "en",
    texts: [{ key: "common:close", text: "Close it" }],
    summary: reason,
  },
  "POST /api/v1/policy-acceptances": { key: "kyc", version: 1, hash: "0".repeat(64), language: "en" },
};
