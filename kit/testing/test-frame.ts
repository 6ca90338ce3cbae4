import type { Failure } from "#kit/contract/error-code.ts";
import { readConfig } from "#kit/host/config.ts";
import type { Clock } from "#kit/host/host.ts";
import type { ChannelSource } from "#kit/host/server-module.ts";
import { systemClock } from "#kit/host/system.ts";
import { createDispatcher, type DispatcherPorts } from "#kit/http/dispatcher.ts";
import type { Handler, Session } from "#kit/http/handler.ts";
import { memoryRateLimiter } from "#kit/http/rate-limit.ts";
import { createHttpServer, type HttpServerOptions } from "#kit/http/server.ts";
import type { SiteHandler } from "#kit/http/site-handler.ts";
import { createLive, type LiveOptions } from "#kit/live/server/live.ts";
import { createLog } from "#kit/log/create-log.ts";
import { createMetrics } from "#kit/log/create-metrics.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** A configuration for tests, with the required settings and no database. */
export function testConfig(changes: Readonly<Record<string, string>> = {}) {
  return readConfig({
    MODE: "test",
    PORT: "0",
    DATABASE_URL: "postgres://nowhere",
    SECRET_KEY: "00".repeat(32),
    AUDIT_SIGNING_KEY: "00".repeat(32),
    PAYMENTS_URL: "http://127.0.0.1:1",
    PAYMENTS_SECRET: "x".repeat(32),
    BEACON_URL: "http://127.0.0.1:1",
    BEACON_CHAIN: "00".repeat(32),
    BEACON_PUBLIC_KEY: "00",
    SMTP_URL: "smtp://127.0.0.1:1",
    SMS_URL: "http://127.0.0.1:1",
    SMS_TOKEN: "x".repeat(32),
    LOG_LEVEL: "silent",
    ...changes,
  });
}

function sessionOf(name: string, number: number): Session {
  const id = `00000000-0000-7000-8000-00000000000${number}`;
  return { id: id as Uuid, player: `${name}` as PlayerId, currency: "USD", test: false };
}

/** alice, bob and carol are signed in; their tokens are their names. */
export function testSessions(): Map<string, Session> {
  return new Map(["alice", "bob", "carol"].map((name, index) => [name, sessionOf(name, index + 1)]));
}

export interface TestFrameOptions {
  readonly handlers?: readonly Handler[];
  readonly channels?: readonly ChannelSource[];
  readonly sessions?: Map<string, Session>;
  readonly guard?: DispatcherPorts["guard"];
  readonly classify?: (error: unknown) => Failure | undefined;
  readonly site?: SiteHandler;
  readonly office?: SiteHandler;
  readonly config?: Readonly<Record<string, string>>;
  readonly most?: LiveOptions["most"];
  /** Clock of the sockets; the system's unless given. */
  readonly liveClock?: Clock;
  readonly checkReady?: () => Promise<void>;
  readonly timeouts?: HttpServerOptions["timeouts"];
}

/** Both transports over one dispatcher, on free ports of loopback, without any module. */
export async function startTestFrame(options: TestFrameOptions = {}) {
  const sessions = options.sessions ?? testSessions();
  const written: string[] = [];
  const log = createLog({ level: "info", write: line => written.push(line) });
  const clock = systemClock;
  const metrics = createMetrics({ process: false });
  const config = testConfig(options.config);
  const limiter = memoryRateLimiter(clock, { factor: config.RATE_LIMIT_FACTOR });
  const authenticate = (token: string) => sessions.get(token) ?? null;
  let requests = 0;
  const newRequestId = () => `request-${++requests}`;
  const dispatcher = createDispatcher(options.handlers ?? [], {
    authenticate,
    ...(options.guard && { guard: options.guard }),
    ...(options.classify && { classify: options.classify }),
    limiter,
    clock,
    log,
    metrics,
  });
  const channels = options.channels ?? [];
  const most = options.most;
  const live = createLive({
    dispatcher,
    limiter: memoryRateLimiter(options.liveClock ?? clock, { factor: config.RATE_LIMIT_FACTOR }),
    channels,
    authenticate,
    clock: options.liveClock ?? clock,
    log,
    metrics,
    newRequestId,
    ...(most && { most }),
  });
  const server = await createHttpServer({
    config,
    clock,
    log,
    metrics,
    dispatcher,
    limiter,
    newRequestId,
    live,
    documents: { "/openapi.json": "{}" },
    checkReady: options.checkReady ?? (() => Promise.resolve()),
    ...(options.site && { site: options.site }),
    ...(options.office && { office: options.office }),
    ...(options.timeouts && { timeouts: options.timeouts }),
  });
  const { port, apiPort } = await server.listen();
  return {
    sessions,
    server,
    live,
    dispatcher,
    port,
    apiPort,
    written,
    metrics,
    async stop() {
      live.close();
      await server.close(2000);
    },
  };
}
