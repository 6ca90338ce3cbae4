import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { eventPath } from "#modules/odds/shared/event-path.ts";
import { withBenchApp } from "../bench-app.ts";
import type { BenchRow } from "../bench-suite.ts";
import { closedLoop, times } from "../figures.ts";
import { HttpClient } from "../http-client.ts";
import { withProvider } from "./provider.ts";

const connections = 64;
const host = "fairhouse.localhost";
const longestMs = 60_000;

interface Page {
  readonly name: string;
  readonly path: string;
}

/** Pages a second as browsers of guests get them while the feed runs, compressed: the sportsbook and a match beside the home page. */
export async function benchPages(seconds: number): Promise<readonly BenchRow[]> {
  console.log("betting: pages of guests");
  return withProvider(["league1", "quick1"], ({ url, publicKey }) =>
    withBenchApp(
      {
        services: "general",
        environment: { ODDS_URL: url, ODDS_PUBLIC_KEYS: publicKey, PAGE_RATE_FACTOR: "10000" },
      },
      async ({ sitePort, apiPort, requireRightBooks }) => {
        const event = await firstEvent(apiPort);
        const home = await pagesPerSecond(sitePort, seconds, { name: "home", path: "" });
        const pages: readonly Page[] = [
          { name: "/betting", path: "/betting" },
          { name: "a match", path: event },
        ];
        const rows: BenchRow[] = [];
        for (const page of pages) {
          const { perSecond, p99, bytes } = await pagesPerSecond(sitePort, seconds, page);
          rows.push({
            figure: `HTML of ${page.name}, pages/s`,
            measured: perSecond,
            baseline: home.perSecond,
            times: times(perSecond, home.perSecond),
            note: `p99 ${p99} ms, ${Math.round(bytes / 1024)} KB; the home page ${home.p99} ms, ${Math.round(home.bytes / 1024)} KB`,
          });
        }
        await requireRightBooks();
        return rows;
      },
    ),
  );
}

/** The page of the first match before its start, once the feed has it. */
async function firstEvent(apiPort: number): Promise<string> {
  for (const began = performance.now(); performance.now() - began < longestMs; await sleep(200)) {
    const response = await fetch(`http://127.0.0.1:${apiPort}/api/v1/betting/events?state=upcoming`);
    if (!response.ok) throw new Error(`the list of events came as ${response.status}: ${await response.text()}`);
    const { data } = (await response.json()) as { data: { items: Parameters<typeof eventPath>[0][] } };
    const [event] = data.items;
    if (event) return eventPath(event);
  }
  throw new Error("the feed brought no match");
}

async function pagesPerSecond(port: number, seconds: number, { name, path }: Page) {
  const clients = Array.from({ length: connections }, () => new HttpClient(port));
  const text = `GET /en${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`;
  let bytes = 0;
  await requireWhole(port, name, path);
  try {
    const load = await closedLoop(clients, seconds, async client => {
      const { status, body } = await client.ask(text);
      if (status !== 200 || body.length === 0) throw new Error(`${name} came as ${status}`);
      bytes = body.length;
    });
    return Object.assign({ bytes }, load);
  } finally {
    for (const client of clients) client.close();
  }
}

/** Throws unless the page comes compressed and to its end. */
async function requireWhole(port: number, name: string, path: string): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path: `/en${path}`, headers: { host, "accept-encoding": "gzip" } }, resolve).on("error", reject);
  });
  const text = gunzipSync(await buffer(response)).toString();
  if (!text.includes("</html>")) throw new Error(`${name} ended early`);
}
