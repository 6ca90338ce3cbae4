import { beforeEach, describe, expect, test, vi } from "vitest";
import { isCodeText, typedCode, withTypedCode } from "./typed-code.ts";

test.each(["SPRING", "spring 10", "ABCD-EFGH-2345"])("%j may be a code", text => {
  expect(isCodeText(text)).toBe(true);
});

test.each(["", "ВЕСНА", "SPRING\u200b", "\u202eSPRING", "ＳＰＲＩＮＧ", "<b>CODE</b>", "A".repeat(65), "SPRING\n"])(
  "%j is refused before the registration is sent",
  text => {
    expect(isCodeText(text)).toBe(false);
  },
);

describe("the code of a registration, by form or through a provider", () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    });
    return () => vi.unstubAllGlobals();
  });

  test("a typed one is kept for the player and replaces the one of the link", () => {
    expect(withTypedCode({ promo: "LINK" }, " SPRING ")).toEqual({ promo: undefined });
    expect(typedCode()).toBe("SPRING");
  });

  test("the one of the link is sent as it is, and one that was cleared is not", () => {
    expect(withTypedCode({ promo: "LINK" }, "LINK")).toEqual({ promo: "LINK" });
    expect(withTypedCode({ promo: "LINK" }, "")).toEqual({ promo: undefined });
    expect(withTypedCode({}, "")).toEqual({});
    expect(typedCode()).toBeNull();
  });

  test("text that is no code is not redeemed later", () => {
    withTypedCode({}, "SPRING");
    withTypedCode({}, "ВЕСНА");
    expect(typedCode()).toBeNull();
  });
});
