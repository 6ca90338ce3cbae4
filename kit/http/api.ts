import type { BlockList } from "node:net";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type ErrorCode, Failure } from "#kit/contract/error-code.ts";
import { forbidden, internal, malformed, notFound, tooLarge, tooManyRequests } from "#kit/contract/errors.ts";
import type { Rate } from "#kit/contract/route.ts";
import { readLocale } from "#kit/i18n/locale.ts";
import type { Log } from "#kit/log/log.ts";
import type { Metrics } from "#kit/log/metrics.ts";
import { clientAddress, isLoopback, isOperator, subscriberOf } from "./address.ts";
import { type Answer, failureAnswer } from "./answer.ts";
import { applyCors } from "./cors.ts";
import type { Dispatcher, MountedCall } from "./dispatcher.ts";
import type { Hosts } from "./hosts.ts";
import { HttpCall } from "./http-call.ts";
import type { RateLimiter } from "./rate-limit.ts";

export interface ApiOptions {
  readonly dispatcher: Dispatcher;
  /** Available once the port is known. */
  readonly hosts: () => Hosts;
  readonly trusted: BlockList;
  readonly limiter: RateLimiter;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Texts at fixed paths, such as `/openapi.json`. */
  readonly documents: Readonly<Record<string, string>>;
  readonly newRequestId: () => string;
  /** Serves pages of its own origin only, also where a browser sends no preflight. */
  readonly ownPagesOnly?: boolean;
}

export const bodyLimit = 16 * 1024;
/** All calls of one address. Loopback has no limit: it is the operator, or a proxy that was not configured as trusted. */
const everything: Rate = { burst: 1000, perMinute: 12_000 };

const securityHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-site",
};

/** The HTTP transport of the API: every declared call on its path, and JSON for everything else. */
export function createApi(options: ApiOptions): FastifyInstance {
  const api = Fastify({
    bodyLimit,
    genReqId: options.newRequestId,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_error, request, reply) => send(reply, failed(malformed, request)),
  });
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  api.setNotFoundHandler((request, reply) => send(reply, failed(notFound, request)));
  api.setErrorHandler((error, request, reply) => send(reply, errorAnswer(error, request, options.log)));
  api.addHook("onRequest", async (request, reply) => receive(request, reply, options));
  for (const call of options.dispatcher.calls) mountCall(api, call, options);
  mountDocuments(api, options);
  return api;
}

async function receive(request: FastifyRequest, reply: FastifyReply, options: ApiOptions): Promise<unknown> {
  const hosts = options.hosts();
  reply.headers(securityHeaders).header("x-request-id", request.id).header("cache-control", "no-store");
  if (hosts.scheme === "https") reply.header("strict-transport-security", "max-age=31536000");
  if (applyCors(request, reply, hosts.originFor(request.headers.host))) return reply;
  if (options.ownPagesOnly && isFromElsewhere(request.headers["sec-fetch-site"])) throw new Failure(forbidden);
  const ip = clientAddress(request.raw, options.trusted);
  if (!isLoopback(ip)) {
    const retryAfter = await options.limiter.take(subscriberOf(ip), everything);
    if (retryAfter > 0) throw new Failure(tooManyRequests, { retryAfter });
  }
  return undefined;
}

/** Whether the browser reports that another origin's page sent it; clients that are not browsers send no such header. */
function isFromElsewhere(site: string | string[] | undefined): boolean {
  return site !== undefined && site !== "same-origin" && site !== "none";
}

function mountCall(api: FastifyInstance, mounted: MountedCall, options: ApiOptions): void {
  const { route } = mounted;
  const takesRaw = route.caller === "provider" && !route.body;
  api.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.maxBody ?? bodyLimit,
    async handler(request, reply) {
      const body = takesRaw || route.ignoresBody ? undefined : readBody(request);
      if (body === broken) return send(reply, failed(malformed, request));
      const call = new HttpCall(request, reply, clientAddress(request.raw, options.trusted), options.log);
      return send(reply, await mounted.run(call, { params: request.params, query: request.query, body }));
    },
  });
}

const broken = Symbol("not a JSON object");

/** The body as an object; undefined without one; `broken` when it is not JSON, or JSON of something else. */
function readBody(request: FastifyRequest): object | undefined | typeof broken {
  const bytes = request.body;
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return undefined;
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return broken;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : broken;
  } catch {
    return broken;
  }
}

function mountDocuments(api: FastifyInstance, options: ApiOptions): void {
  for (const [path, text] of Object.entries(options.documents))
    api.get(path, (_request, reply) => {
      reply.header("cache-control", "public, max-age=60").type("application/json; charset=utf-8").send(text);
    });
  api.get("/metrics", async (request, reply) => {
    if (!isOperator(request.raw)) return send(reply, failed(notFound, request));
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(await options.metrics.print());
  });
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (answer.retryAfter !== undefined) reply.header("retry-after", `${answer.retryAfter}`);
  if (answer.file) {
    const { type, pieces } = answer.file;
    reply.header("content-type", type.startsWith("text/") ? `${type}; charset=utf-8` : type);
    return reply.send(Readable.from(pieces, { objectMode: false }));
  }
  if (answer.text === "") return reply.send();
  const type = answer.page ? "text/html" : "application/json";
  return reply.header("content-type", `${type}; charset=utf-8`).send(answer.text);
}

function failed(error: ErrorCode, request: FastifyRequest): Answer {
  return failureAnswer(new Failure(error), readLocale(request.headers["accept-language"]));
}

/** Requests that the framework itself refuses (a body too long, an invalid length) as a declared error. */
function errorAnswer(error: unknown, request: FastifyRequest, log: Log): Answer {
  if (error instanceof Failure) return failureAnswer(error, readLocale(request.headers["accept-language"]));
  const status: unknown = error instanceof Error ? Reflect.get(error, "statusCode") : undefined;
  if (status === 413) return failed(tooLarge, request);
  if (typeof status === "number" && status >= 400 && status < 500) return failed(malformed, request);
  log.error({ err: error, request_id: request.id }, "the HTTP transport failed");
  return failed(internal, request);
}
