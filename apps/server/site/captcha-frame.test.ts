import { expect, test } from "vitest";
import { framePolicy, hasWidget } from "./captcha-frame.ts";

const config = {
  CAPTCHA_SCRIPT_URL: "https://js.captcha.example/1/api.js?render=explicit",
  CAPTCHA_SITE_KEY: "key",
  CAPTCHA_ORIGINS: ["https://*.captcha.example"],
};

test("a captcha's frame may load the configured origins and our own script only, and only our pages may frame it", () => {
  const policy = Object.fromEntries(
    framePolicy(config)
      .split("; ")
      .map(rule => [rule.split(" ")[0], rule.split(" ").slice(1)]),
  );
  const providerOrigins = ["https://js.captcha.example", "https://*.captcha.example"];
  expect(policy["script-src"]).toEqual(["'self'", ...providerOrigins]);
  expect(policy["connect-src"]).toEqual(providerOrigins);
  expect(policy["frame-src"]).toEqual(providerOrigins);
  expect(policy["frame-ancestors"]).toEqual(["'self'"]);
  expect(policy["default-src"]).toEqual(["'none'"]);
});

test("without a provider there is no frame", () => {
  expect(hasWidget(config)).toBe(true);
  expect(hasWidget({ CAPTCHA_SCRIPT_URL: undefined, CAPTCHA_SITE_KEY: undefined, CAPTCHA_ORIGINS: [] })).toBe(false);
});
