import * as z from "zod/mini";
import { dataOf, emailField, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { noSecondOwner, operatorExists, operatorUnchanged, ownRights, secondPersonNeeded } from "./errors.ts";
import { type Role, roles } from "./permissions.ts";

const module = "operators";
const manages = {
  module,
  caller: "operator",
  permission: "operators.write",
  moves: "nothing",
  stepUp: true,
} as const;

export const roleField = z.enum(roles as [Role, ...Role[]], "role_invalid");

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

export type OperatorView = z.output<typeof operatorView>;
