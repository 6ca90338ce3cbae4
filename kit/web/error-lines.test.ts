import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { errorLines } from "./error-lines.ts";

const t = (key: string) => `[${key}]`;
const fieldText = (key: string) => `text of ${key}`;
const linesOf = (status: number, body: object | undefined) => errorLines(new ApiError(status, body), fieldText, t);

test("a refusal with fields is one notification with a line for each message", () => {
  const errors = { email: ["email_taken"], password: ["password_too_short", "password_too_common"] };
  expect(linesOf(422, { code: "validation_failed", message: "Check the fields.", errors })).toEqual([
    "text of email_taken",
    "text of password_too_short",
    "text of password_too_common",
  ]);
});

test("messages about a missing or late captcha are not shown", () => {
  const errors = { captcha: ["captcha_required", "captcha_expired"], email: ["email_invalid"] };
  expect(linesOf(422, { code: "validation_failed", message: "Check the fields.", errors })).toEqual([
    "text of email_invalid",
  ]);
});

test("every other refusal is said in the house's words, and an answer that never came in the page's own", () => {
  expect(linesOf(409, { code: "vip_request_open", message: "Your request is already with us." })).toEqual([
    "Your request is already with us.",
  ]);
  expect(errorLines(new ApiError(0, undefined), fieldText, t)).toEqual(["[common:errors.network]"]);
  expect(errorLines(new TypeError("a fault of the page"), fieldText, t)).toEqual(["[common:errors.internal]"]);
});
