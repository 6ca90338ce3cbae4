import * as z from "zod/mini";
import { cursorField, dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { type RouteOutput, route } from "#kit/contract/route.ts";
import { locales } from "#kit/i18n/locale.ts";
import { idParams, officeChange, officeRead, player } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { maskedEmail } from "#modules/operators/shared/masked.ts";
import {
  attachmentView,
  conversationStates,
  fileFields,
  largestFileBody,
  messageKeyField,
  messageTextField,
  ratings,
  topics,
} from "../shared/contract.ts";
import {
  claimedByOther,
  conversationClosed,
  fileTooLarge,
  fileUnavailable,
  fileUnsupported,
  notMergeable,
} from "../shared/errors.ts";

export const inboxViews = ["mine", "snoozed", "queue", "late", "others", "complaints", "ended"] as const;
export type InboxViewName = (typeof inboxViews)[number];

export const localeField = z.enum(locales, "locale_invalid");
const colleague = z.object({ id: uuidField, name: z.string() });
/** Without the text of an answer: a small body, and nothing of it is stored in the audit log. */
const numberBody = z.object({
  number: z.int("number_invalid").check(z.gte(0, "number_invalid"), z.lte(1_000_000, "number_invalid")),
});

/** At most 30 days. */
export const minutesField = z
  .int("minutes_invalid")
  .check(z.gte(1, "minutes_invalid"), z.lte(43_200, "minutes_invalid"));

const listed = z.object({
  id: uuidField,
  player: z.nullable(player),
  /** The end of a guest's id: distinguishes two guests. */
  guest: z.nullable(z.string()),
  locale: localeField,
  topic: z.enum(topics),
  state: z.enum(conversationStates),
  assignee: z.nullable(colleague),
  last_text: z.string(),
  last_at: timeField,
  waiting_since: z.nullable(timeField),
  /** When the answer that the visitor waits for is due. */
  due_at: z.nullable(timeField),
  complaint: z.boolean(),
  snoozed_until: z.nullable(timeField),
  spam: z.boolean(),
  /** The conversation that goes on in place of this one. */
  merged_into: z.nullable(uuidField),
  unread: z.int(),
  rating: z.nullable(z.enum(ratings)),
});

export const readInbox = route({
  ...officeRead("support"),
  path: "/api/office/support",
  permission: "support.read",
  summary:
    "Conversations of a view: own, set aside, waiting, overdue, of others, complaints, ended; those that have waited longest first",
  query: z.object({ view: z.optional(z.enum(inboxViews, "view_invalid")), cursor: cursorField }),
  output: dataOf(
    z.object({
      items: z.array(listed),
      next_cursor: z.nullable(z.string()),
      counts: z.object({ mine: z.int(), queue: z.int(), late: z.int() }),
      /** Whether the caller is on shift, and how many conversations they take at a time. */
      shift: z.object({ on: z.boolean(), most: z.int() }),
    }),
  ),
});

export const searchInbox = route({
  ...officeRead("support"),
  path: "/api/office/support/search",
  permission: "support.read",
  summary: "Conversations in which a message contains all the words or words that begin so, the last 50",
  query: z.object({
    text: z.string("text_required").check(z.minLength(2, "text_required"), z.maxLength(100, "text_too_long")),
  }),
  output: dataOf(z.array(listed)),
});

export const readSupportTargets = route({
  ...officeRead("support"),
  path: "/api/office/support/targets",
  permission: "support.read",
  summary: "Targets for first replies and resolutions, and the results of the last seven days",
  output: dataOf(
    z.object({
      /** Seconds. */
      targets: z.object({ first_answer: z.int(), next_answer: z.int(), resolve: z.int() }),
      answered: z.int(),
      answered_in_time: z.int(),
      median_first_answer: z.nullable(z.int()),
      p95_first_answer: z.nullable(z.int()),
      resolved: z.int(),
      resolved_in_time: z.int(),
      median_resolve: z.nullable(z.int()),
    }),
  ),
});

const officeMessage = z.object({
  number: z.int(),
  author: z.enum(["visitor", "operator", "system"]),
  kind: z.enum(["said", "joined", "resolved", "reopened"]),
  name: z.nullable(z.string()),
  text: z.string(),
  at: timeField,
  attachment: z.nullable(attachmentView),
  /** `mail`: a reply by mail; `mail_other`: from another address than the visitor's. */
  via: z.nullable(z.enum(["mail", "mail_other"])),
});

export const readOfficeConversation = route({
  ...officeRead("support"),
  path: "/api/office/support/conversations/:id",
  permission: "support.read",
  summary: "A conversation with its messages and notes; the visitor's address is masked",
  params: idParams,
  output: dataOf(
    z.extend(listed, {
      /** Null: no unread answer is mailed. */
      email: z.nullable(maskedEmail),
      page: z.nullable(z.string()),
      opened_at: timeField,
      messages: z.array(officeMessage),
      /** The last messages of the visitor's other conversations. */
      earlier: z.array(officeMessage),
      notes: z.array(z.object({ id: uuidField, name: z.string(), text: z.string(), at: timeField })),
      read_by_visitor: z.int(),
      /** The visitor wrote a character within the last five seconds. */
      visitor_types: z.boolean(),
      rating_comment: z.nullable(z.string()),
      /** Conversations that were merged into this one. */
      merged: z.array(z.object({ id: uuidField, messages: z.array(officeMessage) })),
      /** Operators on shift, to hand over to. */
      colleagues: z.array(z.extend(colleague, { assigned: z.int() })),
    }),
  ),
});

export const claimConversation = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/conversations/:id/claim",
  permission: "support.answer",
  summary: "Claims a conversation from the operator `from`, or an unclaimed one (null)",
  params: idParams,
  body: z.object({ from: z.nullable(uuidField) }),
  status: 204,
  errors: [claimedByOther, conversationClosed],
});

export const assignConversation = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/conversations/:id/assign",
  permission: "support.answer",
  summary: "Hands a conversation over to an operator on shift, or returns it to the queue (null)",
  params: idParams,
  body: z.object({ to: z.nullable(uuidField) }),
  status: 204,
  errors: [claimedByOther, conversationClosed],
});

export const answerConversation = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/conversations/:id/messages",
  permission: "support.answer",
  summary: "Answers the visitor. In another operator's conversation only with `confirm`",
  params: idParams,
  body: z.object({
    key: messageKeyField,
    text: messageTextField,
    confirm: z.optional(z.boolean("confirm_invalid")),
  }),
  status: 201,
  output: dataOf(officeMessage),
  errors: [claimedByOther, conversationClosed],
});

export const sendOfficeFile = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/conversations/:id/attachments",
  permission: "support.answer",
  summary: "Sends the visitor a file. In another operator's conversation only with `confirm`",
  params: idParams,
  body: z.object({ ...fileFields, confirm: z.optional(z.boolean("confirm_invalid")) }),
  maxBody: largestFileBody,
  status: 201,
  output: dataOf(officeMessage),
  errors: [fileTooLarge, fileUnsupported, claimedByOther, conversationClosed],
});

export const openOfficeFile = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/attachments/:id/link",
  permission: "support.read",
  summary: "Creates the path of a file on the host `files.` of the site, for one read within a minute",
  params: idParams,
  status: 201,
  output: dataOf(z.object({ path: z.string() })),
  errors: [fileUnavailable],
});

export const writeConversationNote = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/conversations/:id/notes",
  permission: "support.answer",
  summary: "Adds a note that only operators see",
  params: idParams,
  body: z.object({ text: messageTextField }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
});

export const resolveConversation = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/conversations/:id/resolve",
  permission: "support.answer",
  summary: "Marks a conversation as resolved; the visitor can rate it, and continue it for 72 hours",
  params: idParams,
  status: 204,
  errors: [claimedByOther, conversationClosed],
});

export const markComplaint = route({
  ...officeChange("support"),
  method: "PUT",
  path: "/api/office/support/conversations/:id/complaint",
  permission: "support.answer",
  summary: "Marks a conversation as a complaint, which is kept for five years; removing the mark needs support.lead",
  params: idParams,
  body: z.object({ complaint: z.boolean("complaint_invalid"), reason: reasonField }),
  status: 204,
});

export const snoozeConversation = route({
  ...officeChange("support"),
  method: "PUT",
  path: "/api/office/support/conversations/:id/snooze",
  permission: "support.answer",
  summary:
    "Sets a conversation aside for some minutes, at most 30 days, or takes it back (null); the visitor's next message does too",
  params: idParams,
  body: z.object({ minutes: z.nullable(minutesField) }),
  status: 204,
  errors: [claimedByOther, conversationClosed],
});

export const markConversationSpam = route({
  ...officeChange("support"),
  method: "PUT",
  path: "/api/office/support/conversations/:id/spam",
  permission: "support.answer",
  summary:
    "Closes a conversation as spam, and blocks its guest's address for a day; removing the mark needs support.lead",
  params: idParams,
  body: z.object({ spam: z.boolean("spam_invalid"), reason: reasonField }),
  status: 204,
  errors: [conversationClosed],
});

export const mergeConversation = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/conversations/:id/merge",
  permission: "support.answer",
  summary: "Closes a conversation in favor of another one, where operators see its messages; no visitor does",
  params: idParams,
  body: z.object({ into: uuidField, reason: reasonField }),
  status: 204,
  errors: [conversationClosed, notMergeable],
});

export const readByOperator = route({
  ...officeChange("support"),
  byPage: true,
  method: "POST",
  path: "/api/office/support/conversations/:id/read",
  permission: "support.answer",
  summary: "Sets the last message that operators have read",
  params: idParams,
  body: numberBody,
  status: 204,
});

export const operatorTypes = route({
  ...officeChange("support"),
  method: "POST",
  path: "/api/office/support/conversations/:id/typing",
  permission: "support.answer",
  summary: "Shows the visitor for five seconds that an operator is typing",
  params: idParams,
  status: 204,
});

export const setShift = route({
  ...officeChange("support"),
  method: "PUT",
  path: "/api/office/support/shift",
  permission: "support.answer",
  summary: "Begins or ends the caller's shift: visitors see whether an operator is on shift",
  body: z.object({ on: z.boolean("on_invalid") }),
  status: 204,
});

export type ListedConversation = z.output<typeof listed>;
export type OfficeMessage = z.output<typeof officeMessage>;
export type OpenConversation = RouteOutput<typeof readOfficeConversation>["data"];
