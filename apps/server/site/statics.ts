import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { clientFolder } from "./page-source.ts";

const types: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};

/** The build's files: hashed ones are cached by browsers permanently, the few with fixed names for an hour. */
export async function mountStatics(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(clientFolder, "assets"),
    prefix: "/assets/",
    preCompressed: true,
    maxAge: "365d",
    immutable: true,
    index: false,
    decorateReply: false,
    setHeaders: reply => void reply.header("x-content-type-options", "nosniff"),
  });
  for (const name of await readdir(clientFolder)) {
    const type = types[path.extname(name)];
    if (!type) continue;
    const bytes = await readFile(path.join(clientFolder, name));
    app.get(`/${name}`, (_request, reply) =>
      reply
        .type(type)
        .header("cache-control", "public, max-age=3600")
        .header("x-content-type-options", "nosniff")
        .send(bytes),
    );
  }
}

/** The build time, ISO 8601. */
export async function buildTime(): Promise<string> {
  return (await stat(clientFolder)).mtime.toISOString();
}

/** One transparent pixel. */
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** The picture with which players' browsers probe whether this host can be reached, from pages of the other hosts too. */
export function mountPixel(app: FastifyInstance): void {
  app.get("/pixel.gif", (_request, reply) =>
    reply
      .type("image/gif")
      .header("cache-control", "no-store")
      .header("cross-origin-resource-policy", "cross-origin")
      .header("x-content-type-options", "nosniff")
      .send(pixel),
  );
}
