import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/wheel/versions": {
    top: { RUB: "2", USD: "0.05", KZT: "10", INR: "2", EUR: "0.05" },
    prizes: [
      { of: 100, odds: 250_000 },
      { of: 40, odds: 750_000 },
    ],
    reason,
  },
};
