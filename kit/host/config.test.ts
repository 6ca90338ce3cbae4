import { expect, test } from "vitest";
import { configSchema, serviceOrigins } from "./config.ts";

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
