import { afterEach, expect, test, vi } from "vitest";
import { getIp } from "#modules/geo/shared/contract.ts";
import { createPageApi } from "./page-api.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["br", "pt-BR"],
  ["kk", "kk"],
  ["ru", "ru"],
])("a call of a page in %s says %s in Accept-Language", async (language, header) => {
  const seen: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    seen.push(new Headers(init.headers).get("accept-language"));
    return Response.json({ data: {} });
  });
  const tokens = { get: () => null, set: () => undefined, clear: () => undefined };
  const page = { apiOrigin: "http://api.house.test", serviceOrigins: {}, region: null, onToken: () => undefined };
  await createPageApi({ ...page, language, tokens }).call(getIp, {});
  expect(seen).toEqual([header]);
});
