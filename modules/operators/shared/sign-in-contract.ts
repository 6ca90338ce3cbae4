import * as z from "zod/mini";
import { dataOf, emailField, timeField, uuidField } from "#kit/contract/fields.ts";
import { assertionField, attestationField, passkeyNameField, passkeyOptions } from "#kit/contract/passkey-fields.ts";
import { route } from "#kit/contract/route.ts";
import { roleField } from "./contract.ts";
import { codeRefused, invitationOver, operatorRefused, passkeyRefused, weakPassword } from "./errors.ts";

const withoutSession = { module: "operators", caller: "anyone", office: true, moves: "nothing" } as const;

const tokenField = z.string("token_invalid").check(z.regex(/^[A-Za-z0-9_-]{43}$/, "token_invalid"));
export const codeField = z.string("code_invalid").check(z.regex(/^\s*[0-9]{3} ?[0-9]{3}\s*$/, "code_invalid"));
/** A code of the app, or a one-time code of the console: four groups of letters and digits. */
const codeOrEmergencyField = z
  .string("code_invalid")
  .check(z.regex(/^\s*([0-9]{3} ?[0-9]{3}|[A-Z2-7]{4}(-[A-Z2-7]{4}){3})\s*$/, "code_invalid"));
const secretText = z.string("password_invalid").check(z.maxLength(128, "password_too_long"));

/** Seconds until the session ends: after 15 minutes without an act of its operator, and eight hours after it was opened. */
const sessionTimes = z.object({ idle_seconds: z.int(), life_seconds: z.int() });

/** The signed-in operator, as their own pages see them. */
const me = z.object({
  id: uuidField,
  name: z.string(),
  email: z.string(),
  role: roleField,
  permissions: z.array(z.string()),
  /** The sign-in before this one. */
  last_login: z.nullable(z.object({ at: timeField, address: z.string() })),
  session: sessionTimes,
});

export const enterOffice = route({
  ...withoutSession,
  method: "POST",
  path: "/api/office/login",
  summary:
    "The first step of an operator's sign-in: email and password; a code of an app or a passkey is always required after it",
  body: z.object({ email: emailField, password: secretText }),
  status: 202,
  /** `factors`: the second factors that the operator can give under this host name. */
  output: dataOf(z.object({ challenge: z.string(), factors: z.array(z.enum(["app", "passkey"])) })),
  errors: [operatorRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const enterCode = route({
  ...withoutSession,
  method: "POST",
  path: "/api/office/login/code",
  summary: "The second step: a code of the app. Opens a session that ends after 15 idle minutes, and after 8 hours",
  body: z.object({ challenge: tokenField, code: codeOrEmergencyField }),
  output: dataOf(me),
  errors: [codeRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const askEnterPasskey = route({
  ...withoutSession,
  method: "POST",
  path: "/api/office/login/passkey",
  summary: "The challenge for a passkey in place of the code",
  body: z.object({ challenge: tokenField }),
  output: dataOf(passkeyOptions),
  errors: [passkeyRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const enterPasskey = route({
  ...withoutSession,
  method: "POST",
  path: "/api/office/login/passkey/finish",
  summary: "The second step by a passkey whose device recognizes its user",
  body: z.object({ challenge: tokenField, assertion: assertionField }),
  output: dataOf(me),
  errors: [passkeyRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const openInvitation = route({
  ...withoutSession,
  method: "POST",
  path: "/api/office/invitation/open",
  summary: "The invited operator, and the secret for the authenticator app",
  body: z.object({ token: tokenField }),
  output: dataOf(
    z.object({ email: z.string(), name: z.string(), role: roleField, secret: z.string(), uri: z.string() }),
  ),
  errors: [invitationOver],
  rate: { burst: 10, perMinute: 10 },
});

export const acceptInvitation = route({
  ...withoutSession,
  method: "POST",
  path: "/api/office/invitation",
  summary: "Sets a password and confirms the app by a first code; the invitation is used up",
  body: z.object({ token: tokenField, password: secretText, code: codeField }),
  status: 204,
  errors: [invitationOver, weakPassword, codeRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const askInvitedPasskey = route({
  ...withoutSession,
  method: "POST",
  path: "/api/office/invitation/passkey",
  summary: "The challenge for creating a passkey in place of an app",
  body: z.object({ token: tokenField }),
  output: dataOf(passkeyOptions),
  errors: [invitationOver],
  rate: { burst: 10, perMinute: 10 },
});

export const acceptByPasskey = route({
  ...withoutSession,
  method: "POST",
  path: "/api/office/invitation/passkey/finish",
  summary: "Sets a password and registers the passkey that the browser created; the invitation is used up",
  body: z.object({ token: tokenField, password: secretText, name: passkeyNameField, attestation: attestationField }),
  status: 204,
  errors: [invitationOver, weakPassword, passkeyRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const readMe = route({
  method: "GET",
  path: "/api/office/me",
  module: "operators",
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "The signed-in operator and their permissions",
  output: dataOf(me),
});

export const leaveOffice = route({
  method: "POST",
  path: "/api/office/logout",
  module: "operators",
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "Ends the operator's session",
  status: 204,
});

export const noteActivity = route({
  method: "POST",
  path: "/api/office/activity",
  module: "operators",
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "Records activity of the operator, at most once a minute, which keeps the session open",
  output: dataOf(sessionTimes),
});

export const stepUpSession = route({
  method: "POST",
  path: "/api/office/step-up",
  module: "operators",
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "A code of the app in an open session: sensitive calls are open for five minutes, from the caller's address",
  body: z.object({ code: codeField }),
  output: dataOf(sessionTimes),
  errors: [codeRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const askStepUpPasskey = route({
  method: "POST",
  path: "/api/office/step-up/passkey",
  module: "operators",
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "The challenge for a passkey in place of that code; 404 without one for this host",
  output: dataOf(passkeyOptions),
  rate: { burst: 10, perMinute: 10 },
});

export const stepUpByPasskey = route({
  method: "POST",
  path: "/api/office/step-up/passkey/finish",
  module: "operators",
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "The same by a passkey",
  body: z.object({ assertion: assertionField }),
  output: dataOf(sessionTimes),
  errors: [passkeyRefused],
  rate: { burst: 10, perMinute: 10 },
});

export type Me = z.output<typeof me>;
