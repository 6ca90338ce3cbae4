import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /middleware/mirror": { host: "fairhouse.localhost", user_agent: "a browser" },
  "POST /api/sendAntiBonusResult": { "fairhouse.localhost": 12 },
  "POST /api/office/mirrors": {
    hostname: "mirror.example",
    telegram_channel_url: "https://t.example/house",
    revshare_service_frontend_url: null,
    meta_yandex_verification: null,
    reason: "for a reason",
  },
  "POST /api/office/mirrors/:hostname/retire": { reason: "for a reason" },
};
