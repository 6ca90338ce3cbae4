import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config } from "#kit/host/config.ts";
import type { SiteHandler } from "#kit/http/site-handler.ts";
import { mountPdfFrame } from "./pdf-frame.ts";

const repo = path.resolve(import.meta.dirname, "../..");
const source = path.join(repo, "apps/office");
const built = path.join(repo, "dist/office");
const hotReloadPath = "/@hot-office";

/**
 * The content security policy of the back office: scripts and calls of its own host only. No inline script or
 * style, no other origin but pictures of the host of files, no frame but of its own host, no markup from text. No other page may frame it.
 */
export const officePolicy = (filesOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${filesOrigin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "frame-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

const headers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
  "cache-control": "no-store",
};

/** The pages of the back office: one document for every path, and the files of its build. */
export function officeSite(config: Pick<Config, "MODE">): SiteHandler {
  const development = config.MODE === "development";
  return {
    async mount(app, host) {
      const page = development ? await livePage(app, host.servers) : await builtPage(app);
      mountPdfFrame(app);
      app.route({
        method: ["GET", "HEAD"],
        url: "*",
        handler: async (request, reply) =>
          send(reply, await page(request.url), development ? null : host.hosts().filesOriginFor(request.headers.host)),
      });
    },
    ownsUpgrade: request => development && (request.headers["sec-websocket-protocol"] ?? "").startsWith("vite"),
  };
}

/** `filesOrigin`: null in development, where the server injects styles and its client into the page. */
function send(reply: FastifyReply, html: string, filesOrigin: string | null): FastifyReply {
  if (filesOrigin === null) reply.header("cache-control", "no-store");
  else reply.headers({ ...headers, "content-security-policy": officePolicy(filesOrigin) });
  return reply.type("text/html; charset=utf-8").send(html);
}

/** Throws an Error with instructions if it was never built. */
async function builtPage(app: FastifyInstance): Promise<(url: string) => Promise<string>> {
  const html = await readFile(path.join(built, "index.html"), "utf8").catch((error: Error) => {
    throw new Error(`The back office is not built (${error.message}). Run: npm run build`);
  });
  await app.register(fastifyStatic, {
    root: path.join(built, "assets"),
    prefix: "/assets/",
    maxAge: "365d",
    immutable: true,
    index: false,
    setHeaders: reply => void reply.header("x-content-type-options", "nosniff"),
  });
  return async () => html;
}

async function livePage(
  app: FastifyInstance,
  servers: readonly import("node:http").Server[],
): Promise<(url: string) => Promise<string>> {
  const { createServer } = await import("vite");
  const [server] = servers;
  const vite = await createServer({
    configFile: path.join(source, "vite.config.ts"),
    root: source,
    appType: "custom",
    server: { middlewareMode: true, ...(server && { ws: { server, path: hotReloadPath } }) },
  });
  app.addHook("onRequest", (request, reply, done) => vite.middlewares(request.raw, reply.raw, done));
  app.addHook("onClose", () => vite.close());
  return async url => vite.transformIndexHtml(url, await readFile(path.join(source, "index.html"), "utf8"));
}
