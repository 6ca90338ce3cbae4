import { createHash } from "node:crypto";
import { int4Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ReadByOperator } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";

const minuteMs = 60_000;
/** Reads are written this long after the first one at most; a process that dies loses those of this time. */
const writtenWithinMs = 5_000;
/** So many different reads are written immediately, before the time is over. */
const mostWaiting = 1_000;
/** 13 months. */
const storedMs = 396 * 86_400_000;

interface CountedRead {
  readonly minute: number;
  readonly operator: Uuid;
  readonly role: string;
  readonly call: string;
  readonly filterHash: Buffer;
  times: number;
  rows: number;
}

export interface Reads {
  note(read: ReadByOperator): void;
  /** Writes what has been counted. */
  write(): Promise<void>;
  forget(): Promise<void>;
}

/** The access log: which operator read what, when and how much of it. Nothing of it is on the path of an answer. */
export function createReads(host: Pick<Host, "db" | "clock" | "log">): Reads {
  let waiting = new Map<string, CountedRead>();
  let cancel: (() => void) | undefined;

  async function write(): Promise<void> {
    cancel?.();
    cancel = undefined;
    const reads = [...waiting.values()];
    waiting = new Map();
    if (reads.length > 0) await insertReads(host.db, reads);
  }

  const writeOrWarn = () =>
    void write().catch((err: unknown) => host.log.warn({ err }, "Failed to write the access log"));

  return {
    note({ operator, call, filter, rows }) {
      const minute = Math.floor(host.clock.now() / minuteMs) * minuteMs;
      const filterHash = createHash("sha256").update(JSON.stringify(filter)).digest();
      const key = `${minute} ${operator.id} ${operator.role} ${call} ${filterHash.toString("hex")}`;
      const known = waiting.get(key);
      if (known) {
        known.times += 1;
        known.rows += rows;
      } else waiting.set(key, { minute, operator: operator.id, role: operator.role, call, filterHash, times: 1, rows });
      if (waiting.size >= mostWaiting) writeOrWarn();
      else cancel ??= host.clock.after(writtenWithinMs, writeOrWarn);
    },
    write,
    async forget() {
      await host.db.query("DELETE FROM operators.reads WHERE minute < $1", [new Date(host.clock.now() - storedMs)]);
    },
  };
}

async function insertReads(on: Queryable, reads: readonly CountedRead[]): Promise<void> {
  await on.query(
    `INSERT INTO operators.reads AS r (minute, operator_id, role, call, filter_hash, times, rows)
     SELECT to_timestamp(minute / 1000.0), operator_id, role, call, decode(filter_hash, 'hex'), times, rows
     FROM unnest($1::int8[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::int4[], $7::int8[])
       AS n (minute, operator_id, role, call, filter_hash, times, rows)
     ORDER BY 1, 2, 3, 4, 5
     ON CONFLICT (minute, operator_id, role, call, filter_hash) DO UPDATE SET times = r.times + excluded.times, rows = r.rows + excluded.rows`,
    [
      int8Array(reads.map(({ minute }) => BigInt(minute))),
      uuidArray(reads.map(({ operator }) => operator)),
      textArray(reads.map(({ role }) => role)),
      textArray(reads.map(({ call }) => call)),
      textArray(reads.map(({ filterHash }) => filterHash.toString("hex"))),
      int4Array(reads.map(({ times }) => times)),
      int8Array(reads.map(({ rows }) => BigInt(rows))),
    ],
  );
}

/** What an operator read on a day, in one role. */
export interface ReadsOfDay {
  readonly day: string;
  readonly operator: Uuid;
  readonly name: string;
  readonly role: string;
  readonly reads: number;
  readonly rows: number;
}

/** Reads by day of the zone. */
export async function readsByDay(
  on: Queryable,
  { span, zone }: { readonly span: { readonly begins: Date; readonly ends: Date }; readonly zone: string },
): Promise<readonly ReadsOfDay[]> {
  const { rows } = await on.query<Omit<ReadsOfDay, "rows"> & { readonly rows: string }>(
    `SELECT (r.minute AT TIME ZONE $3)::date::text AS day, r.operator_id AS operator, o.name, r.role,
       sum(r.times)::int AS reads, sum(r.rows)::text AS rows
     FROM operators.reads r JOIN operators.operators o ON o.id = r.operator_id
     WHERE r.minute >= $1 AND r.minute < $2 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 4`,
    [span.begins, span.ends, zone],
  );
  return rows.map(row => ({ ...row, rows: Number(row.rows) }));
}
