import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/v1/autobet/strategies": {
    game: "dice",
    currency: "USD",
    name: "Evening",
    strategy: {
      stake: "1",
      count: 10,
      stop_on_profit: null,
      stop_on_loss: "5",
      after_win: { kind: "reset" },
      after_loss: { kind: "percent", percent: 100 },
      conditions: [{ when: { kind: "losses", count: 3 }, do: { kind: "stop" } }],
    },
  },
  "PUT /api/v1/autobet/strategies/:id": {
    game: "dice",
    currency: "USD",
    name: "Evening",
    strategy: {
      stake: "1",
      count: 10,
      stop_on_profit: null,
      stop_on_loss: "5",
      after_win: { kind: "reset" },
      after_loss: { kind: "percent", percent: 100 },
      conditions: [{ when: { kind: "losses", count: 3 }, do: { kind: "stop" } }],
    },
  },
  "PUT /api/v1/games/favourites": { games: ["dice", "limbo"] },
};
