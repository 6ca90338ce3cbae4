import { randomUUID } from "node:crypto";
import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/v1/exchange/quotes": { from: "USD", to: "RUB", amount: "5" },
  "POST /api/v1/exchange": { quote_id: randomUUID() },
};
