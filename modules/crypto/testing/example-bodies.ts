import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/coin-alarms/:id/acknowledge": { reason },
  "POST /api/office/coins/:coin/sweep": { reason },
  "POST /api/v1/billing/crypto-addresses": { coin: "usdt" },
};
