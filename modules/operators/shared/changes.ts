import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";

/** What an operator's call reads has changed: a hint to call it again. Followed with the permission of the call. */
export const callChanges = channel({
  name: "office.changes",
  module: "operators",
  caller: "operator",
  summary:
    "What a call of the back office reads has changed: a hint to call it again. The parameter is the path as declared: `office.changes//api/office/players/:id`",
  parameter: { name: "path", schema: z.string().check(z.regex(/^\/api\/office\/[a-z:/-]{1,120}$/)) },
  snapshot: z.object({}),
  events: { changed: z.object({}) },
});
