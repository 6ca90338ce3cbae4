import * as z from "zod/mini";
import { amountField, currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { messageKinds, removalReasons, reportReasons, rooms } from "#modules/community-chat/shared/contract.ts";
import { budgetClosed, budgetShort, rainOpen, tipNotAllowed } from "#modules/community-chat/shared/errors.ts";
import { rainSeconds } from "#modules/community-chat/shared/rain.ts";
import { idParams, officeChange, officeRead, player, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const row = z.object({
  id: uuidField,
  room: z.enum(rooms),
  kind: z.enum(messageKinds),
  /** Null for what is written for us. */
  player: z.nullable(player),
  text: z.string(),
  at: timeField,
  removed: z.nullable(z.enum(removalReasons)),
  /** Open reports, and what they say. */
  reports: z.int(),
  reasons: z.array(z.enum(reportReasons)),
  /** The end of the author's mute. */
  muted_until: z.nullable(timeField),
});
export type ChatRow = z.output<typeof row>;

export const readChat = route({
  ...officeRead("community-chat"),
  path: "/api/office/chat",
  permission: "moderation.read",
  summary: "Messages of the chat rooms: those with open reports first, then the latest",
  query: z.object({ room: z.optional(z.enum(rooms, "room_invalid")) }),
  output: dataOf(z.array(row)),
});

export const removeMessage = route({
  ...officeChange("community-chat"),
  method: "POST",
  path: "/api/office/chat/:id/remove",
  permission: "moderation.decide",
  summary: "Removes a message for everybody and closes its reports",
  params: idParams,
  body: z.object({ why: z.enum(removalReasons, "report_reason_invalid"), reason: reasonField }),
  status: 204,
});

export const keepMessage = route({
  ...officeChange("community-chat"),
  method: "POST",
  path: "/api/office/chat/:id/keep",
  permission: "moderation.decide",
  summary: "Leaves a message where it is and closes its reports",
  params: idParams,
  body: withReason,
  status: 204,
});

/** Minutes; 0 ends a mute. */
export const muteMinutes = [0, 15, 60, 1_440, 10_080, 525_600] as const;

export const muteAuthor = route({
  ...officeChange("community-chat"),
  method: "POST",
  path: "/api/office/chat/players/:id/mute",
  permission: "moderation.decide",
  summary: "Mutes a player in all chat rooms for a time, or ends the mute",
  params: idParams,
  body: z.object({
    minutes: z
      .int("minutes_invalid")
      .check(z.refine(minutes => (muteMinutes as readonly number[]).includes(minutes), "minutes_invalid")),
    reason: reasonField,
  }),
  output: dataOf(z.object({ until: z.nullable(timeField) })),
});

export const writeAsModerator = route({
  ...officeChange("community-chat"),
  method: "POST",
  path: "/api/office/chat/rooms/:room/write",
  permission: "moderation.decide",
  summary: "Writes in a chat room as a moderator; a repeat with the same key writes once",
  params: z.object({ room: z.enum(rooms, "room_invalid") }),
  body: z.object({ key: uuidField, text: z.string("chat_text").check(z.maxLength(1_000, "chat_long")) }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
});

export const readBudgets = route({
  ...officeRead("community-chat"),
  path: "/api/office/chat/budgets",
  permission: "moderation.read",
  summary: "Budgets of the chat: what promotions set aside for rains and tips, and what is left",
  output: dataOf(
    z.array(
      z.object({
        id: uuidField,
        currency: currencyField,
        amount: moneyField,
        given: moneyField,
        /** Waits in open rains. */
        reserved: moneyField,
        left: moneyField,
        asked_by: z.string(),
        approved_by: z.string(),
        reason: z.string(),
        opened_at: timeField,
        closed_at: z.nullable(timeField),
      }),
    ),
  ),
});

export const askBudget = route({
  ...officeChange("community-chat"),
  method: "POST",
  path: "/api/office/chat/budgets",
  permission: "campaigns.write",
  summary: "Requests a budget for rains and tips, which another person approves",
  body: z.object({ currency: currencyField, amount: amountField, reason: reasonField }),
  status: 202,
  output: dataOf(z.object({ request: uuidField })),
});

export const closeBudget = route({
  ...officeChange("community-chat"),
  method: "POST",
  path: "/api/office/chat/budgets/:id/close",
  permission: "campaigns.write",
  summary: "Closes a budget of the chat: what is left returns to promotions",
  params: idParams,
  body: withReason,
  output: dataOf(z.object({ returned: moneyField })),
  errors: [budgetClosed, rainOpen],
});

export const startRain = route({
  ...officeChange("community-chat"),
  method: "POST",
  path: "/api/office/chat/budgets/:id/rain",
  permission: "moderation.decide",
  summary: "Starts a rain in a room from a budget; a repeat with the same key starts one",
  params: idParams,
  body: z.object({
    key: uuidField,
    room: z.enum(rooms, "room_invalid"),
    amount: amountField,
    seconds: z
      .int("seconds_invalid")
      .check(z.refine(seconds => (rainSeconds as readonly number[]).includes(seconds), "seconds_invalid")),
    reason: reasonField,
  }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
  errors: [budgetClosed, budgetShort, rainOpen],
});

export const giveTip = route({
  ...officeChange("community-chat"),
  method: "POST",
  path: "/api/office/chat/budgets/:id/tip",
  permission: "moderation.decide",
  summary: "Tips the author of a message from a budget, at most once a day; a repeat with the same key gives once",
  params: idParams,
  body: z.object({ key: uuidField, message: uuidField, amount: amountField, reason: reasonField }),
  status: 201,
  output: dataOf(z.object({ id: uuidField })),
  errors: [budgetClosed, budgetShort, tipNotAllowed],
});
export type BudgetView = z.output<typeof readBudgets.output>["data"][number];
