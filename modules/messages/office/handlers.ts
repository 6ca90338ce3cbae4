import type * as z from "zod/mini";
import { type Handler, handle } from "#kit/http/handler.ts";
import { type Messages, type Preview, previewsIn } from "#modules/messages/server/index.ts";
import { type messageView, readMessageTemplates } from "./contract.ts";

const phrase = "blue teapot";

/** What pages show of a message. */
export const messageViewOf = ({ mail, sms, call }: Preview): z.output<typeof messageView> => ({
  mail: { ...mail, parts: mail.parts.map(part => ({ ...part })) },
  sms,
  call,
});

/** Messages, for operators. */
export function messageHandlers({ messages }: { readonly messages: Pick<Messages, "textsOf"> }): readonly Handler[] {
  return [
    handle(readMessageTemplates, async ({ input }) => ({
      data: previewsIn(input.query.locale, phrase, messages.textsOf).map(preview => ({
        name: preview.name,
        ...messageViewOf(preview),
      })),
    })),
  ];
}
