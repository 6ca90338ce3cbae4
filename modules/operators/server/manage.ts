import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Handler, Operator } from "#kit/http/handler.ts";
import { parseUuid } from "#kit/std/brand.ts";
import { act, requestAction } from "#modules/audit/server/index.ts";
import * as contract from "../shared/contract.ts";
import { noSecondOwner, operatorExists, operatorUnchanged, ownRights } from "../shared/errors.ts";
import type { ApprovalPort, RequestContent } from "./approvals-port.ts";
import type { InviteNeeds } from "./invite.ts";
import { invitationRequest, newInvitationRequest, roleRequest, standingRequest } from "./operator-requests.ts";
import { canSignIn, isLocked } from "./sign-in.ts";
import { forgetTries, lockOperators, type OperatorRow, operatorByEmail } from "./store.ts";

export interface ManageNeeds extends InviteNeeds {
  /** Where changes are requested. */
  readonly approvals: () => ApprovalPort;
}

/** An owner's changes to other operators. Each is a request that another owner approves, but for the end of a lock. */
export function manageHandlers(needs: ManageNeeds): readonly Handler[] {
  const { host } = needs;
  return [
    act(host, contract.inviteOperator, async (tx, call) => {
      const { role, reason, ...given } = call.input.body;
      const who = { email: given.email.toLowerCase(), name: given.name.trim(), role, locale: call.locale };
      if (await operatorByEmail(tx, who.email)) fail(operatorExists);
      return ask(needs, tx, call, invitationRequest(who, reason));
    }),
    act(host, contract.inviteAgain, async (tx, call) => {
      const row = await other(tx, call.operator, call.input.params.id);
      return ask(needs, tx, call, newInvitationRequest(row, call.locale, call.input.body.reason));
    }),
    act(host, contract.changeRole, async (tx, call) => {
      const { role, reason } = call.input.body;
      const row = await other(tx, call.operator, call.input.params.id);
      if (role === row.role) fail(operatorUnchanged);
      return ask(needs, tx, call, roleRequest(row, role, reason));
    }),
    act(host, contract.changeStanding, async (tx, call) => {
      const { disabled, reason } = call.input.body;
      const row = await other(tx, call.operator, call.input.params.id);
      if (disabled === (row.disabledAt !== null)) fail(operatorUnchanged);
      return ask(needs, tx, call, standingRequest(row, disabled, reason));
    }),
    act(host, contract.unlockOperator, async (tx, { operator, input: { params, body } }) => {
      const row = await other(tx, operator, params.id);
      if (row.disabledAt !== null || !isLocked(row, host.clock.now())) fail(operatorUnchanged);
      await forgetTries(tx, row.id);
      const { reason } = body;
      const auditAction = { action: "operator.unlock", subject: `operator:${row.id}`, reason };
      return { answer: undefined, auditAction };
    }),
  ];
}

/** Requests another owner's approval: nothing has changed yet. Fails with `no_second_owner`. */
async function ask(
  needs: ManageNeeds,
  tx: Tx,
  call: { readonly operator: Operator },
  request: RequestContent & { readonly kind: string },
) {
  const owners = (await lockOperators(tx)).filter(each => each.role === "owner" && canSignIn(each));
  if (!owners.some(({ id }) => id !== call.operator.id && request.subject !== `operator:${id}`)) fail(noSecondOwner);
  const { id, expiresAt, isNew } = await needs.approvals().ask(tx, request, call.operator);
  const { kind, subject, payload, reason } = request;
  return {
    answer: { data: { request: id, expires_at: expiresAt.toISOString() } },
    auditAction: requestAction({ id, isNew }, reason, { kind, subject, payload }),
  };
}

/** An operator other than the caller. Fails with `not_found`, `own_rights`. */
async function other(tx: Tx, caller: Operator, idText: string): Promise<OperatorRow> {
  const id = parseUuid(idText);
  const row = (await lockOperators(tx)).find(operator => operator.id === id);
  if (!row) return fail(notFound);
  return row.id === caller.id ? fail(ownRights) : row;
}

export function operatorView(row: OperatorRow, passkeys: number, nowMs: number): contract.OperatorView {
  const { id, name, email, role } = row;
  const open = row.passwordHash === null ? "invited" : isLocked(row, nowMs) ? "locked" : "active";
  return {
    id,
    name,
    email,
    role,
    state: row.disabledAt ? "disabled" : open,
    factors: { app: row.totpSecret !== null, passkeys },
    created_at: row.createdAt.toISOString(),
    last_login_at: row.lastLoginAt?.toISOString() ?? null,
    approves_from: row.approvesFrom && row.approvesFrom.getTime() > nowMs ? row.approvesFrom.toISOString() : null,
  };
}
