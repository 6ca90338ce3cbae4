import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { acts, looks, oneThing, player } from "#modules/operators/office/fields.ts";
import { reasonField } from "#modules/operators/shared/contract.ts";
import { vipRequestStatuses, vipRequestTypes } from "#modules/vip/shared/contract.ts";

export const readVipRequests = route({
  ...looks("vip"),
  path: "/api/office/vip",
  permission: "vip.read",
  summary: "Requests to the VIP club: open ones first",
  output: dataOf(
    z.array(
      z.object({
        id: uuidField,
        player,
        request_type: z.enum(vipRequestTypes),
        status: z.enum(vipRequestStatuses),
        created_at: timeField,
        answered_at: z.nullable(timeField),
      }),
    ),
  ),
});

export const answerVipRequest = route({
  ...acts("vip"),
  method: "POST",
  path: "/api/office/vip/:id/answer",
  permission: "vip.decide",
  summary: "Accepts or declines a request to the VIP club, once",
  params: oneThing,
  body: z.object({ accept: z.boolean("accept_invalid"), reason: reasonField }),
  status: 204,
});
