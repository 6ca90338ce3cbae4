import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { workProvider } from "../providers/work/index.ts";
import type { WorkOffer } from "../shared/contract.ts";
import { type Captcha, createCaptcha } from "./index.ts";

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
