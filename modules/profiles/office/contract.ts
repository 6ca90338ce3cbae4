import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead, player } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { decisions, rejectionReasons, subjects } from "#modules/profiles/shared/contract.ts";
import { moderationClosed } from "#modules/profiles/shared/errors.ts";

export const readModeration = route({
  ...officeRead("profiles"),
  path: "/api/office/moderation",
  permission: "moderation.read",
  summary: "Names and avatars that players chose: those in review first, oldest first",
  output: dataOf(
    z.array(
      z.object({
        id: uuidField,
        subject: z.enum(subjects),
        player,
        /** The chosen name, and the one that a rejection restores. */
        name: z.nullable(z.string()),
        former_name: z.nullable(z.string()),
        /** The picture in base64 (WebP), while it is stored. */
        image: z.nullable(z.string()),
        state: z.enum(["in_review", ...decisions]),
        why: z.nullable(z.enum(rejectionReasons)),
        given_at: timeField,
        decided_at: z.nullable(timeField),
        /** It may be rejected: in review, or approved and in use. */
        open: z.boolean(),
      }),
    ),
  ),
});

export const decideModeration = route({
  ...officeChange("profiles"),
  method: "POST",
  path: "/api/office/moderation/:id/decision",
  permission: "moderation.decide",
  summary: "Approves or rejects a name or avatar; an approved one that is in use may be rejected later",
  params: idParams,
  body: z.object({
    decision: z.enum(decisions, "decision_invalid"),
    /** The reason sent to the player. */
    why: z.optional(z.nullable(z.enum(rejectionReasons, "why_invalid"))),
    reason: reasonField,
  }),
  status: 204,
  errors: [moderationClosed],
});
