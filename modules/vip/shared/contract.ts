import * as z from "zod/mini";
import { dataOf, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { vipRequestOpen } from "./errors.ts";

/** Kinds of requests: membership, a personal manager, higher stake limits. */
export const vipRequestTypes = ["membership", "personal_host", "higher_limits"] as const;
export const vipRequestStatuses = ["open", "accepted", "declined"] as const;

const status = z.enum(vipRequestStatuses);

export const joinVip = route({
  method: "POST",
  path: "/api/v2/vip/join",
  module: "vip",
  caller: "player",
  moves: "nothing",
  summary: "Sends a request to the VIP club; one at a time",
  body: z.object({ request_type: z.enum(vipRequestTypes, "request_type_invalid") }),
  status: 201,
  output: dataOf(z.object({ id: uuidField, status })),
  errors: [vipRequestOpen],
  rate: { burst: 60, perMinute: 10 },
});

export const getVipRequest = route({
  method: "GET",
  path: "/api/v1/vip/request",
  module: "vip",
  caller: "player",
  moves: "nothing",
  summary: "The caller's last request to the VIP club, or null",
  output: dataOf(
    z.nullable(z.object({ id: uuidField, request_type: z.enum(vipRequestTypes), status, created_at: timeField })),
  ),
});
