import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { CaptchaWidget } from "#modules/captcha/server/index.ts";

/** The path of the frame on every host of the site. */
const address = "/captcha-frame";

/** The policy of the frame's page: the origins of the provider, and our own script. */
export function framePolicy({ script, origins: named }: Pick<CaptchaWidget, "script" | "origins">): string {
  const origins = [...new Set([new URL(script).origin, ...named])].join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' ${origins}`,
    `style-src 'unsafe-inline' ${origins}`,
    `img-src data: ${origins}`,
    `font-src ${origins}`,
    `connect-src ${origins}`,
    `frame-src ${origins}`,
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** Mounts the frame's page and its script, if the captcha provider has a widget. */
export async function mountCaptchaFrame(app: FastifyInstance, widget: CaptchaWidget | null): Promise<void> {
  if (widget === null) return;
  const script = await readFile(new URL("./captcha-frame.js", import.meta.url), "utf8");
  const headers = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin",
    "cache-control": "no-store",
  };
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Captcha</title>
<body style="margin:0;display:grid;place-items:center;min-height:100vh" data-script="${escaped(widget.script)}" data-key="${escaped(widget.siteKey)}" data-globals="${escaped(widget.globals.join(" "))}">
<div id="widget"></div>
<script src="${address}.js"></script>
`;
  app.get(address, (_request, reply) =>
    reply
      .headers({ ...headers, "content-security-policy": framePolicy(widget) })
      .type("text/html; charset=utf-8")
      .send(page),
  );
  app.get(`${address}.js`, (_request, reply) =>
    reply.headers(headers).type("text/javascript; charset=utf-8").send(script),
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
