import type { Queryable } from "#kit/db/db.ts";
import type { Clock } from "#kit/host/host.ts";
import { databaseNow, mostClockOffsetMs, type NodeRow, readNodes } from "./cluster-store.ts";
import { acceptEachOthersSignatures, canUnsealEachOther, hasSameKey } from "./secrets-fingerprint.ts";

/**
 * A node that would read nothing of the others, or be understood by none, must not start: compares its secrets, the version of its messages and its
 * clock with those of the nodes that run. Throws an error for the operator.
 */
export async function checkMembership(db: Queryable, clock: Clock, own: NodeRow): Promise<void> {
  await checkClock(db, clock);
  // A database of an earlier version, or a new one, has no nodes.
  const { rows } = await db.query<{ exists: boolean }>(`SELECT to_regclass('cluster.nodes') IS NOT NULL AS "exists"`);
  if (!rows[0]?.exists) return;
  for (const other of await readNodes(db)) {
    const difference = other.name === own.name ? undefined : differenceOf(own, other);
    if (difference) throw new Error(difference);
  }
}

async function checkClock(db: Queryable, clock: Clock): Promise<void> {
  const [at, before] = [clock.monotonic(), clock.now()];
  const behindMs = (await databaseNow(db)) - before;
  const doubtMs = clock.monotonic() - at;
  if (Math.abs(behindMs) <= mostClockOffsetMs + doubtMs) return;
  const seconds = (Math.abs(behindMs) / 1000).toFixed(1);
  const side = behindMs < 0 ? "ahead of" : "behind";
  throw new Error(
    `The clock of this machine is ${seconds} s ${side} the clock of the database; synchronize both by NTP.`,
  );
}

function differenceOf(own: NodeRow, other: NodeRow): string | undefined {
  if (!hasSameKey(own.secrets, other.secrets))
    return `SECRET_KEY differs from that of the running node ${other.name}: neither could read the other's data.`;
  if (!canUnsealEachOther(own.secrets, other.secrets))
    return `SEAL_KEY differs from that of the running node ${other.name}: one could not open what the other seals. Change it in steps, see docs/operations.md.`;
  if (!acceptEachOthersSignatures(own.secrets, other.secrets))
    return `CLUSTER_SECRET differs from that of the running node ${other.name}: one would refuse the other's calls.`;
  if (own.contract !== other.contract)
    return `This version sends messages of contract ${own.contract}, the running node ${other.name} of contract ${other.contract}: stop that one first.`;
  return undefined;
}
