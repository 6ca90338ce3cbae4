import type { Host } from "#kit/host/host.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";

export const alarmKinds = [
  "already_won",
  "over_cap",
  "false_signature",
  "difference",
  "round_waits",
  "shared_tx",
  "maths_changed",
  "grant_differs",
  "grant_waits",
  "void_rate",
  "void_returns",
  "rtp_bounds",
  "verifier_differs",
  "win_differs",
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

export interface Alarms {
  /** One row a kind and subject; a repeat is counted. Never fails its caller, and is called outside of transactions. */
  raise(provider: Uuid, kind: AlarmKind, subject: string, facts: Readonly<Record<string, Json>>): void;
  /** Resolves when what was raised so far is written. */
  settled(): Promise<void>;
}

export function createAlarms({ db, ids, clock, log, metrics }: Host): Alarms {
  const raised = metrics.counter("provider_alarms_total", "Alarms about providers", ["kind"]);
  let writing: Promise<unknown> = Promise.resolve();
  const write = (provider: Uuid, kind: AlarmKind, subject: string, facts: Readonly<Record<string, Json>>) =>
    db.query(
      `INSERT INTO providers.alarms AS a (id, provider_id, kind, subject, facts, first_at, last_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)
       ON CONFLICT (provider_id, kind, subject) DO UPDATE SET facts = excluded.facts, count = a.count + 1,
         last_at = excluded.last_at, closed_at = NULL`,
      [ids.next(), provider, kind, subject.slice(0, 200), JSON.stringify(facts), new Date(clock.now())],
    );
  return {
    raise(provider, kind, subject, facts) {
      raised.inc({ kind });
      log.error({ provider, kind, subject, ...facts }, "alarm about a provider");
      writing = writing
        .then(() => write(provider, kind, subject, facts))
        .catch((error: unknown) => log.error({ err: error, kind }, "Failed to write an alarm"));
    },
    settled: async () => void (await writing),
  };
}
