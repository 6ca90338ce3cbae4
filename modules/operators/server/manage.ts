import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Handler, Operator } from "#kit/http/handler.ts";
import { parseUuid } from "#kit/std/brand.ts";
import { must } from "#kit/std/invariant.ts";
import { act } from "#modules/audit/server/index.ts";
import * as contract from "../shared/contract.ts";
import { operatorExists, ownRights } from "../shared/errors.ts";
import { invite } from "./invite.ts";
import { endSessionsOf } from "./session-store.ts";
import { canSignIn, isLocked, type SignInNeeds } from "./sign-in.ts";
import {
  forgetTries,
  insertOperator,
  lockOperators,
  type OperatorRow,
  operatorById,
  setDisabled,
  setFactors,
  setRole,
} from "./store.ts";

/** What an owner does with the other people of the house. */
export function manageHandlers(needs: SignInNeeds): readonly Handler[] {
  const { host } = needs;
  const now = () => new Date(host.clock.now());
  const view = (row: OperatorRow) => operatorView(row, host.clock.now());
  return [
    act(host, contract.inviteOperator, async (tx, { input: { body } }) => {
      const id = host.ids.next();
      const { role, reason } = body;
      const who = { email: body.email.toLowerCase(), name: body.name.trim() };
      if (!(await insertOperator(tx, { id, ...who, role, now: now() }))) fail(operatorExists);
      const { token, expiresAt } = await invite(needs, tx, id);
      return {
        answer: { data: { id, invitation: token, expires_at: expiresAt.toISOString() } },
        deed: { action: "operator.invite", subject: `operator:${id}`, reason, after: { ...who, role } },
      };
    }),
    act(host, contract.inviteAgain, async (tx, { operator, input: { params, body } }) => {
      const { id } = await other(tx, operator, params.id);
      await setFactors(tx, id, null, now());
      await endSessionsOf(tx, id, now());
      const { token, expiresAt } = await invite(needs, tx, id);
      return {
        answer: { data: { id, invitation: token, expires_at: expiresAt.toISOString() } },
        deed: { action: "operator.invite_again", subject: `operator:${id}`, reason: body.reason },
      };
    }),
    act(host, contract.changeRole, async (tx, { operator, input: { params, body } }) => {
      const { id, role } = await other(tx, operator, params.id);
      await setRole(tx, id, body.role);
      await endSessionsOf(tx, id, now());
      const deed = { action: "operator.role", subject: `operator:${id}`, reason: body.reason };
      return {
        answer: { data: view(must(await operatorById(tx, id), "an operator vanished")) },
        deed: { ...deed, before: { role }, after: { role: body.role } },
      };
    }),
    act(host, contract.changeStanding, async (tx, { operator, input: { params, body } }) => {
      const row = await other(tx, operator, params.id);
      await setDisabled(tx, row.id, body.disabled ? now() : null);
      if (body.disabled) await endSessionsOf(tx, row.id, now());
      else await forgetTries(tx, row.id);
      const after = must(await operatorById(tx, row.id), "an operator vanished");
      return {
        answer: { data: view(after) },
        deed: {
          ...{ action: body.disabled ? "operator.disable" : "operator.enable", subject: `operator:${row.id}` },
          ...{ reason: body.reason, before: { state: view(row).state }, after: { state: view(after).state } },
        },
      };
    }),
  ];
}

/** Another operator than the caller, after whose change an owner who can sign in is left. */
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
  const open = row.password_hash === null ? "invited" : isLocked(row, nowMs) ? "locked" : "active";
  return {
    ...{ id, name, email, role, state: row.disabled_at ? "disabled" : open },
    created_at: row.created_at.toISOString(),
    last_login_at: row.last_login_at?.toISOString() ?? null,
  };
}
