import { randomUUID } from "node:crypto";
import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/free-spins": {
    title: "Opening",
    provider: "studio",
    game: "seven-struck",
    currency: "USD",
    bet: "0.20",
    count: 20,
    cost_cap: "40",
    expires_at: "2099-01-01T00:00:00Z",
    reason,
  },
  "POST /api/office/free-spins/:id/start": { reason },
  "POST /api/office/free-spins/:id/grants": { players: [randomUUID()], reason },
  "POST /api/office/free-spins/:id/cancel": { reason },
};
