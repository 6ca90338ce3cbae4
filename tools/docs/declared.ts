import { glob } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createModules } from "#apps/server/modules.ts";
import type { Channel } from "#kit/contract/channel.ts";
import type { ErrorCode } from "#kit/contract/error-code.ts";
import {
  commonErrors,
  moneyErrors,
  readTooSlow,
  regionErrors,
  sessionIdle,
  stepUpRequired,
} from "#kit/contract/errors.ts";
import type { EventType } from "#kit/contract/event.ts";
import { type Route, routeName } from "#kit/contract/route.ts";
import { createBus } from "#kit/host/bus.ts";
import { readConfig } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { noFailpoints, systemClock, systemRandom, uuidIds } from "#kit/host/system.ts";
import { createLog } from "#kit/log/create-log.ts";
import { createMetrics } from "#kit/log/create-metrics.ts";

const root = join(import.meta.dirname, "../..");

/** Everything that the modules declare. `routes` and `channels` are the mounted ones; the rest is declared in `shared/`. */
export interface Declared {
  readonly routes: readonly Route[];
  readonly channels: readonly Channel[];
  readonly events: readonly EventType<unknown>[];
  readonly errors: readonly ErrorCode[];
  /** Declared in a contract, mounted or not. */
  readonly contracts: { readonly routes: readonly Route[]; readonly channels: readonly Channel[] };
}

export async function readDeclared(): Promise<Declared> {
  const { all: modules } = createModules(paperHost());
  const routes = modules.flatMap(module => (module.handlers ?? []).map(({ route }) => route));
  const channels = modules.flatMap(module => (module.channels ?? []).map(({ channel }) => channel));
  const written = await exportsOf("modules/**/shared/{contract,*-contract}.ts");
  const errors = [
    ...commonErrors,
    ...moneyErrors,
    ...regionErrors,
    stepUpRequired,
    sessionIdle,
    readTooSlow,
    ...modules.flatMap(module => module.errors ?? []),
    ...routes.flatMap(route => route.errors ?? []),
    ...(await exportsOf("modules/**/shared/errors.ts")).filter(isErrorCode),
  ];
  return {
    routes: sorted(routes, routeName),
    channels: sorted(channels, ({ name }) => name),
    events: sorted((await exportsOf("modules/**/shared/events.ts")).filter(isEvent), e => `${e.module}.${e.name}`),
    errors: sorted(new Set(errors), ({ code }) => code),
    contracts: { routes: written.filter(isRoute), channels: written.filter(isChannel) },
  };
}

function sorted<T>(items: Iterable<T>, key: (item: T) => string): T[] {
  return [...items].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function exportsOf(pattern: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const file of glob(pattern, { cwd: root }))
    found.push(...Object.values((await import(pathToFileURL(join(root, file)).href)) as object));
  return found;
}

function hasKind(value: unknown, kind: string): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === kind;
}
const isRoute = (value: unknown): value is Route => hasKind(value, "route");
const isChannel = (value: unknown): value is Channel => hasKind(value, "channel");
const isEvent = (value: unknown): value is EventType<unknown> => hasKind(value, "event");
const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === "object" && value !== null && "code" in value && "status" in value && "when" in value;

/** A host on which modules can be created but perform no I/O. */
function paperHost(): Host {
  const log = createLog({ level: "silent" });
  const unavailable = () => Promise.reject(new Error("the documents are printed without a database"));
  return {
    config: readConfig({
      MODE: "test",
      DATABASE_URL: "postgres://nowhere",
      SECRET_KEY: "00".repeat(32),
      AUDIT_SIGNING_KEY: "00".repeat(32),
      PAYMENTS_URL: "http://nowhere",
      PAYMENTS_SECRET: "0".repeat(32),
      BEACON_URL: "http://nowhere",
      BEACON_CHAIN: "00".repeat(32),
      BEACON_PUBLIC_KEY: "00",
      SMTP_URL: "smtp://nowhere",
      SMS_URL: "http://nowhere",
      SMS_TOKEN: "0".repeat(32),
    }),
    clock: systemClock,
    random: systemRandom,
    ids: uuidIds(systemClock, systemRandom),
    db: { query: unavailable, tx: unavailable, connect: unavailable, end: () => Promise.resolve() },
    bus: createBus(log),
    signals: { send: unavailable, on: () => () => {} },
    log,
    metrics: createMetrics({ process: false }),
    failpoints: noFailpoints,
  };
}
