import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Handler, Operator } from "#kit/http/handler.ts";
import { parseUuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { act } from "#modules/audit/server/index.ts";
import * as contract from "../shared/contract.ts";
import { noSecondOwner, operatorExists, ownRights } from "../shared/errors.ts";
import type { ApprovalPort, RequestContent } from "./approvals-port.ts";
import { approverWaitMs } from "./approvers.ts";
import { type InviteNeeds, mailInvitation } from "./invite.ts";
import { changeOwnerRequest, inviteOwnerRequest } from "./owner-requests.ts";
import { endSessionsOf } from "./session-store.ts";
import { canSignIn, isLocked } from "./sign-in.ts";
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

export interface ManageNeeds extends InviteNeeds {
  /** Where changes that need two owners are requested. */
  readonly approvals: () => ApprovalPort;
}

/** An owner's changes to other operators; changes to owners need another owner too. */
export function manageHandlers(needs: ManageNeeds): readonly Handler[] {
  const { host } = needs;
  const now = () => new Date(host.clock.now());
  const view = (row: OperatorRow) => operatorView(row, host.clock.now());
  return [
    act(host, contract.inviteOperator, async (tx, call) => {
      const { operator, locale, input } = call;
      const { role, reason } = input.body;
      const who = { email: input.body.email.toLowerCase(), name: input.body.name.trim() };
      if (await operatorByEmail(tx, who.email)) fail(operatorExists);
      if (role === "owner") return invitationAsked(needs, tx, call, inviteOwnerRequest({ ...who, locale }, reason));
      const id = host.ids.next();
      if (!(await insertOperator(tx, { id, ...who, role, now: now() }))) fail(operatorExists);
      const expiresAt = await mailInvitation(needs, tx, { operator: id, ...who, role, locale, inviter: operator.id });
      return {
        answer: { data: { id, request: null, expires_at: expiresAt.toISOString() } },
        auditAction: { action: "operator.invite", subject: `operator:${id}`, reason, after: { ...who, role } },
      };
    }),
    act(host, contract.inviteAgain, async (tx, call) => {
      const { operator, locale, input } = call;
      const { reason } = input.body;
      const row = await other(tx, operator, input.params.id);
      const { id, name, email, role } = row;
      if (role === "owner") {
        const request = changeOwnerRequest("owner.invite_again", row, { locale, reason });
        return invitationAsked(needs, tx, call, request);
      }
      await setFactors(tx, id, null, now());
      await endSessionsOf(tx, id, now());
      const invited = { operator: id, name, email, role, locale, inviter: operator.id };
      const expiresAt = await mailInvitation(needs, tx, invited);
      return {
        answer: { data: { id, request: null, expires_at: expiresAt.toISOString() } },
        auditAction: { action: "operator.invite_again", subject: `operator:${id}`, reason },
      };
    }),
    act(host, contract.changeRole, async (tx, call) => {
      const { operator, locale, input } = call;
      const { role, reason } = input.body;
      const row = await other(tx, operator, input.params.id);
      if (role === row.role) return { answer: { data: { ...view(row), request: null } }, auditAction: null };
      if (role === "owner") {
        const asked = await ask(needs, tx, call, changeOwnerRequest("owner.role", row, { locale, reason }));
        return { answer: { data: { ...view(row), request: asked.id } }, auditAction: asked.auditAction };
      }
      await setRole(tx, row.id, role, now(), new Date(host.clock.now() + approverWaitMs));
      await endSessionsOf(tx, row.id, now());
      const auditAction = { action: "operator.role", subject: `operator:${row.id}`, reason };
      const changed = required(await operatorById(tx, row.id), "the operator exists");
      return {
        answer: { data: { ...view(changed), request: null } },
        auditAction: { ...auditAction, before: { role: row.role }, after: { role } },
      };
    }),
    act(host, contract.changeStanding, async (tx, { operator, input: { params, body } }) => {
      const row = await other(tx, operator, params.id);
      await setDisabled(tx, row.id, body.disabled ? now() : null);
      if (body.disabled) await endSessionsOf(tx, row.id, now());
      else await forgetTries(tx, row.id);
      const after = required(await operatorById(tx, row.id), "the operator exists");
      return {
        answer: { data: view(after) },
        auditAction: {
          action: body.disabled ? "operator.disable" : "operator.enable",
          subject: `operator:${row.id}`,
          reason: body.reason,
          before: { state: view(row).state },
          after: { state: view(after).state },
        },
      };
    }),
  ];
}

type AskCall = { readonly operator: Operator; setStatus(status: 202): void };

/** Requests another owner's approval: nothing has changed yet. Fails with `no_second_owner`. */
async function ask(needs: ManageNeeds, tx: Tx, call: AskCall, request: RequestContent & { readonly kind: string }) {
  const owners = (await lockOperators(tx)).filter(each => each.role === "owner" && canSignIn(each));
  if (!owners.some(({ id }) => id !== call.operator.id && request.subject !== `operator:${id}`)) fail(noSecondOwner);
  const { id, expiresAt, isNew } = await needs.approvals().ask(tx, request, call.operator);
  call.setStatus(202);
  const { kind, subject, payload, reason } = request;
  const auditAction = { action: "approval.ask", subject: `request:${id}`, reason, after: { kind, subject, payload } };
  return { id, expiresAt, auditAction: isNew ? auditAction : null };
}

async function invitationAsked(...given: Parameters<typeof ask>) {
  const { id, expiresAt, auditAction } = await ask(...given);
  return { answer: { data: { id: null, request: id, expires_at: expiresAt.toISOString() } }, auditAction };
}

/** An operator other than the caller, and at least one owner who can sign in remains after the change. */
async function other(tx: Tx, caller: Operator, idText: string): Promise<OperatorRow> {
  const id = parseUuid(idText);
  const all = await lockOperators(tx);
  const row = all.find(operator => operator.id === id);
  if (!row) return fail(notFound);
  const ownerIsLeft = all.some(each => each.id !== id && each.role === "owner" && canSignIn(each));
  if (row.id === caller.id || !ownerIsLeft) return fail(ownRights);
  return row;
}

export function operatorView(row: OperatorRow, nowMs: number): contract.OperatorView {
  const { id, name, email, role } = row;
  const open = row.passwordHash === null ? "invited" : isLocked(row, nowMs) ? "locked" : "active";
  return {
    id,
    name,
    email,
    role,
    state: row.disabledAt ? "disabled" : open,
    created_at: row.createdAt.toISOString(),
    last_login_at: row.lastLoginAt?.toISOString() ?? null,
    approves_from: row.approvesFrom && row.approvesFrom.getTime() > nowMs ? row.approvesFrom.toISOString() : null,
  };
}
