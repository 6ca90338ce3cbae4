import { describe, expect, test } from "vitest";
import { cleanText, maskSecrets } from "./message-text.ts";

describe("a message is stored as plain text", () => {
  test.each([
    ["  Сәлем!  ", "Сәлем!"],
    ["one\r\ntwo\rthree", "one\ntwo\nthree"],
    [`a${"\n".repeat(4000)}b`, "a\n\nb"],
    ["a\u0000b\u0007c\td", "abc d"],
    ["pay\u202Egnp.exe\u202C", "paygnp.exe"],
    ["<b>bold</b>", "<b>bold</b>"],
  ])("%j", (written, stored) => {
    expect(cleanText(written)).toBe(stored);
  });
});

describe("card numbers and codes are masked", () => {
  test.each([
    ["my card 4242 4242 4242 4242 was charged", "my card •••• 4242 was charged"],
    ["5555-5555-5555-4444", "•••• 4444"],
    ["the code is", "the code is"],
    ["SMS code: 482913", "SMS code: ••••"],
    ["Код 4829 не подходит", "Код •••• не подходит"],
    ["CVV 123", "CVV ••••"],
  ])("%s", (written, stored) => {
    expect(maskSecrets(written)).toBe(stored);
  });

  test.each([
    "round 4218831",
    "invoice 4242424242424241",
    "id 0190f3a1-77aa-7c11-9d1e-0d6d3c0a1b2c",
    "+7 701 123 45 67",
  ])("%s stays", text => {
    expect(maskSecrets(text)).toBe(text);
  });
});
