import { expect, test } from "vitest";
import { isCodeText } from "./typed-code.ts";

test.each(["SPRING", "spring 10", "ABCD-EFGH-2345"])("%j may be a code", text => {
  expect(isCodeText(text)).toBe(true);
});

test.each(["", "ВЕСНА", "SPRING\u200b", "\u202eSPRING", "ＳＰＲＩＮＧ", "<b>CODE</b>", "A".repeat(65), "SPRING\n"])(
  "%j is refused before the registration is sent",
  text => {
    expect(isCodeText(text)).toBe(false);
  },
);
