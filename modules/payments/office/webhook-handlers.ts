import { pageFrom } from "#kit/contract/page-of.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { idOf } from "#modules/accounts/server/index.ts";
import { act } from "#modules/audit/server/index.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import { cursorOf } from "./handler-views.ts";
import * as webhooks from "./webhooks-contract.ts";

interface Needs {
  readonly host: Host;
  readonly payments: Pick<Payments, "office">;
}

/** What providers sent; a message that failed is processed again. */
export function webhookHandlers({ host, payments: { office } }: Needs): readonly Handler[] {
  return [
    handle(webhooks.readWebhooks, async ({ input: { query } }) => {
      const limit = rowsOf(query);
      const { provider = null, result = null } = query;
      const rows = await office.webhooks({ provider, result, before: cursorOf(query.cursor) }, limit + 1);
      const views = rows.map(row => ({
        id: row.id,
        provider: row.provider,
        received_at: row.receivedAt.toISOString(),
        event_id: row.eventId,
        type: row.type,
        result: row.result,
        error: row.error,
        size: row.size,
        replays: row.replays,
        replayed_at: row.replayedAt?.toISOString() ?? null,
        replayable: row.isStored,
      }));
      return { data: pageFrom(views, limit, ({ id }) => id) };
    }),
    act(
      host,
      webhooks.replayWebhook,
      async (tx, { input: { params, body } }) => {
        const { call, result } = await office.replayWebhook(tx, idOf(params.id));
        return {
          answer: { data: { result } },
          auditAction: {
            action: "webhook.replay",
            subject: `webhook:${call.id}`,
            reason: body.reason,
            before: { result: call.result, event: call.eventId, provider: call.provider },
            after: { result },
          },
        };
      },
      async (tx, { input: { body } }, error) => {
        const failure = await office.noteReplayFailure(tx, error);
        return (
          failure && {
            action: "webhook.replay_failed",
            subject: `webhook:${failure.call.id}`,
            reason: body.reason,
            before: { event: failure.call.eventId, provider: failure.call.provider },
            after: { error: failure.error },
          }
        );
      },
    ),
  ];
}
