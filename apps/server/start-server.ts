import { checkMembership } from "#kit/cluster/check-membership.ts";
import type { NodeRow } from "#kit/cluster/cluster-store.ts";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import { isOfOffice } from "#kit/contract/route.ts";
import { confirmedCalls } from "#kit/db/confirmed-calls.ts";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { requireSync } from "#kit/db/require-sync.ts";
import { makeServerRole, mayMakeRoles, type ServerRole, serverRole } from "#kit/db/server-role.ts";
import { isUnavailable } from "#kit/db/unavailable.ts";
import type { Config } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { type ChannelSource, guardOf, type ServerModule } from "#kit/host/server-module.ts";
import type { SignalRelay } from "#kit/host/signals.ts";
import { systemClock } from "#kit/host/system.ts";
import { networks } from "#kit/http/address.ts";
import { createDispatcher } from "#kit/http/dispatcher.ts";
import type { Handler } from "#kit/http/handler.ts";
import { type Hosts, publicScheme } from "#kit/http/hosts.ts";
import { openApi } from "#kit/http/openapi.ts";
import { limiterOf } from "#kit/http/rate-limit.ts";
import { createHttpServer } from "#kit/http/server.ts";
import type { SiteHandler } from "#kit/http/site-handler.ts";
import { createJobs } from "#kit/jobs/worker.ts";
import { createLive } from "#kit/live/server/live.ts";
import { type Peers, receiverOf } from "#kit/live/server/peers.ts";
import { sessionEnded } from "#modules/accounts/shared/events.ts";
import { checkDatabase, requirePrimary } from "./check-database.ts";
import { createMembership, describeNode } from "./cluster.ts";
import { filesSite } from "./files-site.ts";
import { installDatabase, requireMigrated } from "./install-database.ts";
import { createModules, type Modules } from "./modules.ts";
import { rolesOf } from "./roles.ts";
import { isServed, servicesOf } from "./services.ts";
import { systemHost } from "./system-host.ts";

export interface Running {
  readonly host: Host;
  readonly modules: Modules;
  readonly port: number;
  readonly apiPort: number;
  readonly hosts: Hosts;
  /**
   * Graceful drain: not ready, rounds with open bets played to their end, sockets notified, calls in progress answered, modules stopped in reverse order (rounds handed
   * over, lanes flushed), jobs ended, connections closed.
   */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Creates the site; a process that serves games only has none. */
  readonly site?: (host: Host, modules: Modules) => SiteHandler;
  /** Creates the pages of the back office, on its own host name. */
  readonly office?: (config: Config) => SiteHandler;
  /** Destination of log lines; standard output unless given. */
  readonly writeLog?: (line: string) => void;
  /** Time for load balancers to notice GET /readyz, and for calls in progress to finish: milliseconds. */
  readonly noticeMs?: number;
  readonly timeoutMs?: number;
  /** How long a node runs before others hand rounds over to it: milliseconds. */
  readonly balanceAfterMs?: number;
}

/** Starts the server in this process. Throws with one clear sentence if it cannot; nothing is left running then. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<Running> {
  const undo: (() => Promise<void> | void)[] = [];
  const stop = once(() => unwind(undo));
  try {
    return await assemble(config, options, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Each part registers its stop function; stopping runs these in reverse order. */
async function assemble(
  config: Config,
  options: StartOptions,
  undo: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<Running> {
  publicScheme(config);
  networks(config.TRUSTED_PROXIES);
  networks(config.OFFICE_NETWORKS, "OFFICE_NETWORKS");
  const services = servicesOf(config);
  const roles = rolesOf(config);
  const self = describeNode(config, services);
  const { owner, role } = await ownDatabase(config, self);
  const databaseUrl = role?.url ?? config.DATABASE_URL;
  const {
    host: ownHost,
    listen,
    relay,
    close,
  } = systemHost({ ...config, DATABASE_URL: databaseUrl, ...readUrl(config, role) }, options.writeLog);
  undo.push(close);
  const membership = createMembership(ownHost, self, options.balanceAfterMs ?? 30_000);
  const { sharedBuckets } = membership;
  const host: Host = { ...ownHost, leaderships: membership.node, ...(sharedBuckets && { sharedBuckets }) };
  const { log } = host;
  const modules = createModules(host);
  const { all, accounts } = modules;
  try {
    const warning = await checkDatabase(owner, config.MODE);
    if (warning) log.warn({}, warning);
    if (!role && config.MIGRATE === "at-start")
      log.warn({}, "the owner of the database may not create roles: the server runs with the owner's privileges");
    if (config.MIGRATE === "never") await requireMigrated(owner, all);
    else await installDatabase(owner, { databaseUrl: config.DATABASE_URL, modules: all, role });
  } finally {
    await owner.end();
  }

  const served = all.filter(module => isServed(module, services));
  const jobs = createJobs(
    host,
    databaseUrl,
    served.flatMap(module => module.jobs ?? []),
  );
  // Before reading anything that another process may change: a signal sent in between would be missed.
  await listen();
  undo.push(membership.leave);
  await membership.join();
  const peers = membership.peers();
  if (peers && config.BUS_URL !== undefined) relay(signalsOver(peers));
  await startModules(all, served, undo);
  // After the modules: a job asks them for what they read while they start.
  if (roles.jobs) {
    await jobs.start();
    undo.push(jobs.stop);
  }

  const newRequestId = requestIds(host);
  const limiter = limiterOf(host, "calls", config.RATE_LIMIT_FACTOR);
  const { authenticate } = accounts;
  const guard = guardOf(all);
  const handlers = served.flatMap(module => module.handlers ?? []);
  const transportOptions = { ...host, authenticate, limiter, newRequestId };
  const { operatorOf, reads } = modules.operators;
  const confirmed = config.DATABASE_SYNC === "required" ? confirmedCalls(host.db, host.clock) : undefined;
  if (confirmed) undo.push(confirmed.close);
  const dispatcher = createDispatcher(handlers, {
    ...transportOptions,
    guard,
    classify,
    operatorOf,
    noteRead: reads.note,
    ...(membership.handOver && { handOver: membership.handOver }),
    ...(confirmed && { confirmed: confirmed.run }),
  });
  const channels = served.flatMap(module => module.channels ?? []);
  const isOffice = ({ channel }: ChannelSource) => channel.caller === "operator";
  const live = createLive({
    ...transportOptions,
    dispatcher,
    channels: channels.filter(source => !isOffice(source)),
    ...(peers && { peers }),
  });
  const officeLive = createLive({
    ...transportOptions,
    dispatcher: { calls: [] },
    channels: channels.filter(isOffice),
    // Its sockets are admitted by the cookie of the office, never by a token of the site.
    authenticate: () => null,
    operatorOf: from => operatorOf(from, false),
    gauge: "office_live_sockets",
  });
  undo.push(modules.operators.watchSockets(officeLive));
  undo.push(host.bus.on(sessionEnded, ({ session }) => live.endSession(session)));
  const server = await createHttpServer({
    ...transportOptions,
    dispatcher,
    ...(roles.play && { live }),
    ...(roles.web && services.includes("general") && { officeLive }),
    snapshot: async (channel, token) => live.snapshotFor(channel, token === null ? null : await authenticate(token)),
    documents: { "/openapi.json": JSON.stringify(openApi(publicRoutes(handlers))) },
    isMirror: modules.mirrors.isMirror,
    checkReady: async () => {
      if (membership.node.unfit !== undefined) throw new Error(membership.node.unfit);
      await host.db.query("SELECT 1");
    },
    ...(options.site && roles.web && services.includes("general") && { site: options.site(host, modules) }),
    ...(options.office && roles.web && services.includes("general") && { office: options.office(config) }),
    ...(roles.web && services.includes("general") && { files: filesSite(modules.support.attachments) }),
  });
  undo.push(() => server.close(options.timeoutMs ?? 10_000));
  undo.push(() => live.close());
  undo.push(() => officeLive.close());
  await membership.open({ dispatcher, live, authenticate, newRequestId });
  const { port, apiPort, hosts } = await server.listen();
  undo.push(async () => void (await Promise.all(served.map(module => module.drain?.()))));
  undo.push(() => wait(host, options.noticeMs ?? 0));
  undo.push(() => server.refuseReady());
  log.info({ site: hosts.siteOrigin, api: hosts.apiOrigin, services, roles: roles.names }, "the server is open");
  return { host, modules, port, apiPort, hosts, stop };
}

/** The owner's connections for the migrations, and the role for everything after them; none if the owner may not create roles. */
async function ownDatabase(
  config: Config,
  self: NodeRow,
): Promise<{ readonly owner: Db; readonly role: ServerRole | undefined }> {
  const owner = createDb(config.DATABASE_URL, { pool: 1 });
  try {
    await requirePrimary(owner);
    if (config.DATABASE_SYNC === "required") await requireSync(owner);
    // Before anything is written: with another secret the role would get another password, and the running nodes could not connect.
    await checkMembership(owner, systemClock, self);
    if (!(await mayMakeRoles(owner))) return { owner, role: undefined };
    const role = serverRole(config.DATABASE_URL, config.SECRET_KEY);
    if (config.MIGRATE === "at-start") await owner.tx(tx => makeServerRole(tx, role));
    return { owner, role };
  } catch (error) {
    await owner.end();
    throw error;
  }
}

/** A standby has the roles of its primary. */
function readUrl({ DATABASE_READ_URL, SECRET_KEY }: Config, role: ServerRole | undefined) {
  if (DATABASE_READ_URL === undefined || !role) return {};
  return { DATABASE_READ_URL: serverRole(DATABASE_READ_URL, SECRET_KEY).url };
}

/** Libraries are started in every process, games only where they are served. */
async function startModules(
  modules: readonly ServerModule[],
  served: readonly ServerModule[],
  undo: (() => Promise<void> | void)[],
): Promise<void> {
  for (const module of modules) {
    if (module.manifest.service !== undefined && !served.includes(module)) continue;
    if (module.stop) undo.push(() => module.stop?.());
    await module.start?.();
  }
}

function classify(error: unknown): Failure | undefined {
  return isUnavailable(error) ? new Failure(unavailable, { retryAfter: 2 }) : undefined;
}

const signalsOver = (peers: Peers): SignalRelay => ({
  send: message => peers.send("signals", message),
  onMessage: receive => peers.onMessage("signals", receiverOf(receive, peers)),
});

/** The public routes: without the back office. */
function publicRoutes(handlers: readonly Handler[]) {
  return handlers.map(handler => handler.route).filter(route => !isOfOffice(route));
}

function requestIds(host: Host): () => string {
  const process = host.ids.next().slice(-12);
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}

function wait(host: Host, ms: number): Promise<void> {
  return new Promise(resolve => {
    if (ms === 0) resolve();
    else host.clock.after(ms, resolve);
  });
}

function once(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** Undoes everything, also if one step fails; the first failure is thrown at the end. */
async function unwind(undo: (() => Promise<void> | void)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.reverse()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
