import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { removalReasons, reportReasons, rooms } from "#modules/community-chat/shared/contract.ts";
import { acts, looks, oneThing, player, withReason } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";

const row = z.object({
  id: uuidField,
  room: z.enum(rooms),
  player,
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
  ...looks("community-chat"),
  path: "/api/office/chat",
  permission: "moderation.read",
  summary: "Messages of the chat rooms: those with open reports first, then the latest",
  query: z.object({ room: z.optional(z.enum(rooms, "room_invalid")) }),
  output: dataOf(z.array(row)),
});

export const removeMessage = route({
  ...acts("community-chat"),
  method: "POST",
  path: "/api/office/chat/:id/remove",
  permission: "moderation.decide",
  summary: "Removes a message for everybody and closes its reports",
  params: oneThing,
  body: z.object({ why: z.enum(removalReasons, "report_reason_invalid"), reason: reasonField }),
  status: 204,
});

export const keepMessage = route({
  ...acts("community-chat"),
  method: "POST",
  path: "/api/office/chat/:id/keep",
  permission: "moderation.decide",
  summary: "Leaves a message where it is and closes its reports",
  params: oneThing,
  body: withReason,
  status: 204,
});

/** Minutes; 0 ends a mute. */
export const muteMinutes = [0, 15, 60, 1_440, 10_080, 525_600] as const;

export const muteAuthor = route({
  ...acts("community-chat"),
  method: "POST",
  path: "/api/office/chat/players/:id/mute",
  permission: "moderation.decide",
  summary: "Mutes a player in all chat rooms for a time, or ends the mute",
  params: oneThing,
  body: z.object({
    minutes: z
      .int("minutes_invalid")
      .check(z.refine(minutes => (muteMinutes as readonly number[]).includes(minutes), "minutes_invalid")),
    reason: reasonField,
  }),
  output: dataOf(z.object({ until: z.nullable(timeField) })),
});
