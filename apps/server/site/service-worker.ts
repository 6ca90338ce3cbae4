import { readFile } from "node:fs/promises";

/** /sw.js of a build: its id comes first, so that another build is another service worker. */
export async function serviceWorkerOf(buildId: string): Promise<string> {
  const text = await readFile(new URL("./service-worker.js", import.meta.url), "utf8");
  return `const build = ${JSON.stringify(buildId)};\n${text}`;
}

/** The policy of the service worker itself: fetch pages of its own site, and nothing else. */
export const serviceWorkerHeaders = {
  "cache-control": "no-cache",
  "content-security-policy": "default-src 'none'; connect-src 'self'",
  "x-content-type-options": "nosniff",
} as const;
