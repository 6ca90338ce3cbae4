import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";

/** The path of the frame on the office's host name. */
export const pdfFramePath = "/pdf-frame";

const require = createRequire(import.meta.url);
/** In this order: the parser registers itself, then the library finds it and starts no worker. */
const scripts = [
  require.resolve("pdfjs-dist/legacy/build/pdf.worker.min.mjs"),
  require.resolve("pdfjs-dist/legacy/build/pdf.min.mjs"),
  new URL("./pdf-frame.js", import.meta.url),
];
const style =
  "body{margin:0;display:grid;gap:12px;justify-items:center;background:#e9e4d8}canvas{display:block;width:100%;max-width:960px;height:auto;background:#fff}";

interface PdfFrame {
  readonly page: string;
  readonly policy: string;
}

/** The page and its policy: only its own scripts run. `sandbox` makes its origin opaque. */
export async function pdfFrame(): Promise<PdfFrame> {
  const texts = await Promise.all(scripts.map(async each => inPage(await readFile(each, "utf8"))));
  const hashes = texts.map(text => `'sha256-${hash("sha256", text, "base64")}'`);
  const policy = [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    `style-src 'sha256-${hash("sha256", style, "base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>PDF</title>
<style>${style}</style>
<body>
${texts.map(text => `<script type="module">${text}</script>`).join("\n")}
`;
  return { page, policy };
}

/** Escapes a script so that it does not end its element. */
function inPage(text: string): string {
  return text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

/** Mounts the frame; it is assembled on first use. */
export function mountPdfFrame(app: FastifyInstance): void {
  let frame: Promise<PdfFrame> | undefined;
  app.get(pdfFramePath, async (_request, reply) => {
    frame ??= pdfFrame();
    const { page, policy } = await frame;
    return reply
      .headers({
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "x-robots-tag": "noindex, nofollow",
        "cache-control": "private, max-age=3600",
      })
      .type("text/html; charset=utf-8")
      .send(page);
  });
}
