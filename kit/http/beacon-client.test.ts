import { expect, test } from "vitest";
import { soleBeacon } from "#kit/fair/beacon.ts";
import { createBeaconClient } from "#kit/http/beacon-client.ts";
import { testConfig } from "#kit/testing/test-host.ts";

const sole = soleBeacon(Uint8Array.of(1), 100, 3, "test");
const config = testConfig({
  BEACON_URL: "http://beacon/",
  BEACON_CHAIN: sole.info.hash,
  BEACON_PUBLIC_KEY: sole.info.public_key,
});
const answering = (answers: Record<string, unknown>) =>
  createBeaconClient(config, async url => {
    const answer = answers[url];
    return answer === undefined ? new Response("no", { status: 404 }) : new Response(JSON.stringify(answer));
  });
const infoUrl = `http://beacon/${sole.info.hash}/info`;
const roundUrl = `http://beacon/${sole.info.hash}/public/5`;

test("a signed round gets in", async () => {
  const beacon = answering({ [infoUrl]: sole.info, [roundUrl]: sole.sign(5) });
  expect(await beacon.info()).toEqual(sole.info);
  expect(await beacon.round(5)).toEqual(sole.sign(5));
});

test("nothing else does: another round's signature, a made-up value, rubbish, a refusal", async () => {
  const made = { ...sole.sign(5), randomness: "ab".repeat(32) };
  for (const answer of [sole.sign(6), { ...sole.sign(6), round: 5 }, made, { round: 5 }, "x", undefined]) {
    await expect(answering({ [roundUrl]: answer }).round(5)).rejects.toThrow();
  }
});

test("a beacon of another key, start or period is not ours", async () => {
  for (const change of [{ public_key: "00" }, { genesis_time: 101 }, { period: 1 }, { schemeID: "other" }]) {
    await expect(answering({ [infoUrl]: { ...sole.info, ...change } }).info()).rejects.toThrow("BEACON_CHAIN");
  }
});
