import type { FastifyReply, FastifyRequest } from "fastify";
import { fail } from "#kit/contract/error-code.ts";
import { forbidden } from "#kit/contract/errors.ts";

const preflight = {
  "access-control-allow-methods": "GET, POST, PUT, DELETE",
  "access-control-allow-headers": "authorization, content-type, accept-language, idempotency-key, region",
  "access-control-max-age": "7200",
};

/**
 * Lets in, with credentials, the pages of exactly one origin. Others get no permission from us, so their browsers keep
 * the answer from them; a call of theirs that could change something is refused before it runs (403).
 * Returns true when the request was a preflight and is answered.
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
