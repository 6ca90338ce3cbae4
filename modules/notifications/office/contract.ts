import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { locales } from "#kit/i18n/locale.ts";
import { idParams, officeChange, officeRead } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { messageSent, noRecipients } from "../shared/errors.ts";
import { messageChannels, messagePurposes, mostRecipients } from "../shared/operator-messages.ts";
import { textsField, textsView } from "./fields.ts";

const playersField = z.array(uuidField, "players_invalid").check(
  z.minLength(1, "players_invalid"),
  z.maxLength(mostRecipients, "players_invalid"),
  z.refine(ids => new Set(ids).size === ids.length, "players_invalid"),
);
const channelsField = z.array(z.enum(messageChannels, "channels_invalid"), "channels_invalid").check(
  z.minLength(1, "channels_invalid"),
  z.maxLength(messageChannels.length, "channels_invalid"),
  z.refine(given => new Set(given).size === given.length, "channels_invalid"),
);
const languagesField = z
  .array(z.enum(locales, "locale_invalid"), "locale_invalid")
  .check(z.minLength(1, "locale_invalid"), z.maxLength(locales.length, "locale_invalid"));

/** Bytes: 500 ids and a long text in each language. */
const maxBody = 65_536;

const draft = z.object({ players: playersField, channels: channelsField, languages: languagesField });
const message = z.object({
  /** Chosen by the caller: a message is sent once. */
  id: uuidField,
  players: playersField,
  channels: channelsField,
  texts: textsField,
  reason: reasonField,
});

const outlook = dataOf(
  z.object({
    /** Players who get it by a channel; `later`: after their night. */
    sends: z.array(z.object({ channel: z.enum(messageChannels), now: z.int(), later: z.int() })),
    /** Players who don't, by reason. */
    left: z.array(z.object({ channel: z.enum(messageChannels), why: z.string(), players: z.int() })),
    /** Players who get it by any channel. */
    players: z.int(),
  }),
);
export type OutlookView = z.output<typeof outlook>["data"];

export const previewService = route({
  ...officeChange("notifications"),
  method: "POST",
  path: "/api/office/messages/service/preview",
  permission: "players.message",
  summary: "How many of these players a message about their account would reach, and why not the others; sends nothing",
  body: draft,
  maxBody,
  output: outlook,
});

export const sendService = route({
  ...officeChange("notifications"),
  method: "POST",
  path: "/api/office/messages/service",
  permission: "players.message",
  summary:
    "Sends a message about their account to up to 500 players, labeled so; the audit log records the reason, how many players, and a hash of their ids",
  body: message,
  maxBody,
  status: 202,
  output: outlook,
  errors: [messageSent, noRecipients],
});

export const previewMarketing = route({
  ...officeChange("notifications"),
  method: "POST",
  path: "/api/office/messages/marketing/preview",
  permission: "players.market",
  summary: "How many of these players marketing would reach, and why not the others; sends nothing",
  body: draft,
  maxBody,
  output: outlook,
});

export const sendMarketing = route({
  ...officeChange("notifications"),
  method: "POST",
  path: "/api/office/messages/marketing",
  permission: "players.market",
  summary:
    "Sends marketing to those of up to 500 players who allow offers by the channel, decided again when it is sent: never during a break, at night or over the caps",
  body: message,
  maxBody,
  status: 202,
  output: outlook,
  errors: [messageSent, noRecipients],
});

const sent = z.object({
  id: z.string(),
  purpose: z.enum(messagePurposes),
  channel: z.enum(messageChannels),
  state: z.enum(["waiting", "sent", "dropped"]),
  /** Why the message was not sent. */
  why: z.nullable(z.string()),
  texts: textsView,
  reason: z.string(),
  operator: z.string(),
  /** Chosen with this one. */
  players: z.int(),
  asked_at: timeField,
  decided_at: z.nullable(timeField),
});
export type SentView = z.output<typeof sent>;

export const readSentMessages = route({
  ...officeRead("notifications"),
  path: "/api/office/players/:id/sent-messages",
  permission: "players.read",
  summary: "What operators have written to a player, newest first, and what became of it",
  params: idParams,
  output: dataOf(z.array(sent)),
});
