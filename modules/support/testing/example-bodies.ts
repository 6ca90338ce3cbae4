import { randomUUID } from "node:crypto";
import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/support/conversations/:id/claim": { from: null },
  "POST /api/office/support/conversations/:id/assign": { to: null },
  "POST /api/office/support/conversations/:id/messages": { key: randomUUID(), text: "an answer" },
  "POST /api/office/support/conversations/:id/notes": { text: "a note" },
  "PUT /api/office/support/conversations/:id/complaint": { complaint: true, reason },
  "POST /api/office/support/conversations/:id/read": { number: 1 },
  "PUT /api/office/support/conversations/:id/snooze": { minutes: 60 },
  "PUT /api/office/support/conversations/:id/spam": { spam: true, reason },
  "POST /api/office/support/conversations/:id/merge": { into: randomUUID(), reason },
  "POST /api/office/support/conversations/:id/macros/:macro": { key: randomUUID() },
  "POST /api/office/support/macros": {
    name: "Paid",
    shortcut: "payout",
    action: "resolve",
    snooze_minutes: null,
    reason,
  },
  "DELETE /api/office/support/macros/:id": { reason },
  "PUT /api/office/support/shift": { on: true },
  "POST /api/office/support/canned": { shortcut: "hi", locale: "en", title: "Greeting", text: "Hello {name}", reason },
  "PUT /api/office/support/canned/:id": {
    version: 1,
    shortcut: "hi",
    locale: "en",
    title: "Greeting",
    text: "Hello",
    reason,
  },
  "DELETE /api/office/support/canned/:id": { reason },
  "POST /api/v1/support/conversations": {
    key: randomUUID(),
    text: "A question",
    topic: "money",
    email: "bob@example.com",
    page: "/faq",
  },
  "POST /api/v1/support/conversations/:id/messages": { key: randomUUID(), text: "More", page: "/faq" },
  "POST /api/v1/support/conversations/:id/attachments": {
    key: randomUUID(),
    name: "note.txt",
    content: Buffer.from("a note").toString("base64"),
    page: "/faq",
  },
  "POST /api/office/support/conversations/:id/attachments": {
    key: randomUUID(),
    name: "note.txt",
    content: Buffer.from("a note").toString("base64"),
  },
  "POST /api/v1/support/conversations/:id/read": { number: 1 },
  "POST /api/v1/support/conversations/:id/rating": { solved: "yes", comment: "thank you" },
  "POST /api/v1/support/conversations/:id/transcript": { email: "bob@example.com" },
};
