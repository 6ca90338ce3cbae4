import { mkdir, statfs } from "node:fs/promises";
import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { Route } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";

const checkEveryMs = 5_000;
const megabyte = 1_000_000;
/** Closed at the limit, reopened only this far above it: a few log lines must not toggle it. */
const reopenAt = 1.25;

export interface DiskAlarm {
  /** Human-readable: `512 MB`. */
  readonly free: string;
  /** Whether calls that move money are refused. */
  readonly closed: boolean;
  readonly since: Date;
}

/**
 * Free space of the data disk. PostgreSQL stops when it cannot write its log, so calls that move money close before that, and reopen when
 * there is space again. Without DATA_DIR the database is elsewhere and nothing is monitored here: a PostgreSQL without space causes 503.
 */
export interface DiskWatch {
  /** Undefined while there is space. */
  alarm(): DiskAlarm | undefined;
  isOpen(): boolean;
  /** Refuses players' calls that move money while the disk is full; calls that end an open bet are always allowed. */
  guard(route: Route): void;
  start(): Promise<void>;
  stop(): void;
}

type DiskHost = Pick<Host, "clock" | "log" | "metrics"> & {
  readonly config: Pick<Host["config"], "DATA_DIR" | "DISK_ALARM_MB" | "DISK_CLOSE_MB">;
};

export function createDiskWatch({ clock, log, metrics, config }: DiskHost, freeOf = freeBytes): DiskWatch {
  const { DATA_DIR: folder, DISK_ALARM_MB: alarmMegabytes, DISK_CLOSE_MB: closeMegabytes } = config;
  const gauge = metrics.gauge("disk_free_bytes", "Free space on the disk that holds DATA_DIR");
  let alarm: DiskAlarm | undefined;
  let cancel = () => {};
  let stopped = false;

  function judge(free: number): void {
    gauge.set(free);
    const closeAt = closeMegabytes * megabyte;
    const closed = free < (alarm?.closed ? closeAt * reopenAt : closeAt);
    if (!closed && free >= alarmMegabytes * megabyte) {
      if (alarm) log.info({ free }, "disk has space again");
      alarm = undefined;
      return;
    }
    if (alarm?.closed !== closed) say(free, closed);
    alarm = { free: `${Math.floor(free / megabyte)} MB`, closed, since: alarm?.since ?? new Date(clock.now()) };
  }

  function say(free: number, closed: boolean): void {
    if (closed) log.error({ free, folder }, "disk full; calls that move money are closed until there is space");
    else log.warn({ free, folder }, "disk space is low");
  }

  async function check(): Promise<void> {
    if (folder === undefined) return;
    try {
      judge(await freeOf(folder));
    } catch (error) {
      log.warn({ err: error, folder }, "failed to read free disk space");
    }
    if (!stopped) cancel = clock.after(checkEveryMs, () => void check());
  }

  return {
    alarm: () => alarm,
    isOpen: () => !alarm?.closed,
    guard(route) {
      if (route.caller !== "player" || route.moves === "nothing" || route.continues === true) return;
      if (alarm?.closed) fail(unavailable, { retryAfter: checkEveryMs / 1000 });
    },
    start: check,
    stop() {
      stopped = true;
      cancel();
    },
  };
}

/** Space available to unprivileged users. The first server on a machine creates the folder. */
export async function freeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
