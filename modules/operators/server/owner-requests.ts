import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Actor, AuditAction } from "#modules/audit/server/index.ts";
import { ownRights } from "../shared/errors.ts";
import type { ApprovedRequest, RequestContent, RequestKind } from "./approvals-port.ts";
import { approverWaitMs } from "./approvers.ts";
import { type InviteNeeds, mailInvitation } from "./invite.ts";
import { endSessionsOf } from "./session-store.ts";
import { insertOperator, type OperatorRow, operatorByEmail, operatorById, setFactors, setRole } from "./store.ts";

/** What takes two owners, because an owner alone could otherwise be both sides of every approval. */

const locale = z.enum(locales);
const newOwner = z.object({ email: z.string(), name: z.string(), locale });
const oneOwner = z.object({ operator: z.uuid(), email: z.string(), name: z.string(), locale });

type Content = RequestContent & { readonly kind: string };

const owners = { permission: "operators.write", reads: "operators.read", needs: 1 } as const;

export function inviteOwnerRequest(who: z.output<typeof newOwner>, reason: string): Content {
  return { kind: "owner.invite", subject: `operator:${who.email}`, payload: { ...who }, reason };
}

export function changeOwnerRequest(
  kind: "owner.invite_again" | "owner.role",
  { id, email, name }: OperatorRow,
  by: { readonly locale: Locale; readonly reason: string },
): Content {
  const payload = { operator: id, email, name, locale: by.locale };
  return { kind, subject: `operator:${id}`, payload, reason: by.reason };
}

export function ownerRequestKinds(needs: InviteNeeds): readonly RequestKind[] {
  return [
    {
      ...owners,
      kind: "owner.invite",
      versionOf: async (db, { payload }) => {
        const known = await operatorByEmail(db, z.parse(newOwner, payload).email);
        return known ? `${known.id} ${known.version}` : "absent";
      },
      run: (tx, request, by) => inviteOwner(needs, tx, request, by),
    },
    { ...owners, kind: "owner.invite_again", versionOf, run: (tx, request, by) => inviteAgain(needs, tx, request, by) },
    { ...owners, kind: "owner.role", versionOf, run: (tx, request, by) => makeOwner(needs, tx, request, by) },
  ];
}

async function versionOf(db: Queryable, { payload }: Pick<RequestContent, "payload">): Promise<string> {
  const row = await operatorById(db, operatorOf(payload));
  return row ? String(row.version) : "absent";
}

async function inviteOwner(needs: InviteNeeds, tx: Tx, request: ApprovedRequest, by: Actor): Promise<void> {
  const { host, audit } = needs;
  const { email, name, locale: language } = z.parse(newOwner, request.payload);
  const [operator, now, role] = [host.ids.next(), new Date(host.clock.now()), "owner" as const];
  required((await insertOperator(tx, { id: operator, email, name, role, now })) || undefined, "the version was absent");
  await mailInvitation(needs, tx, { operator, name, email, role, locale: language, inviter: request.askedBy });
  const subject = `operator:${operator}`;
  await audit.record(tx, by, auditActionOf("operator.invite", subject, request, { email, name, role }));
}

async function inviteAgain(needs: InviteNeeds, tx: Tx, request: ApprovedRequest, by: Actor): Promise<void> {
  const { host, audit } = needs;
  const { locale: language } = z.parse(oneOwner, request.payload);
  const { id, name, email, role } = required(
    await operatorById(tx, operatorOf(request.payload)),
    "the operator exists",
  );
  if (by.id === id) fail(ownRights);
  const now = new Date(host.clock.now());
  await setFactors(tx, id, null, now);
  await endSessionsOf(tx, id, now);
  await mailInvitation(needs, tx, { operator: id, name, email, role, locale: language, inviter: request.askedBy });
  await audit.record(tx, by, auditActionOf("operator.invite_again", `operator:${id}`, request, {}));
}

async function makeOwner({ host, audit }: InviteNeeds, tx: Tx, request: ApprovedRequest, by: Actor): Promise<void> {
  const { id, role } = required(await operatorById(tx, operatorOf(request.payload)), "the operator exists");
  const now = new Date(host.clock.now());
  await setRole(tx, id, "owner", now, new Date(now.getTime() + approverWaitMs));
  await endSessionsOf(tx, id, now);
  const auditAction = auditActionOf("operator.role", `operator:${id}`, request, { role: "owner" });
  await audit.record(tx, by, { ...auditAction, before: { role } });
}

function operatorOf(payload: RequestContent["payload"]): Uuid {
  return required(parseUuid(z.parse(oneOwner, payload).operator), "checked by its schema");
}

function auditActionOf(
  action: string,
  subject: string,
  request: ApprovedRequest,
  facts: Readonly<Record<string, string>>,
): AuditAction {
  const after = { ...facts, request: request.id, asked_by: request.askedName };
  return { action, subject, reason: request.reason, after };
}
