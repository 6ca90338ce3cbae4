import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/betting/holds": { level: "event", id: "m:fb:1", hold: "suspended", reason },
  "POST /api/office/betting/holds/lift": { level: "event", id: "m:fb:1", reason },
  "PUT /api/office/betting/markets/:id/terms": {
    prices: [{ outcome: "home", kind: "ceiling", price: "2.1", until: "2099-01-01T00:00:00Z" }],
    power: "0.9",
    max_win: "100",
    cap: "500",
    reason,
  },
  "PUT /api/office/betting/events/:id/delay": { added_s: 5, reason },
  "POST /api/office/betting/markets/:id/settle": { decision: "settle", ends: { home: "won", away: "lost" }, reason },
  "POST /api/office/betting/markets/:id/palpable-error": {
    outcome: "home",
    from: "2026-01-01T00:00:00Z",
    to: "2026-01-01T01:00:00Z",
    fair_price: "1.5",
    reason,
  },
  "POST /api/office/betting/slips/:id/void": { reason },
  "POST /api/office/betting/slips/:id/waive-debt": { reason },
  "POST /api/office/betting/corrections/:id/decide": { decision: "apply", reason },
  "PUT /api/office/betting/players/:id/factor": { factor: "0.5", reason },
  "POST /api/v1/betting/slips": {
    kind: "system",
    folds: [1],
    unit: "10",
    policy: "better",
    legs: [{ event: "m:1", market: "1x2", outcome: "home", price: "2" }],
  },
  "POST /api/v1/betting/quotes": {
    event: "m:fb:1",
    legs: [
      { market: "1x2", spec: "", outcome: "home" },
      { market: "total", spec: "total=2.5", outcome: "over" },
    ],
  },
  "POST /api/v1/betting/shares": { legs: [{ event: "m:fb:1", market: "1x2", spec: "", outcome: "home" }] },
  "POST /api/v1/betting/favourites": { events: ["m:fb:1"], teams: [], leagues: ["t:fb:1"] },
  "PUT /api/v1/betting/favourites/:kind/:id": { favourite: true },
  "POST /api/v1/betting/slips/:id/cash-out": { offer: "5", share: 50 },
  "POST /api/v1/betting/slips/:id/edit": {
    kind: "single",
    unit: "10",
    offer: "5",
    legs: [{ event: "m:1", market: "1x2", outcome: "home", price: "2" }],
  },
  "PUT /api/v1/betting/slips/:id/auto-cash-out": { direction: "up", offer: "5", share: 50 },
};
