import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Actor, AuditAction } from "#modules/audit/server/index.ts";
import { ownRights } from "../shared/errors.ts";
import { type Role, roles } from "../shared/permissions.ts";
import type { ApprovedRequest, RequestContent, RequestKind } from "./approvals-port.ts";
import { approverWaitMs } from "./approvers.ts";
import { type InviteNeeds, mailInvitation } from "./invite.ts";
import { endSessionsOf } from "./session-store.ts";
import { canSignIn } from "./sign-in.ts";
import {
  forgetTries,
  insertOperator,
  lockOperators,
  type OperatorRow,
  operatorByEmail,
  operatorById,
  setDisabled,
  setFactors,
  setRole,
} from "./store.ts";

/** Changes to operators, all of which take two owners: an owner alone could otherwise be both sides of every approval. */

const locale = z.enum(locales);
const roleField = z.enum(roles as [Role, ...Role[]]);
const newOperator = z.object({ email: z.string(), name: z.string(), locale, role: z._default(roleField, "owner") });
const oneOperator = z.object({ operator: z.uuid(), email: z.string(), name: z.string() });
/** Requests that concern owners have kinds of their own, and no role. */
const newRole = z.extend(oneOperator, { role: z._default(roleField, "owner") });
const invitedAgain = z.extend(oneOperator, { locale });

type Content = RequestContent & { readonly kind: string };

const owners = {
  permission: "operators.write",
  asksWith: "operators.write",
  reads: "operators.read",
  needs: 1,
} as const;

interface NewOperator {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly locale: Locale;
}

export function invitationRequest({ role, ...who }: NewOperator, reason: string): Content {
  const subject = `operator:${who.email}`;
  return role === "owner"
    ? { kind: "owner.invite", subject, payload: { ...who }, reason }
    : { kind: "operator.invite", subject, payload: { ...who, role }, reason };
}

export function newInvitationRequest(row: OperatorRow, language: Locale, reason: string): Content {
  const kind = row.role === "owner" ? "owner.invite_again" : "operator.invite_again";
  return { kind, subject: subjectOf(row), payload: { ...facts(row), locale: language }, reason };
}

export function roleRequest(row: OperatorRow, role: Role, reason: string): Content {
  return role === "owner"
    ? { kind: "owner.role", subject: subjectOf(row), payload: facts(row), reason }
    : {
        kind: "operator.role",
        subject: subjectOf(row),
        payload: { ...facts(row), role_before: row.role, role },
        reason,
      };
}

export function standingRequest(row: OperatorRow, disabled: boolean, reason: string): Content {
  const kind = disabled ? "operator.disable" : "operator.enable";
  return { kind, subject: subjectOf(row), payload: { ...facts(row), role: row.role }, reason };
}

const subjectOf = ({ id }: OperatorRow) => `operator:${id}`;
const facts = ({ id, email, name }: OperatorRow) => ({ operator: id, email, name });

export function operatorRequestKinds(needs: InviteNeeds): readonly RequestKind[] {
  const invited = { ...owners, versionOf: versionOfNew };
  const changed = { ...owners, versionOf };
  const run = (effect: Effect): Pick<RequestKind, "run"> => ({
    run: (tx, request, by) => effect(needs, tx, request, by),
  });
  return [
    { ...invited, ...run(inviteNew), kind: "owner.invite" },
    { ...invited, ...run(inviteNew), kind: "operator.invite" },
    { ...changed, ...run(inviteAgain), kind: "owner.invite_again" },
    { ...changed, ...run(inviteAgain), kind: "operator.invite_again" },
    { ...changed, ...run(giveRole), kind: "owner.role" },
    { ...changed, ...run(giveRole), kind: "operator.role" },
    { ...changed, ...run(disable), kind: "operator.disable" },
    { ...changed, ...run(enable), kind: "operator.enable" },
  ];
}

type Effect = (needs: InviteNeeds, tx: Tx, request: ApprovedRequest, by: Actor) => Promise<void>;

async function versionOfNew(db: Queryable, { payload }: Pick<RequestContent, "payload">): Promise<string> {
  const known = await operatorByEmail(db, z.parse(newOperator, payload).email);
  return known ? `${known.id} ${known.version}` : "absent";
}

async function versionOf(db: Queryable, { payload }: Pick<RequestContent, "payload">): Promise<string> {
  const row = await operatorById(db, operatorOf(payload));
  return row ? String(row.version) : "absent";
}

const inviteNew: Effect = async (needs, tx, request, by) => {
  const { email, name, locale: language, role } = z.parse(newOperator, request.payload);
  const [operator, now] = [needs.host.ids.next(), new Date(needs.host.clock.now())];
  required((await insertOperator(tx, { id: operator, email, name, role, now })) || undefined, "the version was absent");
  await mailInvitation(needs, tx, { operator, name, email, role, locale: language, inviter: request.askedBy });
  const subject = `operator:${operator}`;
  await needs.audit.record(tx, by, auditActionOf("operator.invite", subject, request, { email, name, role }));
};

const inviteAgain: Effect = async (needs, tx, request, by) => {
  const { locale: language } = z.parse(invitedAgain, request.payload);
  const { id, name, email, role } = await subjectFor(tx, request, by);
  const now = new Date(needs.host.clock.now());
  await setFactors(tx, id, null, now);
  await endSessionsOf(tx, id, now);
  await mailInvitation(needs, tx, { operator: id, name, email, role, locale: language, inviter: request.askedBy });
  await needs.audit.record(tx, by, auditActionOf("operator.invite_again", `operator:${id}`, request, {}));
};

const giveRole: Effect = async ({ host, audit }, tx, request, by) => {
  const { role } = z.parse(newRole, request.payload);
  const { id, role: before } = await subjectFor(tx, request, by);
  const now = new Date(host.clock.now());
  await setRole(tx, id, role, now, new Date(now.getTime() + approverWaitMs));
  await endSessionsOf(tx, id, now);
  const auditAction = auditActionOf("operator.role", `operator:${id}`, request, { role });
  await audit.record(tx, by, { ...auditAction, before: { role: before } });
};

const disable: Effect = async ({ host, audit }, tx, request, by) => {
  const { id } = await subjectFor(tx, request, by);
  const now = new Date(host.clock.now());
  await setDisabled(tx, id, now);
  await endSessionsOf(tx, id, now);
  await audit.record(tx, by, auditActionOf("operator.disable", `operator:${id}`, request, { state: "disabled" }));
};

const enable: Effect = async ({ audit }, tx, request, by) => {
  const { id } = await subjectFor(tx, request, by);
  await setDisabled(tx, id, null);
  await forgetTries(tx, id);
  await audit.record(tx, by, auditActionOf("operator.enable", `operator:${id}`, request, { state: "active" }));
};

/** The operator whom a request concerns. Fails with `own_rights` if that is the approver, or if no other owner could sign in. */
async function subjectFor(tx: Tx, { payload }: ApprovedRequest, by: Actor): Promise<OperatorRow> {
  const id = operatorOf(payload);
  const all = await lockOperators(tx);
  const hasOwner = all.some(each => each.id !== id && each.role === "owner" && canSignIn(each));
  if (by.id === id || !hasOwner) fail(ownRights);
  return required(
    all.find(each => each.id === id),
    "operators are never deleted",
  );
}

function operatorOf(payload: RequestContent["payload"]): Uuid {
  return required(parseUuid(z.parse(oneOperator, payload).operator), "checked by its schema");
}

function auditActionOf(
  action: string,
  subject: string,
  request: ApprovedRequest,
  changed: Readonly<Record<string, string>>,
): AuditAction {
  const after = { ...changed, request: request.id, asked_by: request.askedName };
  return { action, subject, reason: request.reason, after };
}
