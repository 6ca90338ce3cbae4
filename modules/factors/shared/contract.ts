import * as z from "zod/mini";
import { dataOf, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { tokenAnswer } from "#modules/accounts/shared/contract.ts";
import { challengeOver, tooManyLogins } from "#modules/accounts/shared/errors.ts";
import { factorWrong, passkeyRefused, proofRequired, tooManyTries, totpOn } from "./errors.ts";

const base64url = z.string("passkey_invalid").check(z.regex(/^[A-Za-z0-9_-]{1,4000}$/, "passkey_invalid"));
/** A code of the app, or a recovery code. */
export const factorCodeField = z
  .string("code_invalid")
  .check(z.regex(/^\s*([0-9]{3} ?[0-9]{3}|[A-Za-z2-7]{5}-?[A-Za-z2-7]{5})\s*$/, "code_invalid"));
const appCodeField = z.string("code_invalid").check(z.regex(/^\s*[0-9]{3} ?[0-9]{3}\s*$/, "code_invalid"));

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key", "passkey_invalid"),
  authenticatorAttachment: z.optional(z.string().check(z.maxLength(40))),
};
/** What a browser answers to the question of a passkey, as WebAuthn has it. */
export const assertionField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
});
const attestationField = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
/** Options of WebAuthn, handed on to the browser as they are. */
const options = z.object({ options: z.record(z.string(), z.unknown()) });
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
const rate = { burst: 60, perMinute: 30 } as const;
const common = { module: "factors", moves: "nothing" } as const;
const own = { ...common, caller: "player" } as const;

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** The host name it opens. */
  host: z.string(),
  created_at: timeField,
  used_at: z.nullable(timeField),
});

export const getFactors = route({
  ...own,
  method: "GET",
  path: "/api/v1/factors",
  summary: "The player's second factors and passkeys, and with what he can prove that it is him",
  output: dataOf(
    z.object({
      totp: z.boolean(),
      recovery_codes_left: z.number(),
      passkeys: z.array(passkey),
      /** What a fresh proof may be made of; empty: a session of the last ten minutes is one. */
      proofs: z.array(z.enum(["password", "code", "passkey"])),
    }),
  ),
});

export const proveByPassword = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/proof/password",
  summary: "Proves for five minutes that the player is at this session; not taken where he has a second factor",
  body: z.object({
    password: z
      .string("password_invalid")
      .check(z.minLength(1, "password_invalid"), z.maxLength(128, "password_too_long")),
  }),
  status: 204,
  errors: [tooManyTries, factorWrong],
  rate,
});

export const proveByCode = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/proof/code",
  summary: "The same by a code of the app or a recovery code",
  body: z.object({ code: factorCodeField }),
  status: 204,
  errors: [tooManyTries, factorWrong],
  rate,
});

export const askProofPasskey = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/proof/passkey",
  summary: "The question for a proof by passkey",
  output: dataOf(options),
  rate,
});

export const proveByPasskey = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/proof/passkey/finish",
  summary: "The same by a passkey",
  body: z.object({ assertion: assertionField }),
  status: 204,
  errors: [passkeyRefused],
  rate,
});

export const startTotp = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/totp",
  summary: "A new secret for the player's app; nothing is switched on before a code of it was right",
  output: dataOf(z.object({ secret: z.string(), uri: z.string() })),
  errors: [proofRequired, totpOn],
  rate,
});

export const confirmTotp = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/totp/confirm",
  summary: "Switches codes of an app on; the recovery codes are shown this once",
  body: z.object({ code: appCodeField }),
  output: dataOf(recoveryCodes),
  errors: [proofRequired, totpOn, tooManyTries, factorWrong],
  rate,
});

export const removeTotp = route({
  ...own,
  method: "DELETE",
  path: "/api/v1/factors/totp",
  summary: "Switches codes of an app off, and the recovery codes with them",
  status: 204,
  errors: [proofRequired],
});

export const renewRecoveryCodes = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/recovery-codes",
  summary: "Ten new recovery codes; the former are worth nothing from then on",
  output: dataOf(recoveryCodes),
  errors: [proofRequired],
  rate,
});

export const askNewPasskey = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/passkeys",
  summary: "The question with which a browser makes a passkey for this host",
  output: dataOf(options),
  errors: [proofRequired],
  rate,
});

export const addPasskey = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/passkeys/finish",
  summary: "Keeps the passkey that the browser made",
  body: z.object({
    name: z.string("name_invalid").check(z.trim(), z.minLength(1, "name_invalid"), z.maxLength(60, "name_invalid")),
    attestation: attestationField,
  }),
  status: 201,
  output: dataOf(passkey),
  errors: [proofRequired, passkeyRefused],
  rate,
});

export const removePasskey = route({
  ...own,
  method: "DELETE",
  path: "/api/v1/factors/passkeys/:id",
  summary: "Takes a passkey away",
  params: z.object({ id: base64url }),
  status: 204,
  errors: [proofRequired],
});

export const askPasskeyLogin = route({
  ...common,
  caller: "anyone",
  method: "POST",
  path: "/api/v1/factors/passkey-login",
  summary: "The question for signing in by passkey alone",
  output: dataOf(options),
  rate,
});

export const logInByPasskey = route({
  ...common,
  caller: "anyone",
  method: "POST",
  path: "/api/v1/factors/passkey-login/finish",
  summary: "Signs in by a passkey whose device has checked who holds it: two factors in one",
  body: z.object({ assertion: assertionField }),
  output: tokenAnswer,
  errors: [passkeyRefused],
  rate,
});

const challengeField = z.string("challenge_invalid").check(z.regex(/^[A-Za-z0-9_-]{43}$/, "challenge_invalid"));

export const stepByCode = route({
  ...common,
  caller: "anyone",
  method: "POST",
  path: "/api/v1/factors/step/code",
  summary: "Ends a login by a code of the app or a recovery code",
  body: z.object({ challenge: challengeField, code: factorCodeField }),
  output: tokenAnswer,
  errors: [challengeOver, tooManyLogins],
  rate,
});

export const askStepPasskey = route({
  ...common,
  caller: "anyone",
  method: "POST",
  path: "/api/v1/factors/step/passkey",
  summary: "The question for ending a login by passkey",
  output: dataOf(options),
  rate,
});

export const stepByPasskey = route({
  ...common,
  caller: "anyone",
  method: "POST",
  path: "/api/v1/factors/step/passkey/finish",
  summary: "Ends a login by a passkey",
  body: z.object({ challenge: challengeField, assertion: assertionField }),
  output: tokenAnswer,
  errors: [passkeyRefused, challengeOver, tooManyLogins],
  rate,
});

export type Factors = z.output<typeof getFactors.output>["data"];
export type PasskeyView = z.output<typeof passkey>;
export type Assertion = z.output<typeof assertionField>;
export type Attestation = z.output<typeof attestationField>;
