import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { Failure } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { isOfOffice } from "#kit/contract/route.ts";
import type { Config } from "#kit/host/config.ts";
import type { Clock } from "#kit/host/host.ts";
import { readLocale } from "#kit/i18n/locale.ts";
import type { Log } from "#kit/log/log.ts";
import type { Metrics } from "#kit/log/metrics.ts";
import { required } from "#kit/std/invariant.ts";
import { clientAddress, isWithin, networks } from "./address.ts";
import { failureAnswer } from "./answer.ts";
import { createApi } from "./api.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { createHosts, type Hosts, listenAddress, publicScheme } from "./hosts.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { SiteHandler, SiteHost } from "./site-handler.ts";
import { timeBody } from "./slow-body.ts";

/** The socket transport: takes over the connection of an upgrade request on the API's host. */
export interface UpgradeTransport {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, from: { ip: string; siteOrigin: string }): void;
}

export interface HttpServerOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly dispatcher: Dispatcher;
  readonly limiter: RateLimiter;
  readonly newRequestId: () => string;
  readonly documents?: Readonly<Record<string, string>>;
  readonly site?: SiteHandler;
  /** The pages of the back office, on its own host name; its calls are served there if the dispatcher has any. */
  readonly office?: SiteHandler;
  /** Files that visitors sent, on their own host name. */
  readonly files?: SiteHandler;
  readonly live?: UpgradeTransport;
  /** The socket of the back office, on its own host name. */
  readonly officeLive?: UpgradeTransport;
  /** Snapshots of live channels for server rendering. */
  readonly snapshot?: SiteHost["snapshot"];
  /** Whether a host name without port is a registered mirror; none is, unless given. */
  readonly isMirror?: (hostname: string) => boolean;
  /** Throws if a required dependency is unavailable. Called at most once a second, however often a probe is sent. */
  readonly checkReady: () => Promise<void>;
  /** Milliseconds; for tests. */
  readonly timeouts?: Partial<typeof defaultTimeouts>;
}

export interface HttpServer {
  listen(): Promise<{ port: number; apiPort: number; hosts: Hosts }>;
  /** For tests and server rendering. */
  readonly api: FastifyInstance;
  /** GET /readyz returns 503 from now on; everything else continues. */
  refuseReady(): void;
  /** Accepts nothing new and waits for responses in progress, at most `timeoutMs`; then closes the rest. */
  close(timeoutMs: number): Promise<void>;
}

const defaultTimeouts = {
  /** Timeout of a request, headers and body; a large body has longer while it arrives (`slow-body.ts`). */
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};
const idleConnectionMs = 120_000;
/** No request takes longer, at whatever rate it arrives. */
const longestRequestMs = 20 * 60_000;
/**
 * On every response. Resources meant for other sites (the picture that players' browsers probe hosts with, sandboxed
 * frames) set their own.
 */
const everyAnswer = {
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-site",
};

/** One process behind several host names on two ports; see {@link Hosts}. Nothing listens before `listen`. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { config } = options;
  publicScheme(config);
  const trusted = networks(config.TRUSTED_PROXIES);
  const mayOpenOffice = isWithin(config.OFFICE_NETWORKS, "OFFICE_NETWORKS");
  const isMirror = options.isMirror ?? (() => false);
  const state = { ready: true, port: config.PORT, apiPort: 0, hosts: createHosts(config, config.PORT, isMirror) };
  const transportOptions = { ...options, trusted, documents: options.documents ?? {}, hosts: () => state.hosts };
  const [officeCalls, calls] = byTransport(options.dispatcher);
  const api = createApi({ ...transportOptions, dispatcher: calls });
  const officeApi = createApi({ ...transportOptions, dispatcher: officeCalls, documents: {}, ownPagesOnly: true });
  const probe: Probe = { isOpen: () => state.ready, isReady: everySecond(options) };
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const overall = { ...timeouts, requestTimeout: longestRequestMs };
  const servers = [createServer(overall), createServer(overall)] as const;
  const site = options.site && (await mountSite(options.site, siteHost()));
  const office = options.office && (await mountSite(options.office, siteHost()));
  const files = options.files && (await mountSite(options.files, siteHost()));
  await Promise.all([api.ready(), officeApi.ready()]);
  const apps = { api, site, office, files, none: undefined };
  for (const server of servers) {
    const onApiPort = server === servers[1];
    server.setTimeout(idleConnectionMs);
    server.on("request", (request, response) => {
      timeBody(request, options.clock, timeouts.requestTimeout);
      for (const [name, value] of Object.entries(everyAnswer)) response.setHeader(name, value);
      if (answerProbe(request, response, probe)) return;
      const home = onApiPort ? null : state.hosts.homeOf(request.headers.host);
      if (home !== null) return redirect(response, home + pathOf(request));
      const hostRole = state.hosts.hostRoleOf(request.headers.host, onApiPort);
      if (hostRole === "office" && !mayOpenOffice(clientAddress(request, trusted))) return refuse(request, response);
      const app = hostRole === "office" && request.url?.startsWith("/api/") ? officeApi : apps[hostRole];
      if (app) app.routing(request, response);
      else refuse(request, response);
    });
    server.on("upgrade", (request, socket, head) => {
      const hostRole = state.hosts.hostRoleOf(request.headers.host, onApiPort);
      if (hostRole === "site" && options.site?.ownsUpgrade?.(request)) return;
      if (hostRole === "office" && !mayOpenOffice(clientAddress(request, trusted))) return refuseUpgrade(socket);
      if (hostRole === "office" && options.office?.ownsUpgrade?.(request)) return;
      const live = hostRole === "api" ? options.live : hostRole === "office" ? options.officeLive : undefined;
      if (!live || !/^\/ws(\?|$)/.test(request.url ?? "")) return refuseUpgrade(socket);
      const siteOrigin = state.hosts.originFor(request.headers.host);
      live.upgrade(request, socket, head, { ip: clientAddress(request, trusted), siteOrigin });
    });
  }

  function siteHost(): SiteHost {
    return {
      api: request => api.inject(request),
      snapshot: options.snapshot ?? (async () => null),
      addressOf: request => clientAddress(request, trusted),
      hosts: () => state.hosts,
      apiOriginFor: host => state.hosts.apiOriginFor(host, state.apiPort),
      servers,
    };
  }

  return {
    api,
    async listen() {
      const address = listenAddress(config);
      state.port = await listen(servers[0], config.PORT, address);
      const requestedPort = config.API_PORT ?? (config.PORT === 0 ? 0 : config.PORT + 1);
      state.apiPort = await listen(servers[1], requestedPort, address);
      state.hosts = createHosts(config, state.port, isMirror);
      return state;
    },
    refuseReady() {
      state.ready = false;
    },
    async close(timeoutMs) {
      await Promise.all(servers.map(server => closeServer(server, options.clock, timeoutMs)));
      await Promise.all([api.close(), officeApi.close(), site?.close(), office?.close(), files?.close()]);
    },
  };
}

/** The calls of the back office, and all others. */
export function byTransport({ calls }: Dispatcher): readonly [Dispatcher, Dispatcher] {
  const office = calls.filter(({ route }) => isOfOffice(route));
  return [{ calls: office }, { calls: calls.filter(call => !office.includes(call)) }];
}

async function mountSite(site: SiteHandler, host: SiteHost): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: 16 * 1024, routerOptions: { maxParamLength: 500 } });
  await site.mount(app, host);
  await app.ready();
  return app;
}

interface Probe {
  isOpen(): boolean;
  isReady(): Promise<boolean>;
}

/** `/healthz`: the process is running. `/readyz`: send visitors here. On any host name, without log and limits. */
function answerProbe(request: IncomingMessage, response: ServerResponse, probe: Probe): boolean {
  const answer = (status: number, text: string) =>
    response.writeHead(status, { "content-type": "text/plain", "cache-control": "no-store" }).end(`${text}\n`);
  if (request.url === "/healthz") answer(200, "ok");
  else if (request.url !== "/readyz") return false;
  else if (!probe.isOpen()) answer(503, "draining");
  else void probe.isReady().then(isReady => (isReady ? answer(200, "ready") : answer(503, "not ready")));
  return true;
}

function everySecond({ clock, log, checkReady }: HttpServerOptions): Probe["isReady"] {
  const check = async () => {
    try {
      await checkReady();
      return true;
    } catch (error) {
      log.warn({ err: error }, "not ready");
      return false;
    }
  };
  let last: Promise<boolean> | undefined;
  return () => {
    if (!last) {
      last = check();
      clock.after(1000, () => {
        last = undefined;
      });
    }
    return last;
  };
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const { status, text } = failureAnswer(new Failure(notFound), readLocale(request.headers["accept-language"]));
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(text);
}

/** Permanent: each page has one name. */
function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { location, "cache-control": "max-age=86400" }).end();
}

/** Path and query as received; an absolute address in their place is refused. */
function pathOf({ url = "/" }: IncomingMessage): string {
  return url.startsWith("/") ? url : "/";
}

function refuseUpgrade(socket: Duplex): void {
  socket.on("error", () => {});
  socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
      server.off("error", reject);
      resolve(required(server.address() as AddressInfo | null, "a listening server has an address").port);
    });
  });
}

/** Closes keep-alive connections as soon as they are idle. */
function closeServer(server: Server, clock: Clock, timeoutMs: number): Promise<void> {
  return new Promise(resolve => {
    if (!server.listening) return resolve();
    const deadline = clock.monotonic() + timeoutMs;
    let closed = false;
    server.close(() => {
      closed = true;
      resolve();
    });
    const sweep = () => {
      if (closed) return;
      if (clock.monotonic() < deadline) server.closeIdleConnections();
      else server.closeAllConnections();
      clock.after(50, sweep);
    };
    sweep();
  });
}
