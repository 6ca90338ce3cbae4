import { Failure } from "#kit/contract/error-code.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { redactText } from "#kit/log/redact-text.ts";
import type { ProviderEvent } from "./provider.ts";
import { forgetCalls, insertCall, type NewCall } from "./webhook-call-store.ts";

/** Refused calls come from anybody: at most this many a minute and process are written down. */
const refusedAMinute = 60;
const minuteMs = 60_000;
/** Calls are stored for thirty days. */
const storedMs = 30 * 86_400_000;
/** Headers that carry a signature. */
const signing = /signature|timestamp|^x-key-id$/;

type RawCall = Pick<Call, "rawBody" | "headers">;

export interface WebhookLog {
  refused(provider: string, call: RawCall, error: unknown): Promise<void>;
  processed(tx: Tx, provider: string, call: RawCall, event: ProviderEvent, result: string): Promise<void>;
  failed(provider: string, call: RawCall, event: ProviderEvent, error: unknown): Promise<void>;
  forget(): Promise<void>;
}

/** Records what providers sent and the result of its processing. */
export function createWebhookLog(host: Pick<Host, "db" | "clock" | "ids" | "log">): WebhookLog {
  const { db, clock, ids, log } = host;
  let minute = { begins: 0, refused: 0 };
  const begin = (provider: string, call: RawCall): Pick<NewCall, "id" | "provider" | "receivedAt" | "size"> => ({
    id: ids.next(),
    provider,
    receivedAt: new Date(clock.now()),
    size: call.rawBody.byteLength,
  });
  const attempt = (call: NewCall) =>
    insertCall(db, call).catch((err: unknown) =>
      log.warn({ err, provider: call.provider }, "a webhook was not logged"),
    );
  return {
    async refused(provider, call, error) {
      if (!(error instanceof Failure)) return;
      const now = clock.now();
      if (now - minute.begins >= minuteMs) minute = { begins: now, refused: 0 };
      minute.refused += 1;
      if (minute.refused > refusedAMinute) return;
      await attempt({ ...begin(provider, call), eventId: null, type: null, result: error.error.code });
    },
    processed: (tx, provider, call, { id, message, happenedAt }, result) =>
      insertCall(tx, { ...begin(provider, call), eventId: id, type: message.type, result, happenedAt }),
    failed: (provider, call, { id, message, happenedAt }, error) =>
      attempt({
        ...begin(provider, call),
        eventId: id,
        type: message.type,
        result: "failed",
        happenedAt,
        error: redactText(error instanceof Error ? error.message : String(error)),
        stored: { body: Buffer.from(call.rawBody).toString(), headers: signatureHeaders(call) },
      }),
    forget: () => forgetCalls(db, new Date(clock.now() - storedMs)),
  };
}

function signatureHeaders({ headers }: RawCall): Readonly<Record<string, string>> {
  const found = Object.entries(headers).filter(([name, value]) => signing.test(name) && typeof value === "string");
  return Object.fromEntries(found) as Record<string, string>;
}
