import { expect, test } from "vitest";
import { ApiError } from "#kit/web/api-error.ts";
import { failureText } from "./use-submit.ts";

test("analytics gets the text of a failed registration or login, and 'error 500' if there is none", () => {
  const message = "Incorrect login or password.";
  expect(failureText(new ApiError(422, { code: "wrong_credentials", message }))).toBe(message);
  for (const without of [new ApiError(0, undefined), new ApiError(500, "no object"), new TypeError("a fault")])
    expect(failureText(without)).toBe("error 500");
});
