import { randomUUID } from "node:crypto";
import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/v1/chat/:room": { key: randomUUID(), text: "good luck" },
  "POST /api/v1/chat/messages/:id/report": { reason: "insult" },
  "POST /api/office/chat/:id/remove": { why: "insult", reason },
  "POST /api/office/chat/:id/keep": { reason },
  "POST /api/office/chat/rooms/:room/write": { key: randomUUID(), text: "please be kind" },
  "POST /api/office/chat/budgets": { currency: "EUR", amount: "500", reason },
  "POST /api/office/chat/budgets/:id/close": { reason },
  "POST /api/office/chat/budgets/:id/rain": { key: randomUUID(), room: "en", amount: "50", seconds: 60, reason },
  "POST /api/office/chat/budgets/:id/tip": { key: randomUUID(), message: randomUUID(), amount: "5", reason },
  "POST /api/office/chat/players/:id/mute": { minutes: 60, reason },
};
