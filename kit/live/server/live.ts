import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { closeCodes } from "#kit/contract/socket.ts";
import type { Clock } from "#kit/host/host.ts";
import type { ChannelSource } from "#kit/host/server-module.ts";
import { isLoopback, subscriberOf } from "#kit/http/address.ts";
import { parseCookies } from "#kit/http/cookies.ts";
import type { Dispatcher, DispatcherPorts } from "#kit/http/dispatcher.ts";
import type { Operator, Session } from "#kit/http/handler.ts";
import { hostnameOf } from "#kit/http/hosts.ts";
import type { MemoryRateLimiter } from "#kit/http/rate-limit.ts";
import type { UpgradeTransport } from "#kit/http/server.ts";
import type { Log } from "#kit/log/log.ts";
import type { Metrics } from "#kit/log/metrics.ts";
import { createAddressSockets } from "./address-sockets.ts";
import { createAllowances } from "./allowances.ts";
import { createCallFinder } from "./call-finder.ts";
import { ChannelDirectory } from "./channel-directory.ts";
import { Connection, type ConnectionPorts } from "./connection.ts";
import type { NumberedSnapshot, Peers } from "./peers.ts";
import type { Caller } from "./socket-call.ts";

export interface LiveOptions {
  readonly dispatcher: Dispatcher;
  readonly channels: readonly ChannelSource[];
  readonly authenticate: DispatcherPorts["authenticate"];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly newRequestId: () => string;
  /** The other nodes of a cluster. */
  readonly peers?: Peers;
  readonly limiter: MemoryRateLimiter;
  /**
   * The operator whose browser opens a socket of the back office: with it only operators get one, only from a page of that host name, and
   * hello has no token.
   */
  readonly operatorOf?: (from: Pick<Caller, "cookies" | "hostname" | "ip">) => Promise<Operator | null>;
  /** Name of the metric of open sockets: `live_sockets` unless given. */
  readonly gauge?: string;
  readonly most?: { readonly sockets?: number; readonly socketsPerAddress?: number };
}

export interface Live extends UpgradeTransport {
  /** Closes the sockets of a session (4401). */
  endSession(session: string): void;
  /** The operators of the back office's sockets, as they were when each was opened. */
  operators(): readonly Operator[];
  /** Notifies every socket of the restart (1012) and closes it. */
  close(): void;
  /** What a subscriber would get now, for server rendering; null for a channel that is not here or is a player channel. */
  snapshotFor(channel: string, session: Session | null): Promise<unknown>;
  /** The snapshot of a channel that this node leads, for another node. */
  numberedSnapshot(channel: string, session: Session | null): Promise<NumberedSnapshot> | undefined;
  readonly size: number;
}

const largestMessage = 16 * 1024;
const sweepEveryMs = 25_000;

/** The socket transport: one JSON connection for channel events and game commands. */
export function createLive(options: LiveOptions): Live {
  const { clock, metrics } = options;
  const webSocketServer = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    maxFragments: 64,
  });
  const connections = new Set<Connection>();
  const bySession = new Map<string, Set<Connection>>();
  const limits = { sockets: 20_000, socketsPerAddress: 60, ...options.most };
  const { peers } = options;
  const perAddress = createAddressSockets({
    clock,
    most: limits.socketsPerAddress,
    ...(peers && { peers: { link: peers, run: options.newRequestId() } }),
  });
  const gauge = metrics.gauge(options.gauge ?? "live_sockets", "Open sockets");
  const drops = metrics.counter("live_dropped_total", "Sockets closed by the server", ["reason"]);
  const ports: ConnectionPorts = {
    ...options,
    channels: new ChannelDirectory(options.channels, options),
    allowances: createAllowances(options.limiter),
    findCall: createCallFinder(options.dispatcher.calls),
    joined: (connection, session) => note(session.id, connection),
    dropped: reason => drops.inc({ reason }),
  };
  let closed = false;
  let cancelSweep = clock.after(sweepEveryMs, sweep);

  function note(session: string, connection: Connection): void {
    bySession.set(session, (bySession.get(session) ?? new Set()).add(connection));
  }

  /** Closes connections that were silent for a whole interval; pings the others. */
  function sweep(): void {
    for (const connection of connections) {
      if (!connection.alive) connection.terminate();
      connection.alive = false;
      connection.ping();
    }
    cancelSweep = clock.after(sweepEveryMs, sweep);
  }

  function refusal(request: IncomingMessage, from: { ip: string; siteOrigin: string }): string | undefined {
    const { origin } = request.headers;
    if (origin !== from.siteOrigin && (origin !== undefined || options.operatorOf)) return "403 Forbidden";
    if (closed || connections.size >= limits.sockets) return "503 Service Unavailable";
    const crowded = perAddress.of(subscriberOf(from.ip)) >= limits.socketsPerAddress;
    return crowded && !isLoopback(from.ip) ? "429 Too Many Requests" : undefined;
  }

  function forget(connection: Connection): void {
    connections.delete(connection);
    perAddress.closed(subscriberOf(connection.ip));
    const session = connection.operator?.session ?? connection.session?.id;
    if (session !== undefined) {
      const own = bySession.get(session);
      own?.delete(connection);
      if (own?.size === 0) bySession.delete(session);
    }
    gauge.set(connections.size);
  }

  function accept(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string, operator: Operator | null): void {
    webSocketServer.handleUpgrade(request, socket, head, ws => {
      const connection = new Connection(ws, socket, callerOf(request, ip), ports, operator);
      connections.add(connection);
      if (operator) note(operator.session, connection);
      perAddress.opened(subscriberOf(ip));
      gauge.set(connections.size);
      ws.on("close", () => forget(connection));
    });
  }

  async function acceptOperator(request: IncomingMessage, socket: Duplex, head: Buffer, ip: string): Promise<void> {
    // Without a listener, a connection that breaks off during the lookup would end the process.
    socket.on("error", () => {});
    try {
      const operator = (await options.operatorOf?.(callerOf(request, ip))) ?? null;
      if (operator && !operator.hasMoved && !closed) accept(request, socket, head, ip, operator);
      else refuse(socket, "401 Unauthorized");
    } catch (error) {
      options.log.warn({ err: error }, "Failed to look up the operator of a socket");
      refuse(socket, "503 Service Unavailable");
    }
  }

  return {
    upgrade(request, socket, head, from) {
      const refused = refusal(request, from);
      if (refused) refuse(socket, refused);
      else if (options.operatorOf) void acceptOperator(request, socket, head, from.ip);
      else accept(request, socket, head, from.ip, null);
    },
    operators: () => [...connections].flatMap(({ operator }) => (operator ? [operator] : [])),
    endSession(session) {
      for (const connection of [...(bySession.get(session) ?? [])])
        connection.close(closeCodes.sessionEnded, "session ended");
    },
    close() {
      closed = true;
      cancelSweep();
      perAddress.stop();
      ports.channels.close();
      for (const connection of [...connections]) connection.close(closeCodes.restart, "restart");
    },
    numberedSnapshot: (name, session) => ports.channels.numberedSnapshot(name, session),
    snapshotFor: (name, session) => ports.channels.snapshotFor(name, session),
    get size() {
      return connections.size;
    },
  };
}

function refuse(socket: Duplex, status: string): void {
  socket.on("error", () => {});
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function callerOf(request: IncomingMessage, ip: string): Caller {
  return {
    token: null,
    locale: "en",
    ip,
    hostname: hostnameOf(request.headers.host),
    userAgent: request.headers["user-agent"] ?? "",
    cookies: parseCookies(request.headers.cookie),
    headers: request.headers as Record<string, string | undefined>,
  };
}
