import type { ExampleBodies } from "#kit/testing/example-bodies.ts";

const key = { id: "a2V5", rawId: "a2V5", type: "public-key" };
const assertion = { ...key, response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" } };
const attestation = { ...key, response: { clientDataJSON: "e30", attestationObject: "AA" } };

/** A valid body of each call of this module: tests of bad input alter one field of it at a time. */
export const exampleBodies: ExampleBodies = {
  "POST /api/v1/factors/proof/password": { password: "correct horse battery" },
  "POST /api/v1/factors/proof/code": { code: "123456" },
  "POST /api/v1/factors/proof/passkey/finish": { assertion },
  "POST /api/v1/factors/totp/confirm": { code: "123456" },
  "POST /api/v1/factors/passkeys/finish": { name: "Telephone", attestation },
  "POST /api/v1/factors/passkey-login/finish": { assertion },
  "POST /api/v1/factors/step/code": { challenge: "A".repeat(43), code: "123456" },
  "POST /api/v1/factors/step/passkey/finish": { challenge: "A".repeat(43), assertion },
};
