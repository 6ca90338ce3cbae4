import * as z from "zod/mini";
import { dataOf, timeField } from "#kit/contract/fields.ts";
import {
  assertionField,
  attestationField,
  passkeyIdField,
  passkeyNameField,
  passkeyOptions,
} from "#kit/contract/passkey-fields.ts";
import { route } from "#kit/contract/route.ts";
import { tokenAnswer } from "#modules/accounts/shared/contract.ts";
import { accountLocked, challengeOver, proofRequired, tooManyLogins } from "#modules/accounts/shared/errors.ts";
import { factorWrong, passkeyRefused, tooManyTries, totpOn } from "./errors.ts";

/** A code of the app, or a recovery code. */
export const factorCodeField = z
  .string("code_invalid")
  .check(z.regex(/^\s*([0-9]{3} ?[0-9]{3}|[A-Za-z2-7]{5}-?[A-Za-z2-7]{5})\s*$/, "code_invalid"));
const appCodeField = z.string("code_invalid").check(z.regex(/^\s*[0-9]{3} ?[0-9]{3}\s*$/, "code_invalid"));

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
const rate = { burst: 60, perMinute: 30 } as const;
const common = { module: "factors", moves: "nothing" } as const;
const own = { ...common, caller: "player" } as const;

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** The host name it works on. */
  host: z.string(),
  created_at: timeField,
  used_at: z.nullable(timeField),
});

export const getFactors = route({
  ...own,
  method: "GET",
  path: "/api/v1/factors",
  summary: "The player's second factors and passkeys, and the available means of proof",
  output: dataOf(
    z.object({
      totp: z.boolean(),
      recovery_codes_left: z.number(),
      passkeys: z.array(passkey),
      /** Accepted means of proof; empty: a session of the last ten minutes is one. */
      proofs: z.array(z.enum(["password", "code", "passkey"])),
    }),
  ),
});

export const proveByPassword = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/proof/password",
  summary:
    "Proves the player's identity in this session for five minutes by the password; refused for players with a second factor",
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
  summary: "The challenge for a proof by passkey",
  output: dataOf(passkeyOptions),
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
  summary: "A new secret for the player's app; nothing is switched on until a code confirms it",
  output: dataOf(z.object({ secret: z.string(), uri: z.string() })),
  errors: [proofRequired, totpOn],
  rate,
});

export const confirmTotp = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/totp/confirm",
  summary: "Turns on codes of an app; the recovery codes are shown only this once",
  body: z.object({ code: appCodeField }),
  output: dataOf(recoveryCodes),
  errors: [proofRequired, totpOn, tooManyTries, factorWrong],
  rate,
});

export const removeTotp = route({
  ...own,
  method: "DELETE",
  path: "/api/v1/factors/totp",
  summary: "Turns off codes of an app, and the recovery codes with them",
  status: 204,
  errors: [proofRequired],
});

export const renewRecoveryCodes = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/recovery-codes",
  summary: "Ten new recovery codes; the former ones are no longer valid",
  output: dataOf(recoveryCodes),
  errors: [proofRequired],
  rate,
});

export const askNewPasskey = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/passkeys",
  summary: "The challenge for creating a passkey for this host",
  output: dataOf(passkeyOptions),
  errors: [proofRequired],
  rate,
});

export const addPasskey = route({
  ...own,
  method: "POST",
  path: "/api/v1/factors/passkeys/finish",
  summary: "Registers the passkey that the browser created",
  body: z.object({
    name: passkeyNameField,
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
  summary: "Removes a passkey",
  params: z.object({ id: passkeyIdField }),
  status: 204,
  errors: [proofRequired],
});

export const askPasskeyLogin = route({
  ...common,
  caller: "anyone",
  method: "POST",
  path: "/api/v1/factors/passkey-login",
  summary: "The challenge for signing in by passkey alone",
  output: dataOf(passkeyOptions),
  rate,
});

export const logInByPasskey = route({
  ...common,
  caller: "anyone",
  method: "POST",
  path: "/api/v1/factors/passkey-login/finish",
  summary: "Signs in by a passkey with user verification: two factors in one",
  body: z.object({ assertion: assertionField }),
  output: tokenAnswer,
  errors: [passkeyRefused, accountLocked],
  rate,
});

const challengeField = z.string("challenge_invalid").check(z.regex(/^[A-Za-z0-9_-]{43}$/, "challenge_invalid"));

export const stepByCode = route({
  ...common,
  caller: "anyone",
  method: "POST",
  path: "/api/v1/factors/step/code",
  summary: "Completes a login by a code of the app or a recovery code",
  body: z.object({ challenge: challengeField, code: factorCodeField }),
  output: tokenAnswer,
  errors: [challengeOver, tooManyLogins, accountLocked],
  rate,
});

export const askStepPasskey = route({
  ...common,
  caller: "anyone",
  method: "POST",
  path: "/api/v1/factors/step/passkey",
  summary: "The challenge for completing a login by passkey",
  output: dataOf(passkeyOptions),
  rate,
});

export const stepByPasskey = route({
  ...common,
  caller: "anyone",
  method: "POST",
  path: "/api/v1/factors/step/passkey/finish",
  summary: "Completes a login by a passkey",
  body: z.object({ challenge: challengeField, assertion: assertionField }),
  output: tokenAnswer,
  errors: [passkeyRefused, challengeOver, tooManyLogins, accountLocked],
  rate,
});

export type Factors = z.output<typeof getFactors.output>["data"];
export type PasskeyView = z.output<typeof passkey>;
