import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptsGzip, encoder, encodeWhole, encodingOf } from "./encode.ts";
import type { GuestPage } from "./guest-cache.ts";
import { gzippedPage } from "./precompress.ts";

/** Sends a page compressed with gzip once for all guests: a better ratio is not worth compressing it for each. */
export async function sendShared(
  reply: FastifyReply,
  page: GuestPage,
  nonce: string,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const accepted = request.headers["accept-encoding"];
  const mark = Buffer.from(nonce);
  reply.code(page.status).type("text/html; charset=utf-8");
  if (acceptsGzip(accepted)) {
    const fill = await gzippedPage(page.parts, mark.length);
    return reply.header("content-encoding", "gzip").send(fill(mark));
  }
  const encoding = encodingOf(accepted);
  if (encoding) reply.header("content-encoding", encoding);
  const whole = Buffer.concat(page.parts.flatMap((part, index) => (index === 0 ? [part] : [mark, part])));
  return reply.send(await encodeWhole(whole, encoding));
}

/** Streams a page of one visitor, compressed chunk by chunk. */
export function sendOwn(reply: FastifyReply, response: Response, request: FastifyRequest): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== "content-length") reply.header(name, value);
  if (response.body === null || request.method === "HEAD") return reply.send();
  const body = Readable.fromWeb(response.body as NodeStream);
  const encoding = encodingOf(request.headers["accept-encoding"]);
  if (!encoding) return reply.send(body);
  const encoded = encoder(encoding);
  body.on("error", error => encoded.destroy(error));
  return reply.header("content-encoding", encoding).send(body.pipe(encoded));
}
