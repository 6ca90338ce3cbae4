import { Failure } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { redactText } from "#kit/log/redact-text.ts";
import type { Uuid } from "#kit/std/brand.ts";

/** Refused calls come from anybody: at most this many a minute and process are written down. */
const refusedAMinute = 60;
const minuteMs = 60_000;
/** Calls are stored for thirty days. */
const storedMs = 30 * 86_400_000;

export interface CheckCallRow {
  readonly id: Uuid;
  readonly provider: string;
  readonly receivedAt: Date;
  readonly eventId: Uuid | null;
  readonly decision: string | null;
  readonly result: string;
  readonly error: string | null;
  readonly size: number;
}

type RawCall = Pick<Call, "rawBody">;
type Event = { readonly id: Uuid; readonly decision: string };

/** Records what the identity provider sent and the result of its processing, without its text: the provider sends again what failed. */
export interface CheckLog {
  refused(provider: string, call: RawCall, error: unknown): Promise<void>;
  processed(tx: Tx, provider: string, call: RawCall, event: Event, result: string): Promise<void>;
  failed(provider: string, call: RawCall, event: Event, error: unknown): Promise<void>;
  /** Newest first, before one of them. */
  calls(
    filter: { readonly result: string | null; readonly before: Uuid | null },
    limit: number,
  ): Promise<readonly CheckCallRow[]>;
  forget(): Promise<void>;
}

export function createCheckLog({ db, clock, ids, log }: Pick<Host, "db" | "clock" | "ids" | "log">): CheckLog {
  let minute = { begins: 0, refused: 0 };
  type Rest = Partial<Pick<CheckCallRow, "eventId" | "decision" | "error">> & Pick<CheckCallRow, "result">;
  const write = async (on: Queryable, provider: string, { rawBody }: RawCall, rest: Rest) =>
    void (await on.query(
      `INSERT INTO verification.webhook_calls (id, provider, received_at, event_id, decision, result, error, size)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ids.next(),
        provider,
        new Date(clock.now()),
        rest.eventId ?? null,
        rest.decision ?? null,
        rest.result,
        rest.error ?? null,
        rawBody.byteLength,
      ],
    ));
  const attempt = (provider: string, call: RawCall, rest: Rest) =>
    write(db, provider, call, rest).catch((err: unknown) => log.warn({ err, provider }, "a webhook was not logged"));
  return {
    async refused(provider, call, error) {
      if (!(error instanceof Failure)) return;
      const now = clock.now();
      if (now - minute.begins >= minuteMs) minute = { begins: now, refused: 0 };
      minute.refused += 1;
      if (minute.refused <= refusedAMinute) await attempt(provider, call, { result: error.error.code });
    },
    processed: (tx, provider, call, { id, decision }, result) =>
      write(tx, provider, call, { eventId: id, decision, result }),
    failed: (provider, call, { id, decision }, error) =>
      attempt(provider, call, {
        eventId: id,
        decision,
        result: "failed",
        error: redactText(error instanceof Error ? error.message : String(error)),
      }),
    async calls({ result, before }, limit) {
      const { rows } = await db.query<CheckCallRow>(
        `SELECT id, provider, received_at AS "receivedAt", event_id AS "eventId", decision, result, error, size
         FROM verification.webhook_calls WHERE ($1::uuid IS NULL OR id < $1) AND ($2::text IS NULL OR result = $2)
         ORDER BY id DESC LIMIT $3`,
        [before, result, limit],
      );
      return rows;
    },
    forget: async () =>
      void (await db.query("DELETE FROM verification.webhook_calls WHERE received_at < $1", [
        new Date(clock.now() - storedMs),
      ])),
  };
}
