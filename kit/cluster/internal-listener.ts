import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Host } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import { type AskFault, createAskVerifier, signAnswer } from "./signed-ask.ts";

/** What a node answers another one. */
export interface AskAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Thrown by a handler of asks: the ask is refused and counted. */
export class AskRefused extends Error {
  override readonly name = "AskRefused";
  readonly fault: AskFault;

  constructor(fault: AskFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Answers the asks of one path; each was signed by a node of this cluster. */
export type AskHandler = (body: unknown, from: string) => Promise<AskAnswer>;

export interface InternalListener {
  /** Opens the listener, which serves nothing but asks of other nodes. Returns its port. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface ListenerOptions {
  readonly node: string;
  /** `address:port`, or a port of every address. */
  readonly listen: string;
  /** The current secret first. */
  readonly secrets: readonly string[];
  readonly handlers: Readonly<Record<string, AskHandler>>;
}

export const largestAsk = 64 * 1024;

const statuses: Readonly<Record<AskFault, number>> = {
  unsigned: 401,
  contract: 409,
  forged: 401,
  stale: 401,
  misdirected: 403,
  replayed: 401,
  too_large: 413,
  malformed: 400,
  identity: 403,
  overloaded: 503,
};

/** A listener of its own for asks between nodes: signed, fresh, once each, at most 64 KiB. Everything else is refused and counted. */
export function createInternalListener(
  { clock, log, metrics }: Pick<Host, "clock" | "log" | "metrics">,
  options: ListenerOptions,
): InternalListener {
  const verifier = createAskVerifier(options.secrets, options.node, clock);
  const refused = metrics.counter("cluster_requests_refused_total", "Requests rejected by the internal listener", [
    "fault",
  ]);
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 65_000 });

  function refuse(response: ServerResponse, fault: AskFault): void {
    refused.inc({ fault });
    log.warn({ fault }, "a request from another node was refused");
    response.writeHead(statuses[fault], { "content-type": "text/plain", connection: "close" }).end(`${fault}\n`);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    const bytes = await readAtMost(request, largestAsk);
    if (!bytes) return refuse(response, "too_large");
    const checked = verifier.check(request.headers, path, bytes);
    if (!checked.ok) return refuse(response, checked.fault);
    const handler = request.method === "POST" ? options.handlers[path] : undefined;
    if (!handler) return refuse(response, "malformed");
    const answer = await handler(parsed(bytes), checked.from);
    const body = JSON.stringify(answer.body);
    const signature = signAnswer(required(checked.secret, "a verified ask has a secret"), checked.signature, body);
    response
      .writeHead(answer.status, { "content-type": "application/json", "x-cluster-signature": signature })
      .end(body);
  }

  // Bytes that are not valid HTTP, or a request that ends before its body does.
  server.on("clientError", (_error, socket) => {
    refused.inc({ fault: "malformed" });
    socket.destroy();
  });
  server.on("request", (request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A cut-off body is counted as a client error above.
      if (response.headersSent || request.errored) return void response.destroy();
      if (error instanceof AskRefused) return refuse(response, error.fault);
      log.error({ err: error, path: request.url }, "a request from another node failed");
      response.writeHead(500).end();
    });
  });

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        const { host, port } = addressOf(options.listen);
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Undefined when it is larger: the rest is not read. */
async function readAtMost(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request) {
    length += (piece as Buffer).length;
    if (length > most) return undefined;
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new AskRefused("malformed");
  }
}

/** `7000` and `:7000` are every address, `127.0.0.1:7000` and `[::1]:7000` one. */
export function addressOf(listen: string): { host: string | undefined; port: number } {
  const cut = listen.lastIndexOf(":");
  const host = cut > 0 ? listen.slice(0, cut).replace(/^\[(.*)\]$/, "$1") : undefined;
  return { host, port: Number(listen.slice(cut + 1)) };
}
