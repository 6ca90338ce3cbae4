import { forbidden, notFound } from "#kit/contract/errors.ts";
import type { Route } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import { type ParameterChannel, parameterChannel } from "#kit/host/server-module.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { callChanges } from "../shared/changes.ts";
import { type ChangeCounts, hasChanged, readChangeCounts } from "./change-counts.ts";

/** Between two checks of what was written: milliseconds. */
const everyMs = 1_000;

export interface Changes {
  readonly channel: ParameterChannel<typeof callChanges>;
  /** Sets the calls that may be followed; once, at composition. */
  connect(routes: readonly Route[]): void;
  stop(): void;
}

/** The tables that a call reads: those that it names, or all of its module. */
export function readsOf({ reads, module }: Pick<Route, "reads" | "module">): readonly string[] {
  return reads ?? [module.replaceAll("-", "_")];
}

/** Notifies pages of the back office of changed tables. While no page follows, it reads nothing. */
export function createChanges(host: Host): Changes {
  const { clock, log, db } = host;
  const routes = new Map<string, Route>();
  /** Followed since the last check: what was written while they read and subscribed is not known. */
  const joined = new Set<string>();
  let seen: ChangeCounts | undefined;
  let isRunning = false;
  let isStopped = false;
  let cancel = () => {};

  const channel = parameterChannel(callChanges, {
    snapshot(_session, path) {
      joined.add(path);
      if (!isRunning) scheduleCheck();
      return {};
    },
    refusal(_session, path, operator) {
      const { permission } = routes.get(path) ?? {};
      if (permission === undefined) return notFound;
      return operator?.permissions.has(permission) ? undefined : forbidden;
    },
  });

  async function check(): Promise<void> {
    const [before, fresh] = [seen, new Set(joined)];
    joined.clear();
    const now = await readChangeCounts(db);
    seen = now;
    for (const path of channel.followed()) {
      const route = required(routes.get(path), "a followed call is mounted");
      if (!before || fresh.has(path) || hasChanged(readsOf(route), before, now)) channel.publish(path, "changed", {});
    }
  }

  /** Schedules the next check, until the last page unsubscribes. */
  function scheduleCheck(): void {
    isRunning = !isStopped && channel.followed().length > 0;
    if (!isRunning) {
      seen = undefined;
      return;
    }
    cancel = clock.after(everyMs, () => {
      check()
        .catch((error: unknown) => log.warn({ err: error }, "Failed to read which tables have changed"))
        .finally(scheduleCheck);
    });
  }

  return {
    channel,
    connect(all) {
      invariant(routes.size === 0, "the calls are already connected");
      for (const route of all) if (route.caller === "operator" && route.method === "GET") routes.set(route.path, route);
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
