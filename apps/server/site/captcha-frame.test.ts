import { expect, test } from "vitest";
import { framePolicy } from "./captcha-frame.ts";

const widget = {
  script: "https://js.captcha.example/1/api.js?render=explicit",
  origins: ["https://*.captcha.example"],
};

test("a captcha's frame may load the configured origins and our own script only, and only our pages may frame it", () => {
  const policy = Object.fromEntries(
    framePolicy(widget)
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
