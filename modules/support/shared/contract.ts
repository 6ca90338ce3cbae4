import * as z from "zod/mini";
import { dataOf, emailField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { captchaField } from "#modules/captcha/shared/contract.ts";
import { tooManyMessages } from "./errors.ts";

/** Characters of one message. */
export const longestMessage = 4000;

const writtenMessage = z.object({
  id: uuidField,
  text: z.string(),
  written_at: timeField,
  answer: z.nullable(z.string()),
  answered_at: z.nullable(timeField),
});

export const writeToSupport = route({
  method: "POST",
  path: "/api/v1/support/messages",
  module: "support",
  caller: "anyone",
  moves: "nothing",
  summary: "Leaves a message for support; it is answered by mail, and in the chat of a player",
  body: z.object({
    text: z.string("text_required").check(
      z.maxLength(longestMessage, "text_too_long"),
      z.refine(text => text.trim() !== "" && !text.includes("\u0000"), "text_required"),
    ),
    /** Where the answer is sent; required for a guest. */
    email: z.optional(emailField),
    /** The page it was written on. */
    page: z.optional(z.string("page_invalid").check(z.regex(/^\/[^\p{Cc}]{0,300}$/u, "page_invalid"))),
    captcha: captchaField,
  }),
  status: 201,
  output: dataOf(writtenMessage),
  errors: [tooManyMessages],
  rate: { burst: 10, perMinute: 2 },
});

export const readSupport = route({
  method: "GET",
  path: "/api/v1/support/messages",
  module: "support",
  caller: "player",
  moves: "nothing",
  summary: "The caller's last fifty messages to support with their answers, oldest first",
  output: dataOf(z.array(writtenMessage)),
});

export type WrittenMessage = z.output<typeof writtenMessage>;
