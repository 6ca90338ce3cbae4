import * as z from "zod/mini";

/** What browsers send and receive for passkeys (WebAuthn). */
const base64url = z.string("passkey_invalid").check(z.regex(/^[A-Za-z0-9_-]{1,4000}$/, "passkey_invalid"));
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key", "passkey_invalid"),
  authenticatorAttachment: z.optional(z.string().check(z.maxLength(40))),
};

export const passkeyIdField = base64url;
export const passkeyNameField = z
  .string("name_invalid")
  .check(z.trim(), z.minLength(1, "name_invalid"), z.maxLength(60, "name_invalid"));

/** The browser's response to a challenge for a passkey. */
export const assertionField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
});

/** A passkey that the browser created. */
export const attestationField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});

/** WebAuthn options, passed to the browser unchanged. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });

export type Assertion = z.output<typeof assertionField>;
export type Attestation = z.output<typeof attestationField>;
