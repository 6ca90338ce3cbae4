import { Agent, request } from "node:http";
import { buildSite, siteIsStale } from "#tools/start/site-build.ts";
import { withBenchApp } from "./bench-app.ts";
import type { BenchSuite } from "./bench-suite.ts";
import { closedLoop, type Load, times } from "./figures.ts";
import { HttpClient } from "./http-client.ts";

const connections = 64;
const renderingConnections = 16;
const host = "fairhouse.localhost";

/** The home page as a guest gets it, without compression: from the guests' cache, beside a rendering for each request. */
export const benchHome: BenchSuite = async ({ seconds }) => {
  if (await siteIsStale()) await buildSite();
  return withBenchApp(
    { services: "general", environment: { PAGE_RATE_FACTOR: "10000" } },
    async ({ sitePort, order }) => {
      const measure = async (load: () => Promise<Load>) => {
        const before = await order({ kind: "usage" });
        const figures = await load();
        const after = await order({ kind: "usage" });
        return {
          ...figures,
          micros: Math.round(((after.cpu - before.cpu) * 1000) / (figures.perSecond * seconds * 1.25)),
        };
      };
      const rendered = await measure(() => each(sitePort, seconds));
      const cached = await measure(() => shared(sitePort, seconds));
      const row = (mode: string, connections: number, { perSecond, p50, p99, micros }: typeof cached) => ({
        mode,
        connections,
        "pages/s": perSecond,
        "p50 ms": p50,
        "p99 ms": p99,
        "server \u00b5s/page": micros,
        times: times(perSecond, rendered.perSecond),
      });
      return [row("rendered for each", renderingConnections, rendered), row("guests' cache", connections, cached)];
    },
  );
};

async function shared(port: number, seconds: number): Promise<Load> {
  const clients = Array.from({ length: connections }, () => new HttpClient(port));
  const text = `GET /en HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: identity\r\n\r\n`;
  const load = await closedLoop(clients, seconds, async client => {
    const { status, body } = await client.ask(text);
    if (status !== 200 || !body.includes("</html>")) throw new Error(`the page came as ${status}`);
  });
  for (const client of clients) client.close();
  return load;
}

/** A token makes a page the visitor's own. Two are rendered at once and sixteen wait. */
async function each(port: number, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: renderingConnections });
  const load = await closedLoop(Array.from({ length: renderingConnections }), seconds, () => page(port, agent));
  agent.destroy();
  return load;
}

function page(port: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { host, "accept-encoding": "identity", cookie: "token=unknown" };
    const asked = request({ host: "127.0.0.1", port, agent, path: "/en", headers }, answer => {
      if (answer.statusCode !== 200) reject(new Error(`the page came as ${answer.statusCode}`));
      answer.resume().on("end", resolve).on("error", reject);
    });
    asked.on("error", reject).end();
  });
}
