import * as z from "zod/mini";
import { dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { locales } from "#kit/i18n/locale.ts";
import { officeRead } from "#modules/operators/office/fields.ts";

const part = z.object({
  kind: z.enum(["text", "code", "button", "link"]),
  text: z.string(),
  /** Address of a button or a link. */
  href: z.optional(z.string()),
});

/** A message with example values. */
export const messageView = z.object({
  mail: z.object({
    hello: z.string(),
    subject: z.string(),
    phrase: z.nullable(z.string()),
    parts: z.array(part),
    foot: z.string(),
  }),
  /** Null: it is not sent through this channel. */
  sms: z.nullable(z.string()),
  call: z.nullable(z.string()),
});
const template = z.extend(messageView, { name: z.string() });
export type TemplateView = z.output<typeof template>;

export const readMessageTemplates = route({
  ...officeRead("messages"),
  path: "/api/office/message-templates",
  permission: "campaigns.read",
  summary: "Every message to players and operators in one language, as its recipient reads it, with example values",
  query: z.object({ locale: z.enum(locales, "locale_invalid") }),
  output: dataOf(z.array(template)),
});
