import { randomUUID } from "node:crypto";
import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/providers": {
    slug: "studio",
    title: "Studio",
    base_url: "https://studio.example/fwp",
    frame_origin: "https://studio.example",
    reason,
  },
  "PUT /api/office/providers/:id": {
    title: "Studio",
    base_url: "https://studio.example/fwp",
    frame_origin: "https://studio.example",
    is_on: true,
    addresses: ["10.0.0.0/8"],
    calls_per_second: 5,
    reason,
  },
  "POST /api/office/providers/:id/keys": { reason },
  "POST /api/office/providers/:id/keys/:key/revoke": { reason },
  "POST /api/office/providers/:id/games": { reason },
  "PUT /api/office/providers/:id/games/:slug": { is_enabled: true, approve_maths: true, reason },
  "POST /api/office/providers/:id/chat/:message/remove": { reason },
  "POST /api/office/providers/:id/chat/mutes": { player: randomUUID(), hours: 24, reason },
  "POST /api/office/providers/pots/:currency/seed": { amount: "5", reason },
  "POST /api/office/providers/rounds/:id/void": { player: randomUUID(), reason },
  "POST /api/office/providers/rounds/:id/decide": { player: randomUUID(), decision: "pay", amount: "5", reason },
  "POST /api/office/providers/alarms/:id/close": { reason },
  "PUT /api/v1/providers/seeds/client": { client_seed: "a-seed" },
  "POST /api/v1/providers/seeds/rotate": { client_seed: "a-seed" },
};
