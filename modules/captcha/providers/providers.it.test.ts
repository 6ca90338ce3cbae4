import { expect, test } from "vitest";
import { testConfig } from "#kit/testing/test-host.ts";
import { captchaProviderSuite } from "../testing/captcha-provider-suite.ts";
import { puzzleboxTrial, siteverifyTrial, workTrial } from "../testing/captcha-trials.ts";
import { configuredCaptchaProvider } from "./index.ts";

/** Puzzlebox, invented, signs requests and responses: its folder and its line in the list are all it takes. */
captchaProviderSuite("work", workTrial);
captchaProviderSuite("siteverify", siteverifyTrial);
captchaProviderSuite("Puzzlebox", puzzleboxTrial);

test("an unknown provider, and one without its settings, stop the start with a sentence", () => {
  const configured = (environment: Record<string, string>) => () =>
    configuredCaptchaProvider({ config: testConfig(environment) } as never);
  expect(configured({ CAPTCHA_PROVIDER: "puzzlefox" })).toThrow(
    "CAPTCHA_PROVIDER: puzzlefox is none of work, siteverify",
  );
  expect(configured({ CAPTCHA_PROVIDER: "siteverify" })).toThrow("set all or none");
  expect(configured({ CAPTCHA_SECRET: "the secret" })).toThrow("set all or none");
});
