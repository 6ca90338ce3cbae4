import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "PUT /api/office/catalogue/:id": {
    state: "disabled",
    state_reason: "retired",
    maintenance_until: null,
    rank: 1,
    badge: "hot",
    categories: ["books"],
    countries: ["KZ"],
    blocked_countries: [],
    currencies: ["EUR"],
    reason,
  },
  "PUT /api/office/catalogue/:id/limits": { limits: { EUR: { min: "1", max: "2" } }, reason },
  "POST /api/office/catalogue/providers/:provider/import": { reason },
  "PUT /api/v1/me/games/:kind/:slug": { favourite: true },
  "POST /api/v1/me/games": { favourites: [{ kind: "slots", slug: "altyn-dala" }], recent: [] },
};
