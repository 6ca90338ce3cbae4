import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { acts, looks, oneThing, player } from "#modules/operators/office/fields.ts";
import { longestMessage } from "../shared/contract.ts";

export const readInbox = route({
  ...looks("support"),
  path: "/api/office/support",
  permission: "support.read",
  summary: "Messages to support: open ones first, oldest first",
  output: dataOf(
    z.array(
      z.object({
        id: uuidField,
        player: z.nullable(player),
        /** Whether the answer is also mailed. */
        by_mail: z.boolean(),
        locale: z.string(),
        page: z.nullable(z.string()),
        text: z.string(),
        written_at: timeField,
        answer: z.nullable(z.string()),
        answered_at: z.nullable(timeField),
      }),
    ),
  ),
});

export const answerMessage = route({
  ...acts("support"),
  method: "POST",
  path: "/api/office/support/:id/answer",
  permission: "support.answer",
  summary: "Answers a message, once",
  params: oneThing,
  body: z.object({
    text: z.string("text_required").check(
      z.maxLength(longestMessage, "text_too_long"),
      z.refine(text => text.trim() !== "" && !text.includes("\u0000"), "text_required"),
    ),
  }),
  status: 204,
});
