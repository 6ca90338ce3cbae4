import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createRedirects, type Redirects } from "./index.ts";

let host: TestHost;
let redirects: Redirects;
let api: TestApi;

beforeAll(async () => {
  host = await testHost({ modules: ["redirects"], environment: { REDIRECT_HOSTS: "partners.example" } });
  redirects = createRedirects(host);
  await redirects.start?.();
  api = await testApi(host, [redirects], () => null);
  await host.db.tx(tx =>
    redirects.replace(tx, [
      { path: "/crash", target: "/games/crash?from=old" },
      { path: "/start", target: "/" },
      { path: "/partners", target: "https://partners.example/join" },
      { path: "/away", target: "https://evil-partners.example/join" },
    ]),
  );
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
  ["/away", null],
  ["/games/crash", null],
  ["/crash/", null],
  ["/", null],
])("%s leads to %o", async (path, data) => {
  const answer = await api.call("POST /middleware/mirrorRedirect", { body: { host: "fairhouse.localhost", path } });
  expect(answer.body).toEqual({ data });
});

test("only pages of the site and hosts of REDIRECT_HOSTS are allowed", () => {
  expect(["/a", "https://partners.example/x", "https://go.partners.example"].every(redirects.allows)).toBe(true);
  for (const target of ["https://partners.example.evil.example", "https://partnersXexample/", "https://example/"])
    expect(redirects.allows(target), target).toBe(false);
});

test("the list is replaced whole, and the database refuses what leads nowhere safe", async () => {
  const replace = (target: string) => host.db.tx(tx => redirects.replace(tx, [{ path: "/a", target }]));
  for (const target of ["//evil.example", "/\\evil.example", "http://plain.example", "javascript:alert(1)", "/a"])
    await expect(replace(target), target).rejects.toThrow();
  expect(await redirects.read(host.db)).toHaveLength(4);
  await replace("/b");
  expect(await redirects.read(host.db)).toEqual([{ path: "/a", target: "/b" }]);
  await vi.waitUntil(() => redirects.find("/start") === null, { timeout: 60_000 });
  expect(redirects.find("/kz/a")).toEqual({ url: "/kz/b", external: false });
});
