import type { ExampleBodies } from "#kit/testing/example-bodies.ts";
import { firstTerms } from "../shared/terms.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/vip/:id/answer": {
    accept: true,
    reason,
    answer: { en: "Welcome", ru: "Добро пожаловать", kz: "Қош келдіңіз" },
  },
  "PUT /api/office/vip/hosts/:id": { host: null, reason },
  "POST /api/office/vip/terms": { terms: firstTerms, reason },
  "POST /api/v2/vip/join": { request_type: "membership" },
  "POST /api/v1/rewards/:kind": { currency: "USD" },
};
