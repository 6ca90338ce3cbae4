import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { dataOf, emailField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { captchaField } from "#modules/captcha/shared/contract.ts";
import { attachmentStates, attachmentTypes, largestAttachment } from "./attachment.ts";
import {
  conversationClosed,
  conversationOpen,
  filesClosed,
  fileTooLarge,
  fileUnavailable,
  fileUnsupported,
  tooManyMessages,
} from "./errors.ts";
import { cleanText, longestMessage, mostLines } from "./message-text.ts";

/** What a conversation is about; the visitor chooses. */
export const topics = ["sign_in", "money", "result", "documents", "other"] as const;
export type Topic = (typeof topics)[number];

export const conversationStates = ["waiting", "open", "resolved", "closed"] as const;
export type ConversationState = (typeof conversationStates)[number];

export const ratings = ["yes", "partly", "no"] as const;

/** Text of a message; what is stored is {@link cleanText} of it. */
export const messageTextField = z.string("text_required").check(
  z.maxLength(longestMessage, "text_too_long"),
  z.refine(text => cleanText(text) !== "", "text_required"),
  z.refine(text => cleanText(text).split("\n").length <= mostLines, "text_too_long"),
);
const pageField = z.optional(z.string("page_invalid").check(z.regex(/^\/[^\p{Cc}]{0,300}$/u, "page_invalid")));
/** Chosen by the writer's page: a repeat with the same key stores nothing new. */
export const messageKeyField = uuidField;
const numberField = z.int("number_invalid").check(z.gte(0, "number_invalid"), z.lte(1_000_000, "number_invalid"));

/** Base64 needs four bytes for three. */
const largestText = Math.ceil(largestAttachment / 3) * 4;
/** The body of a call that sends a file, and its size with everything else in it. */
export const fileFields = {
  key: messageKeyField,
  name: z.string("file_name_invalid").check(z.minLength(1, "file_name_invalid"), z.maxLength(255, "file_name_invalid")),
  /** Base64. */
  content: z.string("file_invalid").check(z.minLength(1, "file_invalid"), z.maxLength(largestText, "file_invalid")),
} as const;
export const largestFileBody = largestText + 4096;

export const attachmentView = z.object({
  id: uuidField,
  name: z.string(),
  type: z.enum(attachmentTypes),
  /** Bytes. */
  size: z.int(),
  /** Width of an image, and below it the height, in pixels. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** `waiting`: being scanned; `bad`: deleted after the scan; `unscanned`: there is no scanner. */
  state: z.enum(attachmentStates),
});

export const messageView = z.object({
  /** 1, 2, 3 … within the conversation. */
  number: z.int(),
  author: z.enum(["visitor", "operator", "system"]),
  /** `said`, or what happened: an operator joined, the conversation was resolved or reopened. */
  kind: z.enum(["said", "joined", "resolved", "reopened"]),
  /** The operator's first name. */
  name: z.nullable(z.string()),
  /** Empty where the message is a file. */
  text: z.string(),
  at: timeField,
  attachment: z.nullable(attachmentView),
});

/** What changes about a conversation besides its messages. */
const progressView = z.object({
  state: z.enum(conversationStates),
  /** The first name of the operator who has it. */
  operator: z.nullable(z.string()),
  /** The conversation's place among those that wait, from 1. */
  place: z.nullable(z.int()),
  /** The last message that was read by each side. */
  read_by_operator: z.int(),
  read_by_visitor: z.int(),
  rated: z.boolean(),
});

const conversationView = z.extend(progressView, {
  id: uuidField,
  /** The parameter of the live channel. It only lets its holder follow. */
  live: z.string(),
  topic: z.enum(topics),
  email: z.nullable(z.string()),
  messages: z.array(messageView),
});

const availabilityView = z.object({
  /** Whether operators are on shift now. */
  online: z.boolean(),
  /** The median time to a first answer in the last twenty conversations: seconds. */
  wait_seconds: z.nullable(z.int()),
  /** Whether the visitor may send files. */
  attachments: z.boolean(),
});

const visits = { module: "support", caller: "anyone", moves: "nothing" } as const;

export const readConversation = route({
  ...visits,
  method: "GET",
  path: "/api/v1/support/conversations",
  byPage: true,
  summary: "The caller's conversation with support: a player's own, or that of the guest whose cookie this is",
  output: dataOf(
    z.object({
      availability: availabilityView,
      conversation: z.nullable(conversationView),
      /** The last fifty messages of conversations before it, oldest first. */
      earlier: z.array(messageView),
      /** A conversation that a guest opened in this browser and the player may join to their account. */
      guest_conversation: z.nullable(uuidField),
    }),
  ),
});

export const openConversation = route({
  ...visits,
  method: "POST",
  path: "/api/v1/support/conversations",
  summary:
    "Opens a conversation with its first message, or adds the message to the one that is open. While no operator is on shift, a guest leaves an email address",
  body: z.object({
    key: messageKeyField,
    text: messageTextField,
    topic: z.optional(z.enum(topics, "topic_invalid")),
    email: z.optional(emailField),
    /** The page it was written on. */
    page: pageField,
    captcha: captchaField,
  }),
  status: 201,
  output: dataOf(conversationView),
  errors: [tooManyMessages],
  rate: { burst: 20, perMinute: 10 },
});

const oneConversation = z.object({ id: uuidField });

export const writeMessage = route({
  ...visits,
  method: "POST",
  path: "/api/v1/support/conversations/:id/messages",
  summary: "Adds a message to the caller's conversation; a resolved one is reopened",
  params: oneConversation,
  body: z.object({ key: messageKeyField, text: messageTextField, page: pageField, captcha: captchaField }),
  status: 201,
  output: dataOf(messageView),
  errors: [conversationClosed, tooManyMessages],
  rate: { burst: 30, perMinute: 30 },
});

export const sendFile = route({
  ...visits,
  method: "POST",
  path: "/api/v1/support/conversations/:id/attachments",
  summary:
    "Adds a file to the caller's conversation, as a message: at most 10 MiB; images are re-encoded without metadata",
  params: oneConversation,
  body: z.object({ ...fileFields, page: pageField, captcha: captchaField }),
  maxBody: largestFileBody,
  status: 201,
  output: dataOf(messageView),
  errors: [filesClosed, fileTooLarge, fileUnsupported, conversationClosed, tooManyMessages],
  rate: { burst: 15, perMinute: 15 },
});

export const linkFile = route({
  ...visits,
  method: "POST",
  path: "/api/v1/support/attachments/:id/link",
  byPage: true,
  summary: "Creates the path of a file on the host `files.` of the site, for one read within a minute",
  params: oneConversation,
  status: 201,
  output: dataOf(z.object({ path: z.string() })),
  errors: [fileUnavailable],
  rate: { burst: 120, perMinute: 120 },
});

export const markRead = route({
  ...visits,
  method: "POST",
  path: "/api/v1/support/conversations/:id/read",
  byPage: true,
  summary: "Sets the last message that the visitor has read",
  params: oneConversation,
  body: z.object({ number: numberField }),
  status: 204,
  rate: { burst: 60, perMinute: 60 },
});

export const showTyping = route({
  ...visits,
  method: "POST",
  path: "/api/v1/support/conversations/:id/typing",
  byPage: true,
  summary: "Shows the operator for five seconds that the visitor is typing",
  params: oneConversation,
  status: 204,
  rate: { burst: 30, perMinute: 30 },
});

export const rateConversation = route({
  ...visits,
  method: "POST",
  path: "/api/v1/support/conversations/:id/rating",
  summary: "Rates a resolved conversation, once; `no` returns it to the front of the queue",
  params: oneConversation,
  body: z.object({
    solved: z.enum(ratings, "rating_invalid"),
    comment: z.optional(z.string("comment_invalid").check(z.maxLength(1000, "text_too_long"))),
  }),
  status: 204,
  errors: [conversationClosed],
  rate: { burst: 10, perMinute: 5 },
});

export const mailTranscript = route({
  ...visits,
  method: "POST",
  path: "/api/v1/support/conversations/:id/transcript",
  summary:
    "Mails the conversation: a player's to the address of the account, a guest's to the one it has or the given one, which it then keeps; 404 until an operator has answered",
  params: oneConversation,
  body: z.object({ email: z.optional(emailField) }),
  status: 204,
  rate: { burst: 3, perMinute: 1 },
});

export const joinConversation = route({
  method: "POST",
  path: "/api/v1/support/conversations/:id/join",
  module: "support",
  caller: "player",
  moves: "nothing",
  summary: "Joins the conversation of the guest whose cookie this is to the signed-in player's account",
  params: oneConversation,
  status: 204,
  errors: [conversationOpen],
  rate: { burst: 10, perMinute: 5 },
});

export const searchHelp = route({
  ...visits,
  method: "GET",
  path: "/api/v1/help/search",
  byPage: true,
  summary: "Up to three questions and answers of the FAQ, in the caller's language, that fit the text best",
  query: z.object({ q: z.string("query_invalid").check(z.maxLength(200, "query_invalid")) }),
  output: dataOf(
    z.array(
      z.object({
        /** The part of /faq it is in. */
        topic: z.string(),
        question: z.string(),
        answer: z.string(),
      }),
    ),
  ),
  rate: { burst: 60, perMinute: 120 },
});

export const conversationChannel = channel({
  name: "support.conversation",
  module: "support",
  caller: "anyone",
  summary: "One conversation with support: that of a guest by its key, that of a player for this player only",
  parameter: { name: "live", schema: z.string().check(z.regex(/^[0-9a-f]{64}$/)) },
  snapshot: conversationView,
  events: {
    message: messageView,
    progress: progressView,
    /** The operator is typing: shown for five seconds. */
    typing: z.object({}),
  },
});

export type ConversationView = z.output<typeof conversationView>;
export type MessageView = z.output<typeof messageView>;
export type AttachmentView = z.output<typeof attachmentView>;
export type ProgressView = z.output<typeof progressView>;
export type AvailabilityView = z.output<typeof availabilityView>;
