import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/bonuses": {
    name: { en: "Week", ru: "Неделя", kz: "Апта" },
    kind: "deposit",
    currency: "USD",
    percent: 100,
    amount: "20",
    min_deposit: "10",
    wager: 10,
    hours: 72,
    budget: "400",
    ends_at: "2099-01-01T00:00:00Z",
    reason,
  },
  "POST /api/v1/promo-codes": { code: "SPRING" },
  "POST /api/office/bonuses/:id/codes": { word: "SPRING", count: 10, reason },
  "POST /api/office/bonuses/:id/activate": { reason },
  "POST /api/office/bonuses/:id/pause": { reason },
  "POST /api/office/players/:id/free-bets": { currency: "USD", amount: "10", days: 7, reason },
  "POST /api/office/players/:id/bonuses/:bonus/forfeit": { cause: "linked_accounts", reason },
};
