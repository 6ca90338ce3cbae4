import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";

/** The path of the frame on every host of the site. */
const address = "/verifier-frame";

const script = readFileSync(new URL("./verifier-frame.js", import.meta.url), "utf8");

/**
 * A page of no origin that may run its own script and modules handed to it, and nothing else: no network, storage, picture, form or
 * navigation of its parent. Providers' verifier modules run in it.
 */
export const verifierPolicy = [
  "sandbox allow-scripts",
  "default-src 'none'",
  `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}' blob:`,
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

export function mountVerifierFrame(app: FastifyInstance): void {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Verifier</title><script>${script}</script></html>\n`;
  app.get(address, (_request, reply) =>
    reply
      .headers({
        "content-security-policy": verifierPolicy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-cache",
      })
      .type("text/html; charset=utf-8")
      .send(page),
  );
}
