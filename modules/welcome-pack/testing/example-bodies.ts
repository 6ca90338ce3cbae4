import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/welcome-packs": {
    title: { en: "Welcome pack", ru: "Приветственный пакет", kz: "Қарсы алу пакеті" },
    currency: "USD",
    players: 10,
    ends_at: "2099-01-01T00:00:00Z",
    steps: [{ percent: 100, max_amount: "20", min_deposit: "10", wager: 10, hours: 168 }],
    reason,
  },
  "POST /api/office/welcome-packs/:id/open": { reason },
  "POST /api/office/welcome-packs/:id/close": { to: "closed", reason },
};
