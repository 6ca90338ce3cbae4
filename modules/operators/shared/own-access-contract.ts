import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { attestationField, passkeyIdField, passkeyNameField, passkeyOptions } from "#kit/contract/passkey-fields.ts";
import { route } from "#kit/contract/route.ts";
import { appCodeRefused, lastFactor, passkeyLimit, passkeyRefused } from "./errors.ts";
import { codeField } from "./sign-in-contract.ts";

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** The host name it works on. */
  host: z.string(),
  created_at: timeField,
  used_at: z.nullable(timeField),
});
const ownFactors = { module: "operators", caller: "operator", permission: "self", moves: "nothing" } as const;

export const readPasskeys = route({
  ...ownFactors,
  method: "GET",
  path: "/api/office/passkeys",
  summary: "The caller's passkeys, and whether they have an app",
  output: dataOf(z.object({ app: z.boolean(), passkeys: z.array(passkey) })),
});

export const askNewPasskey = route({
  ...ownFactors,
  method: "POST",
  path: "/api/office/passkeys",
  stepUp: true,
  summary: "The challenge for creating a passkey for this host",
  output: dataOf(passkeyOptions),
  rate: { burst: 10, perMinute: 10 },
});

export const addPasskey = route({
  ...ownFactors,
  method: "POST",
  path: "/api/office/passkeys/finish",
  stepUp: true,
  summary: "Registers the passkey that the browser created; ten at most",
  body: z.object({ name: passkeyNameField, attestation: attestationField }),
  status: 201,
  output: dataOf(passkey),
  errors: [passkeyRefused, passkeyLimit],
  rate: { burst: 10, perMinute: 10 },
});

export const removePasskey = route({
  ...ownFactors,
  method: "DELETE",
  path: "/api/office/passkeys/:id",
  stepUp: true,
  summary: "Removes one of the caller's passkeys, but not the last factor",
  params: z.object({ id: passkeyIdField }),
  status: 204,
  errors: [lastFactor],
});

export const askNewApp = route({
  ...ownFactors,
  method: "POST",
  path: "/api/office/app",
  stepUp: true,
  summary: "The secret for an authenticator app, which this session confirms within ten minutes",
  output: dataOf(z.object({ secret: z.string(), uri: z.string() })),
  rate: { burst: 10, perMinute: 10 },
});

export const addApp = route({
  ...ownFactors,
  method: "POST",
  path: "/api/office/app/finish",
  stepUp: true,
  summary: "Adds the app by its first code, in place of a former one",
  body: z.object({ code: codeField }),
  status: 204,
  errors: [appCodeRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const removeApp = route({
  ...ownFactors,
  method: "DELETE",
  path: "/api/office/app",
  stepUp: true,
  summary: "Removes the caller's app, but not the last factor",
  status: 204,
  errors: [lastFactor],
});

export const readOwnSessions = route({
  method: "GET",
  path: "/api/office/sessions",
  module: "operators",
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "The caller's open sessions, or those of an operator whom the caller manages",
  query: z.object({ operator: z.optional(uuidField) }),
  output: dataOf(
    z.array(
      z.object({
        id: uuidField,
        address: z.string(),
        user_agent: z.string(),
        opened_at: timeField,
        active_at: timeField,
        current: z.boolean(),
      }),
    ),
  ),
});

export const endOneSession = route({
  method: "POST",
  path: "/api/office/sessions/:id/end",
  module: "operators",
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "Ends one of the caller's sessions, or one of an operator whom the caller manages",
  params: z.object({ id: uuidField }),
  status: 204,
});

export type PasskeyView = z.output<typeof passkey>;
