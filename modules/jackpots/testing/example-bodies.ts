import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";
const terms = { games: ["dice"], edge_share: 100, seed: "100", bound: "1000.5" };

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/jackpots": {
    title: { en: "Silver pot", ru: "Серебряный джекпот", kz: "Күміс джекпот" },
    kind: "must_hit_by",
    currency: "USD",
    games: ["dice"],
    edge_share: 100,
    seed: "100",
    bound: "1000.5",
    reason,
  },
  "POST /api/office/jackpots/:id/start": { reason },
  "POST /api/office/jackpots/:id/terms": Object.assign({ reason }, terms),
  "POST /api/office/jackpots/:id/switch": { on: false, reason },
};
