import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardedGet, guardedUrl, isPublicAddress } from "./guarded-request.ts";

let server: Server;
let host = "";
const seen: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.headers.host}${request.url}`);
    if (request.url === "/away") response.writeHead(302, { location: "http://127.0.0.1:1/secret" }).end();
    else if (request.url === "/late") return;
    else response.writeHead(request.url === "/busy" ? 503 : 204).end();
  });
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done));
  host = `network.test:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string, more: Partial<Parameters<typeof guardedGet>[0]> = {}) =>
  guardedGet({
    url: `http://${host}${path}`,
    timeoutMs: 5_000,
    trustedHosts: new Set([host]),
    resolve: async () => ["127.0.0.1"],
    ...more,
  });

describe("an address", () => {
  test.each([
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::1",
    "2001:0:7f00:1::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "ff02::1",
    "not an address",
    "",
  ])("%s is not public", address => expect(isPublicAddress(address)).toBe(false));

  test.each(["1.1.1.1", "8.8.8.8", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::8a"])("%s is public", address =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe("an URL", () => {
  test.each([
    "http://network.example/p",
    "https://user:pass@network.example/p",
    "https://network.example:8443/p",
    "https://network.example/p#x",
    "https://network.example/a\r\nHost: other",
    "https://network.example\\@127.0.0.1/",
    "file:///etc/passwd",
    "ftp://network.example/",
    "//network.example",
    "https://",
    `https://network.example/${"x".repeat(2_000)}`,
  ])("%j is refused", text => expect(guardedUrl(text)).toBeUndefined());

  test("over https on its own port is taken, and without TLS only where our configuration names the host", () => {
    expect(guardedUrl("https://network.example/p?x=1")?.host).toBe("network.example");
    expect(guardedUrl("http://localhost:3002/p", new Set(["localhost:3002"]))?.host).toBe("localhost:3002");
    expect(guardedUrl("http://localhost:3003/p", new Set(["localhost:3002"]))).toBeUndefined();
  });
});

describe("a request", () => {
  const refused = (url: string, addresses: readonly string[]) =>
    expect(guardedGet({ url, timeoutMs: 1_000, resolve: async () => addresses })).rejects.toMatchObject({
      reason: "address_not_public",
    });

  test("goes nowhere when the name has any address that is not public, however it is written", async () => {
    await refused("https://network.example/", ["127.0.0.1"]);
    await refused("https://network.example/", ["8.8.8.8", "10.0.0.1"]);
    await refused("https://network.example/", ["::ffff:169.254.169.254"]);
    for (const literal of ["127.0.0.1", "2130706433", "0x7f.1", "017700000001", "[::1]", "[::ffff:7f00:1]"])
      await refused(`https://${literal}/`, []);
  });

  test("goes nowhere when the name has no address", async () => {
    const asked = { url: "https://network.example/", timeoutMs: 1_000 };
    await expect(guardedGet({ ...asked, resolve: async () => [] })).rejects.toMatchObject({ reason: "unresolved" });
    const broken = async () => {
      throw new Error("ENOTFOUND");
    };
    await expect(guardedGet({ ...asked, resolve: broken })).rejects.toMatchObject({ reason: "unresolved" });
  });

  test("goes to the address that was checked, under the name of the host", async () => {
    seen.length = 0;
    expect(await get("/p?x=1")).toBe(204);
    expect(await get("/busy")).toBe(503);
    expect(seen).toEqual([`${host}/p?x=1`, `${host}/busy`]);
  });

  test("follows no redirect, and ends at its time", async () => {
    seen.length = 0;
    await expect(get("/away")).rejects.toMatchObject({ reason: "redirected" });
    expect(seen).toHaveLength(1);
    await expect(get("/late", { timeoutMs: 50 })).rejects.toMatchObject({ reason: "silent" });
  });
});
