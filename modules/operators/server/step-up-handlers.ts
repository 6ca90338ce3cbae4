import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { type Call, type Handler, handle, type Operator } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import * as contract from "../shared/sign-in-contract.ts";
import type { InviteNeeds } from "./invite.ts";
import { inSession, recordsItself } from "./passkey-handlers.ts";
import { sessionById } from "./session-store.ts";
import { sessionTimes } from "./sessions.ts";
import { type GivenFactor, stepUp } from "./sign-in.ts";

type StepUpCall = Pick<Call, "hostname" | "ip" | "userAgent" | "requestId"> & { readonly operator: Operator };

/** A second factor given again. The entry is written by `stepUp`, also that of a refusal, which is not rolled back. */
export function stepUpHandlers(needs: InviteNeeds): readonly Handler[] {
  const { host, passkeys } = needs;
  async function prove(call: StepUpCall, given: GivenFactor) {
    const { operator, hostname, ip, userAgent, requestId } = call;
    await stepUp(needs, { operator, hostname, ip, userAgent, requestId }, given);
    const session = required(await sessionById(host.db, operator.session), "the session exists");
    return { data: sessionTimes(session, host.clock.now()) };
  }
  return [
    handle(contract.stepUpSession, call => prove(call, { code: call.input.body.code })),
    handle(contract.askStepUpPasskey, async call => {
      if (!(await passkeys.has(call.hostname, call.operator.id))) fail(notFound);
      return { data: { options: await passkeys.ask(call, inSession("step_up", call.operator)) } };
    }),
    handle(contract.stepUpByPasskey, call =>
      prove(call, { assertion: call.input.body.assertion, headers: call.headers }),
    ),
  ].map(recordsItself);
}
