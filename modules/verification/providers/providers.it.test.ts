import { expect, test } from "vitest";
import { testConfig } from "#kit/testing/test-host.ts";
import { checkProviderSuite } from "../testing/check-provider-suite.ts";
import { sandboxTrial, veridocTrial } from "../testing/check-trials.ts";
import { configuredCheckProvider } from "./index.ts";

/** Veridoc, invented, has another signature scheme and other fields: its folder and its line in the list are all it takes. */
checkProviderSuite("sandbox", sandboxTrial, veridocTrial);
checkProviderSuite("Veridoc", veridocTrial, sandboxTrial);

test("a provider that does not exist stops the start with a sentence; one without settings is none", () => {
  const hostWith = (environment: Record<string, string>) => ({ config: testConfig(environment) }) as never;
  for (const name of ["verydoc", "constructor", ""])
    expect(() => configuredCheckProvider(hostWith({ KYC_PROVIDER: name }))).toThrow(
      `KYC_PROVIDER: ${name} is none of sandbox`,
    );
  expect(configuredCheckProvider(hostWith({}))).toBeUndefined();
});
