import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { type Call, type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import { act, actorOf } from "#modules/audit/server/index.ts";
import { lastFactor, passkeyLimit, passkeyRefused } from "../shared/errors.ts";
import * as contract from "../shared/own-access-contract.ts";
import type { InviteNeeds } from "./invite.ts";
import { type ChallengeUse, deletePasskey, insertPasskey, type PasskeyRow, passkeysOf } from "./passkey-store.ts";
import { lockOperator, operatorById } from "./store.ts";

const mostPasskeys = 10;

/** An operator's own passkeys. Adding and removing one takes a second factor of the last five minutes, and the operator is mailed. */
export function passkeyHandlers(needs: InviteNeeds): readonly Handler[] {
  const { host, passkeys, messages } = needs;
  return [
    handle(contract.readPasskeys, async ({ operator }) => {
      const row = required(await operatorById(host.db, operator.id), "the operator exists");
      const own = await passkeysOf(host.db, operator.id);
      return { data: { app: row.totpSecret !== null, passkeys: own.map(passkeyView) } };
    }),
    recordsItself(
      handle(contract.askNewPasskey, async call => {
        const { email } = required(await operatorById(host.db, call.operator.id), "the operator exists");
        return { data: { options: await passkeys.askNew(call, inSession("add", call.operator), email) } };
      }),
    ),
    addHandler(needs),
    act(host, contract.removePasskey, async (tx, { operator, hostname, locale, ip, input: { params } }) => {
      const { totpSecret, email, name } = await lockOperator(tx, operator.id);
      const own = await passkeysOf(tx, operator.id);
      const removed = own.find(({ id }) => id === params.id) ?? fail(notFound);
      const isLeft = totpSecret !== null || own.some(({ id, rpId }) => id !== removed.id && rpId === hostname);
      if (!isLeft) fail(lastFactor);
      await deletePasskey(tx, operator.id, removed.id);
      const values = { name, passkey: removed.name, address: ip };
      await messages.send(tx, { channel: "email", to: email, template: "operator_passkey_removed", locale, values });
      return {
        answer: undefined,
        auditAction: {
          action: "operator.passkey_remove",
          subject: `operator:${operator.id}`,
          before: { name: removed.name },
        },
      };
    }),
  ];
}

/** The response is checked before the transaction, so that its challenge is used up also where it is refused. */
function addHandler({ host, audit, passkeys, messages }: InviteNeeds): Handler {
  return recordsItself(
    handle(contract.addPasskey, async call => {
      const { operator } = call;
      const { name, attestation } = call.input.body;
      const created = await passkeys.created(call, inSession("add", operator), attestation);
      const row = Object.assign(created, { name, createdAt: new Date(host.clock.now()) });
      await host.db.tx(async tx => {
        const { email: to, name: person } = await lockOperator(tx, operator.id);
        if ((await passkeysOf(tx, operator.id)).length >= mostPasskeys) fail(passkeyLimit);
        if (!(await insertPasskey(tx, operator.id, row))) fail(passkeyRefused);
        const values = { name: person, passkey: name, address: call.ip };
        const { locale } = call;
        await messages.send(tx, { channel: "email", to, template: "operator_passkey_added", locale, values });
        await audit.record(tx, actorOf(call as unknown as Call), {
          action: "operator.passkey_add",
          subject: `operator:${operator.id}`,
          after: { name },
        });
      });
      return { data: passkeyView(Object.assign(row, { usedAt: null })) };
    }),
  );
}

/** The handler records its entry itself, or has none: a challenge changes nothing that the audit log is about. */
export function recordsItself(handler: Handler): Handler {
  return { ...handler, audited: true };
}

export function inSession(purpose: "add" | "step_up", { id, session }: Operator): ChallengeUse {
  return { purpose, operator: id, boundTo: session };
}

function passkeyView({ id, name, rpId, createdAt, usedAt }: PasskeyRow): contract.PasskeyView {
  return {
    id,
    name,
    host: rpId,
    created_at: createdAt.toISOString(),
    used_at: usedAt?.toISOString() ?? null,
  };
}
