import type { ExampleBodies } from "#kit/testing/example-bodies.ts";
import { firstPlan } from "../shared/plan.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/partners/:id/plan": { plan: firstPlan, reason },
  "POST /api/office/partners/:id/status": { status: "suspended", reason },
  "POST /api/office/partner-flags/:id/decide": { state: "dismissed", reason },
  "POST /api/office/partner-payouts/:id/pay": { reference: "SEPA-1", reason },
  "POST /api/office/partner-payouts/:id/decline": { reason },
  "PUT /api/office/ad-networks/:source": {
    name: "A network",
    url: "https://ads.example/p?c={click_id}&e={event}&id={event_id}",
    active: true,
    reason,
  },
  "POST /api/office/postbacks/:id/resend": { reason },
  "POST /api/v1/partner": {
    code: "nomad-media",
    site: "https://nomad.example",
    about: "Reviews of games, in Russian",
    currency: "EUR",
  },
  "PUT /api/v1/partner/postbacks": { event: "registration", url: "https://nomad.example/p?c={click_id}" },
  "POST /api/v1/partner/links": { name: "Main page", stag: "ru_main", path: "/" },
  "POST /api/v1/partner/payouts": { amount: "10", destination: "DE89370400440532013000" },
};
