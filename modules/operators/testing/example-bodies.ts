import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const reason = "for a reason";
const key = { id: "a2V5", rawId: "a2V5", type: "public-key" };
const assertion = { ...key, response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" } };
const attestation = { ...key, response: { clientDataJSON: "e30", attestationObject: "AA" } };

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/office/login": { email: "askar@house.example", password: "a long enough password" },
  "POST /api/office/login/code": { challenge: "c".repeat(43), code: "123456" },
  "POST /api/office/invitation/open": { token: "t".repeat(43) },
  "POST /api/office/invitation": { token: "t".repeat(43), password: "a long enough password", code: "123456" },
  "POST /api/office/invitation/passkey": { token: "t".repeat(43) },
  "POST /api/office/invitation/passkey/finish": {
    token: "t".repeat(43),
    password: "a long enough password",
    name: "Laptop",
    attestation,
  },
  "POST /api/office/login/passkey": { challenge: "c".repeat(43) },
  "POST /api/office/login/passkey/finish": { challenge: "c".repeat(43), assertion },
  "POST /api/office/passkeys/finish": { name: "Laptop", attestation },
  "POST /api/office/app/finish": { code: "123456" },
  "POST /api/office/step-up": { code: "123456" },
  "POST /api/office/step-up/passkey/finish": { assertion },
  "POST /api/office/emergencies/:id/review": { reason },
  "POST /api/office/operators": { email: "dana@house.example", name: "Dana", role: "support", reason },
  "POST /api/office/operators/:id/invitation": { reason },
  "POST /api/office/operators/:id/unlock": { reason },
  "POST /api/office/views": { list: "players", name: "Big payouts", query: "query=a&state=open" },
  "PUT /api/office/operators/:id/role": { role: "risk", reason },
  "PUT /api/office/operators/:id/standing": { disabled: true, reason },
};
