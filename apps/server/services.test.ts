import { expect, test } from "vitest";
import { testConfig } from "#kit/testing/test-host.ts";
import { servicesOf } from "./services.ts";

test("a process runs every service unless SERVICES names some", () => {
  expect(servicesOf(testConfig())).toEqual(expect.arrayContaining(["general", "dice", "crash"]));
  expect(servicesOf(testConfig({ SERVICES: "general, dice" }))).toEqual(["general", "dice"]);
});

test.each([{ SERVICES: "general,poker" }, { SERVICE_ADDRESSES: "poker=http://a:1" }])(
  "%j names a service that there is none of",
  environment => expect(() => servicesOf(testConfig(environment))).toThrow("poker is no service; known: general, "),
);
