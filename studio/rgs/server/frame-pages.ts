import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Casinos } from "./casinos.ts";

export interface FrameFile {
  readonly type: string;
  readonly body: Buffer;
  readonly gzip: Buffer | undefined;
}

/** The built client: `index.html` with what it loads by names that carry their hashes. */
export interface FrameFiles {
  /** The HTML of a game's page: its script, styles and what they import first. */
  readonly page: (slug: string) => string | undefined;
  readonly file: (path: string) => FrameFile | undefined;
  /** Scripts within the page, which its policy names by hash. */
  readonly inline: readonly string[];
}

/** The pages of the games. A page may be framed by one origin only: the one that its launch named, if the casino has it registered. */
export function mountFramePages(
  app: FastifyInstance,
  {
    casinos,
    slugs,
    files,
  }: { readonly casinos: Casinos; readonly slugs: ReadonlySet<string>; readonly files: FrameFiles },
): void {
  const scripts = files.inline.map(text => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");

  app.get<{ Params: { slug: string }; Querystring: { casino?: string; parent?: string } }>(
    "/games/:slug",
    async (request, reply) => {
      const { casino: slug = "", parent = "" } = request.query;
      const casino = await casinos.bySlug(String(slug));
      const page = slugs.has(request.params.slug) ? files.page(request.params.slug) : undefined;
      if (!casino?.origins.includes(String(parent)) || page === undefined) {
        return reply.code(404).type("text/plain").send("There is no such game here.\n");
      }
      return reply
        .headers({
          "content-security-policy": policy(scripts, String(parent)),
          "cache-control": "no-store",
          "referrer-policy": "no-referrer",
          "x-content-type-options": "nosniff",
          "permissions-policy": "autoplay=(self), fullscreen=(self), camera=(), microphone=(), geolocation=()",
          "cross-origin-resource-policy": "cross-origin",
        })
        .type("text/html; charset=utf-8")
        .send(page);
    },
  );

  app.get<{ Params: { "*": string } }>("/assets/*", async (request, reply) => {
    const file = files.file(`assets/${request.params["*"]}`);
    if (!file) return reply.code(404).send({ status: "not_found" });
    reply.headers({
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
      ...(file.type.startsWith("text/html") && { "content-security-policy": documents }),
    });
    const packed = file.gzip && /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
    if (packed) reply.header("content-encoding", "gzip");
    return reply.type(file.type).send(packed ? file.gzip : file.body);
  });
}

/** Content security policy of PAR sheets: text with its own styles. */
const documents = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

function policy(scripts: string, parent: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`.trim(),
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${parent}`,
  ].join("; ");
}
