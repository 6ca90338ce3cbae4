import { expect, test } from "vitest";
import { MessageKey } from "./message-key.ts";

test("a repeated attempt has the same key; another text, and the same text written again, have another one", () => {
  const key = new MessageKey();
  const first = key.of("One moment, please");
  expect(key.of("One moment, please")).toBe(first);
  key.sent();
  const again = key.of("One moment, please");
  expect(again).not.toBe(first);
  expect(key.of("Thank you")).not.toBe(again);
});
