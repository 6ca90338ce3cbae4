import { describe, expect, test } from "vitest";
import { emailKey } from "./email.ts";

describe("one mailbox has one key", () => {
  test.each([
    ["Alice@Example.org", "alice@example.org"],
    ["a.l.i.c.e+casino@gmail.com", "alice@gmail.com"],
    ["ALICE@googlemail.com", "alice@gmail.com"],
    ["alice.smith@ya.ru", "alice-smith@yandex.ru"],
    ["alice+x@mail.ru", "alice@mail.ru"],
    ["a_l.ice@proton.me", "alice@proton.me"],
  ])("%s is %s", (typed, key) => {
    expect(emailKey(typed)).toBe(key);
  });

  test("variants that the provider distinguishes have different keys", () => {
    expect(emailKey("a.lice+x@example.org")).toBe("a.lice+x@example.org");
    expect(emailKey("a.lice@outlook.com")).not.toBe(emailKey("alice@outlook.com"));
  });
});
