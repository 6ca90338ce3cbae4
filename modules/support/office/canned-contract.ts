import * as z from "zod/mini";
import { dataOf, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { messageKeyField } from "../shared/contract.ts";
import { cannedChanged, cannedExists, claimedByOther, conversationClosed, variableMissing } from "../shared/errors.ts";
import { longestMessage } from "../shared/message-text.ts";
import { localeField, minutesField } from "./contract.ts";

const macro = z.object({
  id: uuidField,
  name: z.string(),
  shortcut: z.string(),
  action: z.enum(["none", "resolve", "snooze"], "action_invalid"),
  snooze_minutes: z.nullable(z.int()),
});
export type Macro = z.output<typeof macro>;

export const readMacros = route({
  ...officeRead("support"),
  path: "/api/office/support/macros",
  permission: "support.read",
  summary: "Macros: a canned reply, and what is done with the conversation after it",
  output: dataOf(z.array(macro)),
});

export const runMacro = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/conversations/:id/macros/:macro",
  permission: "support.answer",
  summary: "Sends a macro's canned reply in the conversation's language, and resolves or snoozes it",
  params: z.object({ id: uuidField, macro: uuidField }),
  body: z.object({ key: messageKeyField, confirm: z.optional(z.boolean("confirm_invalid")) }),
  status: 204,
  errors: [claimedByOther, conversationClosed, variableMissing],
});

export const addSupportMacro = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/macros",
  permission: "support.lead",
  summary: "Adds a macro",
  body: z.object({
    name: z
      .string("name_invalid")
      .check(z.minLength(2, "name_invalid"), z.maxLength(60, "name_invalid"), z.regex(plainText, "name_invalid")),
    shortcut: z.string("shortcut_invalid").check(z.regex(/^[a-z][a-z0-9-]{1,19}$/, "shortcut_invalid")),
    action: macro.shape.action,
    snooze_minutes: z.nullable(minutesField),
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(macro),
  errors: [cannedExists],
});

export const removeSupportMacro = route({
  ...officeChange("support"),
  method: "DELETE",
  path: "/api/office/support/macros/:id",
  permission: "support.lead",
  summary: "Deletes a macro",
  params: idParams,
  body: z.object({ reason: reasonField }),
  status: 204,
});

const canned = z.object({
  id: uuidField,
  version: z.int(),
  shortcut: z.string(),
  locale: localeField,
  title: z.string(),
  text: z.string(),
});

export const readCanned = route({
  ...officeRead("support"),
  path: "/api/office/support/canned",
  permission: "support.read",
  summary: "Canned replies, in one language or in all",
  query: z.object({ locale: z.optional(localeField) }),
  output: dataOf(z.array(canned)),
});

export const fillCannedAnswer = route({
  ...officeRead("support"),
  path: "/api/office/support/conversations/:id/canned/:canned",
  permission: "support.answer",
  summary: "A canned reply with the values of this conversation in place of its variables",
  params: z.object({ id: uuidField, canned: uuidField }),
  output: dataOf(z.object({ text: z.string() })),
  errors: [variableMissing],
});

const cannedBody = z.object({
  shortcut: z.string("shortcut_invalid").check(z.regex(/^[a-z][a-z0-9-]{1,19}$/, "shortcut_invalid")),
  locale: localeField,
  title: z
    .string("title_invalid")
    .check(z.minLength(2, "title_invalid"), z.maxLength(80, "title_invalid"), z.regex(plainText, "title_invalid")),
  text: z.string("text_required").check(z.minLength(1, "text_required"), z.maxLength(longestMessage, "text_too_long")),
  reason: reasonField,
});

export const addCanned = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/canned",
  permission: "support.lead",
  summary: "Adds a canned reply; only known variables are accepted",
  body: cannedBody,
  status: 201,
  output: dataOf(canned),
  errors: [cannedExists],
});

export const changeCanned = route({
  ...officeChange("support"),
  method: "PUT",
  path: "/api/office/support/canned/:id",
  permission: "support.lead",
  summary: "Changes a canned reply",
  params: idParams,
  body: z.extend(cannedBody, {
    /** The version that the author has changed. */
    version: z.int("version_invalid").check(z.gte(1, "version_invalid"), z.lte(999_999, "version_invalid")),
  }),
  output: dataOf(canned),
  errors: [cannedChanged, cannedExists],
});

export const removeCanned = route({
  ...officeChange("support"),
  method: "DELETE",
  path: "/api/office/support/canned/:id",
  permission: "support.lead",
  summary: "Deletes a canned reply",
  params: idParams,
  body: z.object({ reason: reasonField }),
  status: 204,
});

export const readCannedVersions = route({
  ...officeRead("support"),
  path: "/api/office/support/canned/:id/versions",
  permission: "support.read",
  summary: "Every version of a canned reply, newest first, also of a deleted one",
  params: idParams,
  output: dataOf(
    z.array(
      z.object({
        version: z.int(),
        shortcut: z.string(),
        locale: localeField,
        title: z.string(),
        text: z.string(),
        removed: z.boolean(),
        by: z.string(),
        at: timeField,
        reason: z.string(),
      }),
    ),
  ),
});

export type CannedAnswer = z.output<typeof canned>;
