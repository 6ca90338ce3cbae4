import type { FastifyReply, FastifyRequest } from "fastify";
import { fail } from "#kit/contract/error-code.ts";
import { forbidden } from "#kit/contract/errors.ts";

const preflight = {
  "access-control-allow-methods": "GET, POST, PUT, DELETE",
  "access-control-allow-headers": "authorization, content-type, accept-language, idempotency-key, region",
  "access-control-max-age": "7200",
};

/**
 * Allows credentials from pages of exactly one origin. Others get no CORS headers, so their browsers withhold
 * the response; their state-changing requests are refused before they run (403).
 * Returns true if the request was a preflight and has been answered.
 */
export function applyCors(request: FastifyRequest, reply: FastifyReply, own: string): boolean {
  const { origin } = request.headers;
  reply.header("vary", "Origin");
  if (origin === undefined) return false;
  if (origin === own) {
    reply.header("access-control-allow-origin", own);
    reply.header("access-control-allow-credentials", "true");
    reply.header("access-control-expose-headers", "retry-after, x-request-id");
  }
  if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined) {
    if (origin === own) reply.headers(preflight);
    reply.code(204).send();
    return true;
  }
  if (origin !== own && request.method !== "GET" && request.method !== "HEAD") fail(forbidden);
  return false;
}
