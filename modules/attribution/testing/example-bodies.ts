import { randomUUID } from "node:crypto";
import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /middleware/utm": { utm_source: "s", utm_medium: "m", utm_campaign: "c", utm_term: "t" },
  "POST /attachSource": {
    stag: "s",
    promo: "p",
    partnerId: "1",
    advId: randomUUID(),
    advertiseUid: "u",
    advertiseSource: "x",
    cpaOneUid: "c",
    prHash: "h",
  },
  "POST /middleware/registerPageOpenEvent": { subH: "h", uuid: "f", click_url: "http://fairhouse.localhost/?subH=h" },
  "POST /middleware/affiliate": { host: "h", user_agent: "a", stag: "s", partner: "p", adplace: "a" },
  "PUT /api/v2/tracking/events": { name: "pageOpened", data: { session_id: "s" } },
};
