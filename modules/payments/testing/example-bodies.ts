import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/payouts/:id/decline": { reason },
  "POST /api/office/payouts/:id/ask": { topic: "income", reason },
  "POST /api/v1/billing/payouts/:id/answer": { answer: "It is my own card." },
  "POST /api/office/webhooks/:id/replay": { reason },
  "PUT /api/office/methods/:hash": { on: false, reason },
  "PUT /api/office/methods/:hash/limits": { currency: "USD", min: "1", usual: "5", max: "100", reason },
  "PUT /api/office/methods/:hash/cascade": { currency: "USD", country: "KZ", providers: ["sandbox"], reason },
  "PUT /api/office/payment-providers/:provider": { suspended: true, reason },
  "POST /api/office/quarantine/:id/return": { reason },
  "POST /api/office/quarantine/:id/hold": { days: 3, reason },
  "POST /api/office/quarantine/:id/assign": { deposit: "0190a000-0000-7000-8000-000000000000", reason },
  "POST /api/office/receipts/:id/refund": { amount: "10", reason },
  "PUT /api/office/payout-rules/:currency": { automatic: "1", automatic_day: "2", one_person: "3", reason },
  "POST /api/v1/billing/payments": { method_hash: "card-page", amount: "50" },
  "POST /api/v1/billing/addresses": { method_hash: "usdt", address: `0x${"a1".repeat(20)}`, name: "Home" },
  "PUT /api/v1/billing/allow-list": { on: false },
  "POST /api/v1/billing/payouts": { method_hash: "0190a000-0000-7000-8000-000000000000", amount: "50" },
};
