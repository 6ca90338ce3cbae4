import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import type { WorkOffer } from "../shared/contract.ts";
import { type Captcha, createCaptcha } from "./index.ts";
import { siteverifyProvider } from "./siteverify.ts";
import { workProvider } from "./work.ts";

let host: TestHost;
let captcha: Captcha;
beforeAll(async () => {
  host = await testHost({ modules: ["captcha"] });
  captcha = createCaptcha(host);
});
afterAll(() => host.close());

async function offer(): Promise<WorkOffer["challenge"]> {
  return ((await workProvider(host).offer()) as WorkOffer).challenge;
}
async function solved(challenge: WorkOffer["challenge"]): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
const demand = (solution: string | undefined) => captcha.require(solution, "192.0.2.1");
const refusal = (key: string) => ({ details: { errors: { captcha: [key] } } });

describe("the built-in proof of work", () => {
  test("a right solution is accepted once, also in ten concurrent calls", async () => {
    const answer = await solved(await offer());
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => demand(answer)));
    expect(results.filter(result => result.status === "fulfilled")).toHaveLength(1);
    await expect(demand(answer)).rejects.toMatchObject(refusal("captcha_expired"));
  });

  test("an expired solution is refused as such", async () => {
    const answer = await solved(await offer());
    await host.clock.advance(10 * 60_000);
    await expect(demand(answer)).rejects.toMatchObject(refusal("captcha_expired"));
  });

  test("a solution of an easier self-made challenge, another one's solution, and garbage are refused", async () => {
    const challenge = await offer();
    const other = JSON.parse(Buffer.from(await solved(await offer()), "base64").toString()).solution;
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: "00", cost: 1 } };
    for (const wrong of [
      undefined,
      "",
      "no base64 at all",
      encode(null),
      encode({ challenge, solution: { counter: 1, derivedKey: "zz" } }),
      encode({ challenge, solution: other }),
      await solved(easier),
      encode({ challenge: { ...challenge, signature: "00" }, solution: other }),
    ]) {
      await expect(demand(wrong)).rejects.toMatchObject(refusal("captcha_required"));
    }
  });
});

test("a captcha is required from an address's thirty-first registration within an hour, not from its neighbour's", async () => {
  for (let i = 0; i < 30; i++) await captcha.requireAboveRate("register", undefined, "2001:db8::1");
  await expect(captcha.requireAboveRate("register", undefined, "2001:db8::2")).rejects.toMatchObject(
    refusal("captcha_required"),
  );
  await captcha.requireAboveRate("register", await solved(await offer()), "2001:db8::3");
  await captcha.requireAboveRate("register", undefined, "2001:db8:1::1");
  await host.clock.advance(3_600_000);
  await captcha.requireAboveRate("register", undefined, "2001:db8::1");
});

test("a call may have a lower limit", async () => {
  for (let i = 0; i < 2; i++) await captcha.requireAboveRate("support", undefined, "192.0.2.9", 2);
  await expect(captcha.requireAboveRate("support", undefined, "192.0.2.9", 2)).rejects.toMatchObject(
    refusal("captcha_required"),
  );
});

test("the sweep deletes expired rows", async () => {
  await demand(await solved(await offer()));
  await host.clock.advance(3_600_000);
  await captcha.jobs?.[0]?.run(undefined);
  const { rows } = await host.db.query(
    "SELECT (SELECT count(*) FROM captcha.used) AS used, (SELECT count(*) FROM captcha.crowds) AS crowds",
  );
  expect(rows).toEqual([{ used: 0n, crowds: 0n }]);
});

describe("an external provider", () => {
  const answers: Record<string, unknown> = {
    good: { success: true },
    bad: { success: false, "error-codes": ["invalid-input-response"] },
    late: { success: false, "error-codes": ["timeout-or-duplicate"] },
    broken: "no object",
  };
  const seen: string[] = [];
  const providerServer = createServer((request, response) => {
    let body = "";
    request.on("data", piece => {
      body += piece;
    });
    request.on("end", () => {
      seen.push(body);
      response.end(JSON.stringify(answers[new URLSearchParams(body).get("response") ?? ""]));
    });
  });
  const at = (port: number) =>
    createCaptcha(
      host,
      siteverifyProvider(host, {
        verifyUrl: `http://127.0.0.1:${port}/siteverify`,
        secret: "the secret",
        siteKey: "the key",
        scriptUrl: "https://captcha.example/api.js",
      }),
    );
  let outside: Captcha;
  beforeAll(async () => {
    await new Promise<void>(resolve => providerServer.listen(0, "127.0.0.1", resolve));
    outside = at((providerServer.address() as AddressInfo).port);
  });
  afterAll(() => providerServer.close());

  test("is called with our secret and the visitor's address; its token is accepted once", async () => {
    await outside.require("good", "192.0.2.7");
    expect(Object.fromEntries(new URLSearchParams(seen.at(-1)))).toEqual({
      secret: "the secret",
      response: "good",
      remoteip: "192.0.2.7",
    });
    await expect(outside.require("good", "192.0.2.7")).rejects.toMatchObject(refusal("captcha_expired"));
    await expect(outside.require("bad", "192.0.2.7")).rejects.toMatchObject(refusal("captcha_required"));
    await expect(outside.require("late", "192.0.2.7")).rejects.toMatchObject(refusal("captcha_expired"));
  });

  test("without a valid response the call is refused", async () => {
    await expect(outside.require("broken", "192.0.2.7")).rejects.toMatchObject({ error: { code: "unavailable" } });
    await expect(at(9).require("good", "192.0.2.7")).rejects.toMatchObject({ error: { code: "unavailable" } });
  });
});
