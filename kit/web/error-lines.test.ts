import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { errorLines, errorNotices, type NotifyOptions } from "./error-lines.ts";

const words = {
  t: (key: string) => `[${key}]`,
  fieldText: (key: string) => `text of ${key}`,
  titleOf: (code: string) => (code === "untitled" ? undefined : `title of ${code}`),
};
const linesOf = (status: number, body: object | undefined) => errorLines(new ApiError(status, body), words);
const noticesOf = (status: number, body: object | undefined, how: NotifyOptions) =>
  errorNotices(new ApiError(status, body), words, how);
const refused = (errors: Record<string, readonly string[]>) => ({
  code: "validation_failed",
  message: "Check the fields.",
  errors,
});

test("a refusal with fields is one notification with a line for each message", () => {
  const errors = { email: ["email_taken"], password: ["password_too_short", "password_too_common"] };
  const lines = ["text of email_taken", "text of password_too_short", "text of password_too_common"];
  expect(linesOf(422, refused(errors))).toEqual(lines);
  expect(noticesOf(422, refused(errors), { titled: true })).toEqual([{ kind: "error", lines }]);
});

test("messages about a missing or late captcha are not shown", () => {
  const errors = { captcha: ["captcha_required", "captcha_expired"], email: ["email_invalid"] };
  expect(linesOf(422, refused(errors))).toEqual(["text of email_invalid"]);
  expect(linesOf(422, refused({ captcha: ["captcha_required"] }))).toEqual(["[common:errors.internal]"]);
});

test("422 on a password call is a notification for each field, with the first message of each", () => {
  const changed = refused({
    old_password: ["password_wrong"],
    password: ["password_too_short", "password_too_common"],
    password_confirm: ["password_confirm_wrong"],
  });
  expect(noticesOf(422, changed, { perField: true })).toEqual([
    { kind: "error", lines: ["text of password_wrong"] },
    { kind: "error", lines: ["text of password_too_short"] },
    { kind: "error", lines: ["text of password_confirm_wrong"] },
  ]);
});

test("another sign-in error is a notification with a title, never with its code", () => {
  const body = { code: "wrong_credentials", message: "Incorrect login or password." };
  expect(noticesOf(422, body, { titled: true })).toEqual([
    { kind: "error", title: "title of wrong_credentials", lines: ["Incorrect login or password."] },
  ]);
  expect(noticesOf(0, undefined, { titled: true })).toEqual([
    { kind: "error", title: "title of network", lines: ["[common:errors.network]"] },
  ]);
  expect(noticesOf(409, { code: "untitled", message: "So it is." }, { titled: true })).toEqual([
    { kind: "error", lines: ["So it is."] },
  ]);
});

test("every other refusal shows the server's message, and a missing response the page's own", () => {
  expect(linesOf(409, { code: "vip_request_open", message: "Your request is already with us." })).toEqual([
    "Your request is already with us.",
  ]);
  expect(errorLines(new ApiError(0, undefined), words)).toEqual(["[common:errors.network]"]);
  // It has a key only if it moves money.
  expect(errorLines(new ApiError(0, undefined, undefined, "key-1"), words)).toEqual(["[common:errors.unconfirmed]"]);
  expect(errorLines(new TypeError("a fault of the page"), words)).toEqual(["[common:errors.internal]"]);
});
