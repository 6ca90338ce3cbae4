import { expect, test } from "vitest";
import { onlySandbox } from "./only-sandbox.ts";

const sandbox = "http://127.0.0.1:3100";

test("the demo crowd is refused with any payment provider other than the sandbox", () => {
  const config = { PAYMENTS_URL: sandbox, PAYMENTS_RESERVE_URL: `${sandbox}/reserve` };
  expect(onlySandbox(config, "3100")).toBeUndefined();
  expect(onlySandbox({ ...config, PAYMENTS_URL: "https://pay.example" }, "3100")).toMatch("pay.example");
  expect(onlySandbox({ ...config, PAYMENTS_RESERVE_URL: "https://pay.example" }, "3100")).toMatch("pay.example");
  expect(onlySandbox(config, "3200")).toMatch("127.0.0.1:3100");
  expect(onlySandbox({ ...config, PAYMENTS_URL: "http://127.0.0.1.evil.example:3100" }, "3100")).toMatch("evil");
});
