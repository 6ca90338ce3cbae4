import { randomUUID } from "node:crypto";
import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

/** The point is the generator of P-256. */
const subscriptionKeys = {
  p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

const draft = { players: [randomUUID()], channels: ["inbox"] };
const message = {
  ...draft,
  id: randomUUID(),
  texts: { en: { subject: "Your documents", text: "Please send a newer one." } },
  reason: "for a reason",
};

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/messages/service": message,
  "POST /api/office/messages/service/preview": { ...draft, languages: ["en"] },
  "POST /api/office/messages/marketing": message,
  "POST /api/office/messages/marketing/preview": { ...draft, languages: ["en"] },
  "POST /api/v1/push": { endpoint: "https://fcm.googleapis.com/fcm/send/example", keys: subscriptionKeys },
  "POST /api/v1/inbox/read": { id: randomUUID() },
  "PUT /api/v1/inbox/offers": { channel: "email", granted: true },
  "PUT /api/v1/inbox/phrase": { phrase: "blue otter" },
};
