import * as z from "zod/mini";
import { dataOf, plainText, timeField, uuidField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import { idParams, officeChange, officeRead, paged, withReason } from "#modules/operators/office/fields.ts";
import { replayFailed, webhookNotStored } from "../shared/errors.ts";

const name = z.string("query_invalid").check(z.maxLength(60, "query_invalid"), z.regex(plainText, "query_invalid"));

const call = z.object({
  id: uuidField,
  provider: z.string(),
  received_at: timeField,
  /** The provider's id of the message; null when the call was refused. */
  event_id: z.nullable(z.string()),
  type: z.nullable(z.string()),
  /** Its effect, `failed`, or the code it was refused with. */
  result: z.string(),
  /** Redacted. */
  error: z.nullable(z.string()),
  size: z.int(),
  replays: z.int(),
  replayed_at: z.nullable(timeField),
  /** Whether it can be processed again. */
  replayable: z.boolean(),
});

export type WebhookCallView = z.infer<typeof call>;

export const readWebhooks = route({
  ...officeRead("payments"),
  path: "/api/office/webhooks",
  reads: ["payments.webhook_calls"],
  permission: "webhooks.read",
  summary:
    "Calls from payment providers with the result of their verification and processing, newest first; never their text",
  query: z.object({ provider: z.optional(name), result: z.optional(name), ...paged }),
  output: pageOf(call),
});

export const replayWebhook = route({
  ...officeChange("payments"),
  method: "POST",
  path: "/api/office/webhooks/:id/replay",
  permission: "webhooks.replay",
  stepUp: true,
  moves: "correction",
  summary:
    "Processes a payment provider's message again that was verified but failed, with its original signature and event id",
  params: idParams,
  body: withReason,
  output: dataOf(z.object({ result: z.string() })),
  errors: [webhookNotStored, replayFailed],
});
