import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createRedirects, type Redirects } from "./index.ts";

let host: TestHost;
let redirects: Redirects;
let api: TestApi;

beforeAll(async () => {
  host = await testHost({ modules: ["redirects"] });
  redirects = createRedirects(host);
  await redirects.start?.();
  api = await testApi(host, [redirects], () => null);
  await host.db.tx(async tx => {
    await redirects.set(tx, "/crash", "/games/crash?from=old");
    await redirects.set(tx, "/start", "/");
    await redirects.set(tx, "/partners", "https://partners.example/join");
  });
  await vi.waitUntil(() => redirects.find("/start"), { timeout: 60_000 });
});
afterAll(() => host.close());

test.each([
  ["/crash", { url: "/games/crash?from=old", external: false }],
  ["/ru/crash", { url: "/ru/games/crash?from=old", external: false }],
  ["/kz/crash?a=1#b", { url: "/kz/games/crash?from=old", external: false }],
  ["/start", { url: "/", external: false }],
  ["/en/start", { url: "/en", external: false }],
  ["/ru/partners", { url: "https://partners.example/join", external: true }],
  ["/games/crash", null],
  ["/crash/", null],
  ["/", null],
])("%s leads to %o", async (path, data) => {
  const answer = await api.call("POST /middleware/mirrorRedirect", { body: { host: "fairhouse.localhost", path } });
  expect(answer.body).toEqual({ data });
});

test("no redirect leads to another, and none leads to itself", async () => {
  const set = (path: string, target: string) => host.db.tx(tx => redirects.set(tx, path, target));
  for (const [path, target] of [
    ["/a", "/crash"],
    ["/a", "/ru/crash?x=1"],
    ["/games/crash?from=old", "/b"],
    ["/a", "/a"],
  ] as const)
    await expect(set(path, target), `${path} ${target}`).rejects.toThrow("chain");
  for (const target of ["//evil.example", "/\\evil.example", "http://plain.example", "javascript:alert(1)"])
    await expect(set("/a", target), target).rejects.toThrow();
  const both = await Promise.allSettled([set("/left", "/right"), set("/right", "/left")]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
