import { expect, test } from "vitest";
import { testConfig } from "#kit/testing/test-host.ts";
import { phoneProviderSuite } from "../testing/phone-provider-suite.ts";
import { ringlineTrial, sandboxTrial } from "../testing/phone-trials.ts";
import { configuredPhoneProvider } from "./index.ts";

/** Ringline, invented, signs requests and counts outcomes: its folder and its line in the list are all it takes. */
phoneProviderSuite("sandbox", sandboxTrial);
phoneProviderSuite("Ringline", ringlineTrial);

test("a provider that does not exist stops the start with a sentence", () => {
  const host = { config: testConfig({ SMS_PROVIDER: "ringlime" }) } as never;
  expect(() => configuredPhoneProvider(host)).toThrow("SMS_PROVIDER: ringlime is none of sandbox");
});
