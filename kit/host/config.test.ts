import { expect, test } from "vitest";
import { testConfig } from "#kit/testing/test-host.ts";
import { configSchema, readConfig, serviceOrigins } from "./config.ts";

const parse = (text: string) => configSchema.shape.SERVICE_ADDRESSES.safeParse(text);

test("a service may have a separate origin", () => {
  const addresses = parse("dice=http://api.fairhouse.localhost:4300, crash=https://crash.example");
  expect(serviceOrigins({ SERVICE_ADDRESSES: addresses.data ?? [] })).toEqual({
    dice: "http://api.fairhouse.localhost:4300",
    crash: "https://crash.example",
  });
});

test.each(["dice", "Dice=http://a:1", "dice=ftp://a", "dice=http://a/path", "dice=http://a; script-src *"])(
  "%s is no address of a service",
  text => expect(parse(text).success).toBe(false),
);

test.each([
  ["Asia/Almaty", undefined],
  ["Almaty", "should be a time zone, such as Asia/Almaty"],
  ["Asia/Kathmandu", "should be a time zone whose days begin at a half hour of UTC"],
])("reports in the zone %s: %s", (zone, fault) => {
  expect(configSchema.shape.REPORTING_ZONE.safeParse(zone).error?.issues[0]?.message).toBe(fault);
});

test.each([
  [{ BEACON_CHAIN: "" }, "BEACON_CHAIN: is empty; should be 32 bytes in hex, 64 of 0-9 and a-f"],
  [{ PAYMENTS_URL: "" }, "PAYMENTS_URL: is empty; should be an http or https address"],
  [{ BEACON_PUBLIC_KEY: "" }, "BEACON_PUBLIC_KEY: is empty; should be hex digits"],
  [{ DATABASE_URL: "10.0.0.10" }, "DATABASE_URL: should be postgres://user:password@host:port/database"],
  [{ PAYMENTS_SECRET: "short" }, "PAYMENTS_SECRET: Too small: expected string to have >=32 characters"],
  [{ DRAIN_SECONDS: "-1" }, "DRAIN_SECONDS: Too small: expected number to be >=0"],
])("%j: the sentence says what is expected", (environment, sentence) => {
  expect(() => testConfig(environment)).toThrow(`The configuration is invalid.\n  ${sentence}`);
});

test("a required setting that is not set is named", () => {
  expect(() => readConfig({})).toThrow("  BEACON_CHAIN: is not set\n");
});
