import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { WebSocketServer } from "ws";
import * as z from "zod/mini";
import type { Log } from "#kit/log/log.ts";
import { type Producer, producers, quoteRequest, recoveryRequest } from "../shared/protocol.ts";
import { chaosPage } from "./chaos-page.ts";
import { faultRequest } from "./faults.ts";
import type { OddsProvider } from "./provider.ts";
import { Refused } from "./refused.ts";

export interface HttpOptions {
  readonly provider: OddsProvider;
  readonly log: Log;
  /** Without it no fault can be injected. */
  readonly chaos: boolean;
}

interface Answer {
  readonly status: number;
  readonly type: "json" | "html";
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const largestBody = 64 * 1024;
/** A consumer that falls this far behind is disconnected: it recovers. */
const mostBuffered = 64 << 20;

const json = (status: number, value: unknown): Answer => ({ status, type: "json", body: JSON.stringify(value) });
const failure = (status: number, code: string, message: string) => json(status, { error: { code, message } });

/** `/odds` over HTTP, `/odds/stream` over WebSocket. */
export function createHttp(options: HttpOptions): Server {
  const server = createServer((request, response) => {
    void answer(request, options)
      .catch((error: unknown) => refusal(error, options.log))
      .then(answered => send(response, answered));
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 });
  server.on("upgrade", (request, socket, head) => {
    const url = addressOf(request);
    const producer = url.searchParams.get("producer");
    if (url.pathname !== "/odds/stream" || !isProducer(producer)) {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, socket, head, client => {
      const end = options.provider.subscribe(producer, text => {
        if (client.bufferedAmount > mostBuffered) client.terminate();
        else client.send(text);
      });
      client.on("close", end);
      client.on("error", error => options.log.info({ error: error.message }, "a stream's socket failed"));
    });
  });
  server.on("close", () => {
    for (const client of sockets.clients) client.terminate();
  });
  return server;
}

const isProducer = (text: string | null): text is Producer => producers.some(producer => producer === text);

function addressOf(request: IncomingMessage): URL {
  try {
    return new URL(request.url ?? "/", "http://odds");
  } catch {
    throw new Refused(400, "bad_request", "the address cannot be read");
  }
}

async function answer(request: IncomingMessage, { provider, chaos }: HttpOptions): Promise<Answer> {
  const { pathname } = addressOf(request);
  const call = `${request.method} ${pathname}`;
  switch (call) {
    case "GET /odds":
      return json(200, provider.describe());
    case "GET /odds/names":
      return json(200, provider.names());
    case "POST /odds/recovery":
      provider.recover(read(recoveryRequest, await bodyOf(request)));
      return json(202, {});
    case "POST /odds/quote":
      return quoted(provider, await bodyOf(request));
  }
  if (request.method === "GET" && pathname.startsWith("/odds/verify/")) {
    return json(200, provider.verify(decoded(pathname.slice("/odds/verify/".length))));
  }
  if (pathname === "/odds/chaos" && chaos) return faults(request, provider);
  throw new Refused(404, "not_found", `there is no ${call}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refused(400, "bad_request", "the address cannot be read");
  }
}

function quoted(provider: OddsProvider, body: string): Answer {
  const { event, legs } = read(quoteRequest, body);
  const text = JSON.stringify(provider.quote(event, legs));
  return { status: 200, type: "json", body: text, headers: { "x-odds-signature": provider.sign(text) } };
}

/** Loopback callers only, and no page of another site. */
async function faults(request: IncomingMessage, provider: OddsProvider): Promise<Answer> {
  if (!/^(::1|(::ffff:)?127\.[0-9.]+)$/.test(request.socket.remoteAddress ?? "")) {
    throw new Refused(403, "forbidden", "faults are injected from this machine only");
  }
  const { origin, host } = request.headers;
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Refused(403, "forbidden", "faults are not injected from another site");
  }
  if (request.method === "GET") return { status: 200, type: "html", body: chaosPage(provider) };
  if (request.method !== "POST") throw new Refused(405, "method_not_allowed", "GET or POST");
  const body = await bodyOf(request);
  const form = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  provider.chaos(read(faultRequest, form ? formAsJson(body) : body));
  if (!form) return json(200, {});
  return { status: 303, type: "html", body: "", headers: { location: "/odds/chaos" } };
}

/** Empty fields are left out; `ms` and `count` are numbers. */
function formAsJson(body: string): string {
  const fields = [...new URLSearchParams(body)].filter(([, value]) => value !== "");
  return JSON.stringify(
    Object.fromEntries(fields.map(([key, value]) => [key, key === "ms" || key === "count" ? Number(value) : value])),
  );
}

function read<T extends z.ZodMiniType>(shape: T, body: string): z.infer<T> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Refused(400, "bad_request", "the body is not JSON");
  }
  const result = shape.safeParse(value);
  if (!result.success) throw new Refused(400, "bad_request", z.prettifyError(result.error).slice(0, 500));
  return result.data;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > largestBody) throw new Refused(413, "too_large", "the body is over 64 KiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function refusal(error: unknown, log: Log): Answer {
  if (error instanceof Refused) return failure(error.status, error.code, error.message);
  log.error({ error: error instanceof Error ? error.stack : String(error) }, "a call failed");
  return failure(500, "internal_error", "the call failed");
}

function send(response: ServerResponse, { status, type, body, headers }: Answer): void {
  response.writeHead(status, {
    "content-type": type === "json" ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "x-content-type-options": "nosniff",
    ...(type === "html" && {
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    }),
    ...headers,
  });
  response.end(body);
}
