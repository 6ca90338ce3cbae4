import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { appCodeStep, appSecret, appSecretBytes } from "#kit/host/app-code.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import { act } from "#modules/audit/server/index.ts";
import { appCodeRefused, lastFactor } from "../shared/errors.ts";
import * as contract from "../shared/own-access-contract.ts";
import type { InviteNeeds } from "./invite.ts";
import { deleteNewApp, newAppOf, putNewApp } from "./new-app-store.ts";
import { recordsItself } from "./passkey-handlers.ts";
import { passkeysOf } from "./passkey-store.ts";
import { secretLabel } from "./sign-in.ts";
import { lockOperator, operatorById, setApp } from "./store.ts";

/** How long the secret of a new app waits for its first code. */
const newAppLifeMs = 10 * 60_000;

/**
 * An operator's own authenticator app, for those who were enrolled with a passkey or have another phone. Adding and removing it takes a second
 * factor of the last five minutes, and the operator is mailed.
 */
export function appHandlers(needs: InviteNeeds): readonly Handler[] {
  const { host, seal, messages } = needs;
  return [
    recordsItself(
      handle(contract.askNewApp, async ({ operator: { id, session } }) => {
        const { email } = required(await operatorById(host.db, id), "the operator exists");
        const bytes = host.random.bytes(appSecretBytes);
        const secret = seal.seal(bytes, secretLabel(id));
        const expiresAt = new Date(host.clock.now() + newAppLifeMs);
        await putNewApp(host.db, { operator: id, session, secret, expiresAt });
        return { data: appSecret(bytes, email) };
      }),
    ),
    act(host, contract.addApp, async (tx, { operator: { id, session }, input, locale, ip }) => {
      const { totpSecret: former, email, name } = await lockOperator(tx, id);
      const sealed = await newAppOf(tx, { operator: id, session, now: new Date(host.clock.now()) });
      if (!sealed) return fail(appCodeRefused);
      const step = appCodeStep(seal.open(sealed, secretLabel(id)), input.body.code, host.clock.now());
      if (step === undefined) return fail(appCodeRefused);
      await deleteNewApp(tx, id);
      await setApp(tx, id, { secret: sealed, step });
      const values = { name, address: ip };
      await messages.send(tx, { channel: "email", to: email, template: "operator_app_added", locale, values });
      return {
        answer: undefined,
        auditAction: {
          action: "operator.app_add",
          subject: `operator:${id}`,
          after: { replaced: former !== null },
        },
      };
    }),
    act(host, contract.removeApp, async (tx, { operator: { id }, hostname, locale, ip }) => {
      const { totpSecret, email, name } = await lockOperator(tx, id);
      if (totpSecret === null) fail(notFound);
      if (!(await passkeysOf(tx, id)).some(({ rpId }) => rpId === hostname)) fail(lastFactor);
      await setApp(tx, id, null);
      const values = { name, address: ip };
      await messages.send(tx, { channel: "email", to: email, template: "operator_app_removed", locale, values });
      return { answer: undefined, auditAction: { action: "operator.app_remove", subject: `operator:${id}` } };
    }),
  ];
}
