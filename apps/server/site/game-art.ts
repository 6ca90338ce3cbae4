import type { FastifyInstance } from "fastify";

/** The picture that a hash names. */
export type ArtSource = (hash: string) => Promise<{ readonly type: string; readonly bytes: Uint8Array } | undefined>;

/** `/art/{hash}`: pictures of providers' games. Opened by itself, a drawing runs nothing. */
export function mountGameArt(app: FastifyInstance, source: ArtSource): void {
  app.get<{ Params: { hash: string } }>("/art/:hash", async (request, reply) => {
    const { hash } = request.params;
    const picture = /^[0-9a-f]{64}$/.test(hash) ? await source(hash) : undefined;
    reply.headers({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    if (!picture) {
      return reply
        .code(404)
        .header("cache-control", "no-store")
        .type("text/plain; charset=utf-8")
        .send("Nothing was found here.\n");
    }
    return reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .type(picture.type)
      .send(Buffer.from(picture.bytes));
  });
}
