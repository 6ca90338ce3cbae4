import path from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import type { RouterContextProvider, ServerBuild } from "react-router";
import type { RequestContext } from "#kit/web/context.ts";

const repo = path.resolve(import.meta.dirname, "../../..");
const siteRoot = path.join(repo, "apps/site");
export const clientFolder = path.join(repo, "dist/site/client");
const hotReloadPath = "/@hot";

/** The source of pages: the build of a release, or a development server that compiles them on request. */
export interface PageSource {
  load(): Promise<ServerBuild>;
  readonly hotReload: boolean;
  close(): Promise<void>;
}

/** Exports of entry.server.tsx beside its handler. */
export interface SiteEntry {
  fillContext(context: RouterContextProvider, host: RequestContext): void;
}

/** Throws an Error with instructions if the site was never built, or not for this NODE_ENV. */
export async function builtPages(): Promise<PageSource> {
  const file = path.join(repo, "dist/site/server/index.js");
  // React selects its build by this name when it is loaded; with the wrong one a release renders several times slower.
  if (process.env.NODE_ENV !== "production")
    throw new Error("NODE_ENV must be production where the built site is served.");
  const build = await import(pathToFileURL(file).href).catch((error: Error) => {
    throw new Error(`The site is not built (${error.message}). Run: npm run build`);
  });
  return { load: async () => build, hotReload: false, close: async () => {} };
}

export async function livePages(
  app: FastifyInstance,
  servers: readonly import("node:http").Server[],
): Promise<PageSource> {
  const { createServer } = await import("vite");
  const [server] = servers;
  const vite = await createServer({
    configFile: path.join(siteRoot, "vite.config.ts"),
    root: siteRoot,
    appType: "custom",
    server: { middlewareMode: true, ...(server && { ws: { server, path: hotReloadPath } }) },
  });
  app.addHook("onRequest", (request, reply, done) => vite.middlewares(request.raw, reply.raw, done));
  return {
    load: async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as unknown as ServerBuild,
    hotReload: true,
    close: () => vite.close(),
  };
}
