import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { createDb } from "#kit/db/create-db.ts";
import { separateOfficeReads } from "#kit/db/office-reads.ts";
import { createReplica } from "#kit/db/replica.ts";
import { createBus } from "#kit/host/bus.ts";
import type { Config } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { createSignals, type SignalsService } from "#kit/host/signals.ts";
import { noFailpoints, systemClock, systemRandom, uuidIds } from "#kit/host/system.ts";
import { createTraceExporter } from "#kit/host/trace-exporter.ts";
import { createTracer } from "#kit/host/tracer.ts";
import { createLog } from "#kit/log/create-log.ts";
import { createMetrics } from "#kit/log/create-metrics.ts";
import { createLineWriter } from "#kit/log/line-writer.ts";
import type { Metrics } from "#kit/log/metrics.ts";

/**
 * The real clock, randomness, database and log of a server process. `listen` resolves when it receives signals of other
 * processes, `close` ends its connections.
 * Lines of the log go to standard output unless `writeLog` is given.
 */
export function systemHost(
  config: Config,
  writeLog?: (line: string) => void,
): { readonly host: Host; listen(): Promise<void>; relay: SignalsService["relay"]; close(): Promise<void> } {
  const metrics = createMetrics({ process: true });
  const log = createLog({ level: config.LOG_LEVEL, write: writeLog ?? standardOutput(metrics) });
  const clock = systemClock;
  // One name for all sessions of this process, by which a standby recognizes them.
  const applicationName = `fairhouse ${process.pid} ${randomBytes(4).toString("hex")}`;
  const waits = metrics.counter(
    "sync_wait_cancelled_total",
    "Commits whose wait for a synchronous standby was cancelled",
  );
  const primary = createDb(config.DATABASE_URL, {
    pool: config.DATABASE_POOL,
    log,
    applicationName,
    onSyncWaitCancelled: () => waits.inc(),
  });
  const { db, ...apart } = separateOfficeReads(primary, limits =>
    createDb(config.DATABASE_URL, { ...limits, log, applicationName: `${applicationName} office` }),
  );
  const replica = replicaOf(config, { db, clock, log, metrics, applicationName });
  replica?.start();
  const signals = createSignals(db, clock, log);
  const traces = createTraceExporter({ config, node: config.NODE_NAME ?? applicationName, clock, log, metrics });
  const tracer =
    traces && createTracer({ clock, random: systemRandom, share: config.OTEL_TRACES_SAMPLER_ARG, onEnd: traces.add });
  const host = {
    config,
    clock,
    db,
    officeReads: apart.officeReads,
    ...(replica && { replica }),
    signals,
    log,
    random: systemRandom,
    ids: uuidIds(clock, systemRandom),
    bus: createBus(log),
    metrics,
    failpoints: noFailpoints,
    ...(tracer && { tracer }),
  };
  return {
    host,
    listen: signals.listen,
    relay: signals.relay,
    async close() {
      await traces?.close();
      await signals.close();
      await replica?.close();
      await apart.close();
      await db.end();
    },
  };
}

const replicaPool = 4;

function replicaOf(
  { DATABASE_READ_URL, DATABASE_READ_LAG_SECONDS }: Config,
  {
    db,
    applicationName,
    ...needs
  }: Pick<Host, "db" | "clock" | "log" | "metrics"> & { readonly applicationName: string },
) {
  if (DATABASE_READ_URL === undefined) return undefined;
  const options = { pool: replicaPool, connectMs: 1_000, log: needs.log, applicationName };
  const replica = createDb(DATABASE_READ_URL, options);
  return createReplica({ ...needs, primary: db, replica, mostLagMs: DATABASE_READ_LAG_SECONDS * 1000 });
}

/** Log lines to standard output, even if it cannot be written. */
export function standardOutput(metrics: Metrics): (line: string) => void {
  const lost = metrics.counter("log_lines_lost_total", "Log lines that could not be written");
  return createLineWriter(
    bytes => writeSync(1, bytes),
    lines => lost.inc({}, lines),
  ).write;
}
