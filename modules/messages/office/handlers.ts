import { type Handler, handle } from "#kit/http/handler.ts";
import { previewsIn } from "#modules/messages/server/index.ts";
import { readMessageTemplates } from "./contract.ts";

const phrase = "blue teapot";

/** Messages, for operators. */
export function messageHandlers(): readonly Handler[] {
  return [
    handle(readMessageTemplates, async ({ input }) => ({
      data: previewsIn(input.query.locale, phrase).map(({ name, mail, sms, call }) => ({
        name,
        mail: { ...mail, parts: mail.parts.map(part => ({ ...part })) },
        sms,
        call,
      })),
    })),
  ];
}
