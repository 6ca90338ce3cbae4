import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certificateUntil } from "#kit/http/certificate.ts";
import { testConfig } from "#kit/testing/test-host.ts";
import { createCheckHost } from "./host-checks.ts";

/** A server under local names: `mirror-a.localhost` serves the site, `mirror-b.localhost` something else. */

let server: Server;
let port = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    const isSite = request.url === "/pixel.gif" && request.headers.host === `mirror-a.localhost:${port}`;
    response.writeHead(isSite ? 200 : 404).end();
  });
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const at = (HOST: string, more: object = {}) => createCheckHost({ config: testConfig({ HOST, ...more }) });

test("a name answers if it serves the site", async () => {
  const check = at(`fairhouse.localhost:${port}`);
  expect(await check("mirror-a.localhost")).toEqual({ fault: null, certificateUntil: null });
  expect(await check("mirror-b.localhost")).toEqual({ fault: "answer", certificateUntil: null });
  expect(await at("fairhouse.localhost:1")("mirror-a.localhost")).toEqual({ fault: "answer", certificateUntil: null });
});

test("a name that resolves to nothing public is not connected to", async () => {
  const check = at("fairhouse.example", { TRUSTED_PROXIES: "127.0.0.1" });
  expect(await check("10.0.0.1")).toEqual({ fault: "address", certificateUntil: null });
  const url = { hostname: "mirror-a.localhost", port: String(port) };
  expect(await certificateUntil(url, { timeoutMs: 5_000, resolve: async () => ["127.0.0.1"] })).toBeNull();
});
