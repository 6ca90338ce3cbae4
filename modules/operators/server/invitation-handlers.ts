import { type Handler, handle } from "#kit/http/handler.ts";
import * as contract from "../shared/sign-in-contract.ts";
import { accept, askInvitedPasskey, type InviteNeeds, readInvitation } from "./invite.ts";

/** The calls of an invited person, who has no session yet. */
export function invitationHandlers(needs: InviteNeeds): readonly Handler[] {
  return [
    handle(contract.openInvitation, async ({ input }) => ({ data: await readInvitation(needs, input.body.token) })),
    handle(contract.acceptInvitation, async ({ input: { body } }) => {
      await accept(needs, body.token, body.password, { code: body.code });
      return undefined;
    }),
    handle(contract.askInvitedPasskey, async call => ({
      data: { options: await askInvitedPasskey(needs, call, call.input.body.token) },
    })),
    handle(contract.acceptByPasskey, async call => {
      const { token, password, name, attestation } = call.input.body;
      await accept(needs, token, password, { name, attestation, source: call });
      return undefined;
    }),
  ];
}
