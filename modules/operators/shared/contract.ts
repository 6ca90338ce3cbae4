import * as z from "zod/mini";
import { dataOf, emailField, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import {
  assertionField,
  attestationField,
  passkeyIdField,
  passkeyNameField,
  passkeyOptions,
} from "#kit/contract/passkey-fields.ts";
import { route } from "#kit/contract/route.ts";
import {
  appCodeRefused,
  codeRefused,
  invitationOver,
  lastFactor,
  noSecondOwner,
  operatorExists,
  operatorRefused,
  operatorUnchanged,
  ownRights,
  passkeyLimit,
  passkeyRefused,
  secondPersonNeeded,
  weakPassword,
} from "./errors.ts";
import { type Role, roles } from "./permissions.ts";

const module = "operators";
const noInviter = { module, caller: "anyone", office: true, moves: "nothing" } as const;
const manages = {
  module,
  caller: "operator",
  permission: "operators.write",
  moves: "nothing",
  stepUp: true,
} as const;

const roleField = z.enum(roles as [Role, ...Role[]], "role_invalid");
const tokenField = z.string("token_invalid").check(z.regex(/^[A-Za-z0-9_-]{43}$/, "token_invalid"));
const codeField = z.string("code_invalid").check(z.regex(/^\s*[0-9]{3} ?[0-9]{3}\s*$/, "code_invalid"));
/** A code of the app, or a one-time code of the console: four groups of letters and digits. */
const codeOrEmergencyField = z
  .string("code_invalid")
  .check(z.regex(/^\s*([0-9]{3} ?[0-9]{3}|[A-Z2-7]{4}(-[A-Z2-7]{4}){3})\s*$/, "code_invalid"));
const secretText = z.string("password_invalid").check(z.maxLength(128, "password_too_long"));
/** The operator's reason for an action. */
export const reasonField = z.string("reason_required").check(
  z.maxLength(500, "reason_too_long"),
  z.regex(plainText, "reason_invalid"),
  z.refine(text => text.trim().length >= 3, "reason_required"),
);
export const nameField = z.string("name_required").check(
  z.maxLength(60, "name_too_long"),
  z.regex(plainText, "name_invalid"),
  z.refine(text => text.trim().length >= 2, "name_required"),
);

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
  ...noInviter,
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
  ...noInviter,
  method: "POST",
  path: "/api/office/login/code",
  summary: "The second step: a code of the app. Opens a session that ends after 15 idle minutes, and after 8 hours",
  body: z.object({ challenge: tokenField, code: codeOrEmergencyField }),
  output: dataOf(me),
  errors: [codeRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const askEnterPasskey = route({
  ...noInviter,
  method: "POST",
  path: "/api/office/login/passkey",
  summary: "The challenge for a passkey in place of the code",
  body: z.object({ challenge: tokenField }),
  output: dataOf(passkeyOptions),
  errors: [passkeyRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const enterPasskey = route({
  ...noInviter,
  method: "POST",
  path: "/api/office/login/passkey/finish",
  summary: "The second step by a passkey whose device recognizes its user",
  body: z.object({ challenge: tokenField, assertion: assertionField }),
  output: dataOf(me),
  errors: [passkeyRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const openInvitation = route({
  ...noInviter,
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
  ...noInviter,
  method: "POST",
  path: "/api/office/invitation",
  summary: "Sets a password and confirms the app by a first code; the invitation is used up",
  body: z.object({ token: tokenField, password: secretText, code: codeField }),
  status: 204,
  errors: [invitationOver, weakPassword, codeRefused],
  rate: { burst: 10, perMinute: 10 },
});

export const askInvitedPasskey = route({
  ...noInviter,
  method: "POST",
  path: "/api/office/invitation/passkey",
  summary: "The challenge for creating a passkey in place of an app",
  body: z.object({ token: tokenField }),
  output: dataOf(passkeyOptions),
  errors: [invitationOver],
  rate: { burst: 10, perMinute: 10 },
});

export const acceptByPasskey = route({
  ...noInviter,
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
  module,
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "The signed-in operator and their permissions",
  output: dataOf(me),
});

export const leaveOffice = route({
  method: "POST",
  path: "/api/office/logout",
  module,
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "Ends the operator's session",
  status: 204,
});

export const noteActivity = route({
  method: "POST",
  path: "/api/office/activity",
  module,
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "Records activity of the operator, at most once a minute, which keeps the session open",
  output: dataOf(sessionTimes),
});

export const stepUpSession = route({
  method: "POST",
  path: "/api/office/step-up",
  module,
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
  module,
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
  module,
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "The same by a passkey",
  body: z.object({ assertion: assertionField }),
  output: dataOf(sessionTimes),
  errors: [passkeyRefused],
  rate: { burst: 10, perMinute: 10 },
});

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** The host name it works on. */
  host: z.string(),
  created_at: timeField,
  used_at: z.nullable(timeField),
});
const ownFactors = { module, caller: "operator", permission: "self", moves: "nothing" } as const;

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
  module,
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
  module,
  caller: "operator",
  permission: "self",
  moves: "nothing",
  summary: "Ends one of the caller's sessions, or one of an operator whom the caller manages",
  params: z.object({ id: uuidField }),
  status: 204,
});

const operatorView = z.object({
  id: uuidField,
  name: z.string(),
  email: z.string(),
  role: roleField,
  /** `invited`: has not set a password yet. */
  state: z.enum(["active", "invited", "locked", "disabled"]),
  factors: z.object({ app: z.boolean(), passkeys: z.int() }),
  created_at: timeField,
  last_login_at: z.nullable(timeField),
  /** Cannot approve before this moment; null if there is no restriction. */
  approves_from: z.nullable(timeField),
});

export const readOperators = route({
  method: "GET",
  path: "/api/office/operators",
  module,
  caller: "operator",
  permission: "operators.read",
  moves: "nothing",
  summary: "The operators",
  output: dataOf(z.array(operatorView)),
});

/** Nothing has changed yet: another owner approves `request`. */
const askedView = z.object({ request: uuidField, expires_at: timeField });

export const inviteOperator = route({
  ...manages,
  method: "POST",
  path: "/api/office/operators",
  summary:
    "Requests that an operator is added: when another owner approves, the invitation is mailed to their address; it expires in 24 hours",
  body: z.object({ email: emailField, name: nameField, role: roleField, reason: reasonField }),
  status: 202,
  output: dataOf(askedView),
  errors: [operatorExists, noSecondOwner],
});

const oneOperator = z.object({ id: uuidField });

export const inviteAgain = route({
  ...manages,
  method: "POST",
  path: "/api/office/operators/:id/invitation",
  summary:
    "Requests a new invitation: when another owner approves, the operator's password and app are reset and it is mailed to their address",
  params: oneOperator,
  body: z.object({ reason: reasonField }),
  status: 202,
  output: dataOf(askedView),
  errors: [ownRights, noSecondOwner],
});

export const changeRole = route({
  ...manages,
  method: "PUT",
  path: "/api/office/operators/:id/role",
  summary:
    "Requests another role for an operator: when another owner approves, their sessions end, and they cannot approve for 24 hours",
  params: oneOperator,
  body: z.object({ role: roleField, reason: reasonField }),
  status: 202,
  output: dataOf(askedView),
  errors: [ownRights, noSecondOwner, operatorUnchanged],
});

export const changeStanding = route({
  ...manages,
  method: "PUT",
  path: "/api/office/operators/:id/standing",
  summary:
    "Requests that an operator is disabled or enabled: when another owner approves; disabling ends their sessions",
  params: oneOperator,
  body: z.object({ disabled: z.boolean("disabled_invalid"), reason: reasonField }),
  status: 202,
  output: dataOf(askedView),
  errors: [ownRights, noSecondOwner, operatorUnchanged],
});

export const unlockOperator = route({
  ...manages,
  method: "POST",
  path: "/api/office/operators/:id/unlock",
  summary: "Ends the half hour in which an operator cannot sign in after three failed attempts",
  params: oneOperator,
  body: z.object({ reason: reasonField }),
  status: 204,
  errors: [ownRights, operatorUnchanged],
});

export const readEmergencies = route({
  method: "GET",
  path: "/api/office/emergencies",
  module,
  caller: "operator",
  permission: "operators.read",
  moves: "nothing",
  summary: "One-use codes that the server's console issued in place of an operator's app, and their reviews",
  output: dataOf(
    z.array(
      z.object({
        id: uuidField,
        operator: z.string(),
        reason: z.string(),
        made_at: timeField,
        used_at: z.nullable(timeField),
        reviewed_by: z.nullable(z.string()),
        reviewed_at: z.nullable(timeField),
        review: z.nullable(z.string()),
        /** Issued for the caller, so another operator reviews it. */
        mine: z.boolean(),
      }),
    ),
  ),
});

export const reviewEmergencyCode = route({
  ...manages,
  method: "POST",
  path: "/api/office/emergencies/:id/review",
  summary: "Records what another operator found about a code of the console and what was done with it",
  params: oneOperator,
  body: z.object({ reason: reasonField }),
  status: 204,
  errors: [secondPersonNeeded],
});

export type PasskeyView = z.output<typeof passkey>;
export type Me = z.output<typeof me>;
export type OperatorView = z.output<typeof operatorView>;
