import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { required } from "#kit/std/invariant.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { description, quote } from "../shared/protocol.ts";
import { TestProvider } from "../testing/test-provider.ts";
import { createHttp } from "./http.ts";
import { isSigned, publicKeyOf } from "./signer.ts";

const provider = new TestProvider();
const server = createHttp({ provider: provider.provider, log: quietLog, chaos: true });
let base = "";

beforeAll(async () => {
  provider.run(1000);
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  provider.remove();
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(base + path, { method: "POST", body, headers, redirect: "manual" });
const codeOf = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code;

test("the description names keys and streams; every answer is marked noindex", async () => {
  const response = await fetch(`${base}/odds`);
  expect(response.headers.get("x-robots-tag")).toBe("noindex");
  const read = description.parse(await response.json());
  expect(read.public_key).toBe(provider.provider.publicKey);
  expect(read.producers.map(({ id }) => id)).toEqual(["pre", "live", "outright"]);
});

test("frames arrive over a WebSocket as they are made", async () => {
  const socket = new WebSocket(`${base.replace("http", "ws")}/odds/stream?producer=live`);
  await new Promise(resolve => socket.once("open", resolve));
  const first = new Promise<string>(resolve => socket.once("message", data => resolve(String(data))));
  const from = provider.texts.length;
  provider.run(1500);
  expect(provider.texts.slice(from)).toContain(await first);
  socket.terminate();
});

test("a stream of no producer is refused", async () => {
  const socket = new WebSocket(`${base.replace("http", "ws")}/odds/stream?producer=all`);
  const error = await new Promise<Error>(resolve => socket.once("error", resolve));
  expect(error.message).toMatch(/404/);
});

test("a quote is signed in its header", async () => {
  const { event } = required(
    provider.provider.open().find(({ live }) => !live),
    "an event",
  );
  const legs = [
    { market: "1x2", spec: "", outcome: "home" },
    { market: "both_score", spec: "", outcome: "yes" },
  ];
  const response = await post("/odds/quote", JSON.stringify({ event: event.id, legs }));
  const text = await response.text();
  expect(quote.parse(JSON.parse(text)).subsets.length).toBe(3);
  const signature = required(response.headers.get("x-odds-signature"), "a signature");
  expect(isSigned(text, signature, publicKeyOf(provider.provider.publicKey))).toBe(true);
});

test.each([
  ["/odds/recovery", "{", 400, "bad_request"],
  ["/odds/recovery", '{"producer":"live","epoch":1,"after":-1,"request":"r"}', 400, "bad_request"],
  ["/odds/recovery", '{"producer":"all","epoch":1,"after":0,"request":"r"}', 400, "bad_request"],
  ["/odds/quote", '{"event":"x","legs":[]}', 400, "bad_request"],
  [
    "/odds/quote",
    '{"event":"x","legs":[{"market":"a","spec":"","outcome":"b"},{"market":"a","spec":"","outcome":"c"}]}',
    404,
    "unknown_event",
  ],
  ["/odds/chaos", '{"fault":"fire"}', 400, "bad_request"],
  ["/odds/chaos", '{"fault":"gap","producer":"live","count":1.5}', 400, "bad_request"],
  ["/odds/chaos", '{"fault":"var","event":"x"}', 404, "unknown_event"],
  ["/odds/nothing", "{}", 404, "not_found"],
  ["/odds/quote", `"${"x".repeat(70_000)}"`, 413, "too_large"],
])("%s with %s answers %i %s", async (path, body, status, code) => {
  const response = await post(path, body);
  expect(response.status).toBe(status);
  expect(await codeOf(response)).toBe(code);
});

test("a tester's form injects a fault; another site's form does not", async () => {
  const page = await (await fetch(`${base}/odds/chaos`)).text();
  expect(page).toContain("simulated");
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const body = "fault=gap&producer=live&ms=&count=1";
  expect((await post("/odds/chaos", body, form)).status).toBe(303);
  const foreign = Object.assign({ origin: "http://evil.example" }, form);
  expect((await post("/odds/chaos", body, foreign)).status).toBe(403);
});

test("without chaos the call does not exist", async () => {
  const safe = createHttp({ provider: provider.provider, log: quietLog, chaos: false });
  await new Promise<void>(resolve => safe.listen(0, "127.0.0.1", resolve));
  const response = await fetch(`http://127.0.0.1:${(safe.address() as AddressInfo).port}/odds/chaos`);
  expect(response.status).toBe(404);
  safe.close();
});
