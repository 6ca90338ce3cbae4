import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { Config } from "#kit/host/config.ts";

/** The path of the frame on every host of the site. */
const address = "/captcha-frame";

type CaptchaConfig = Pick<Config, "CAPTCHA_SCRIPT_URL" | "CAPTCHA_SITE_KEY" | "CAPTCHA_ORIGINS">;

/** Whether pages show the widget of an external provider. */
export function hasWidget({ CAPTCHA_SCRIPT_URL: script, CAPTCHA_SITE_KEY: key }: CaptchaConfig): boolean {
  return script !== undefined && key !== undefined;
}

/** The policy of the frame's page: the configured origins of the provider, and our own script. */
export function framePolicy({ CAPTCHA_SCRIPT_URL: script = "", CAPTCHA_ORIGINS: named }: CaptchaConfig): string {
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

/** Mounts the frame's page and its script, if a provider is configured. */
export async function mountCaptchaFrame(app: FastifyInstance, config: CaptchaConfig): Promise<void> {
  if (!hasWidget(config)) return;
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
<body style="margin:0;display:grid;place-items:center;min-height:100vh" data-script="${escaped(config.CAPTCHA_SCRIPT_URL)}" data-key="${escaped(config.CAPTCHA_SITE_KEY)}">
<div id="widget"></div>
<script src="${address}.js"></script>
`;
  app.get(address, (_request, reply) =>
    reply
      .headers({ ...headers, "content-security-policy": framePolicy(config) })
      .type("text/html; charset=utf-8")
      .send(page),
  );
  app.get(`${address}.js`, (_request, reply) =>
    reply.headers(headers).type("text/javascript; charset=utf-8").send(script),
  );
}

function escaped(text = ""): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
