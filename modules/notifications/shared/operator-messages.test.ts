import { describe, expect, test } from "vitest";
import { textFault } from "./operator-messages.ts";

const subject = "Your documents";
const faultOf = (text: string, of = subject) => textFault({ subject: of, text });

describe("a message of an operator", () => {
  test("is plain text of several lines in any script", () => {
    for (const text of [
      "Please send a new photo.\nThe first one cannot be read.",
      "Пришлите, пожалуйста, новое фото: 12.04 срок истёк, т. е. нужно новое.",
      "Құжаттың жаңа суретін жіберіңіз: 10.5 %.",
      "Thank you 👩‍💻 <b>not bold</b> {code} {{place}}",
    ])
      expect(faultOf(text), text).toBeUndefined();
  });

  test.each([
    ["a link", "See https://example.org/a"],
    ["a bare host", "See fairhouse-login.kz now"],
    ["a Cyrillic host", "Зайдите на казино.рф"],
    ["www", "www.example"],
    ["an address of mail", "Write to help@example.org"],
  ])("leads nowhere: %s", (_what, text) => {
    expect(faultOf(text)).toBe("text_link");
    expect(faultOf("All is well", `${text}`.slice(0, 100))).toBe("text_link");
  });

  test.each([
    ["a direction override", "abc\u202Edef"],
    ["a zero-width space", "ab\u200Bcd"],
    ["a joiner between letters", "ab\u200Dcd"],
    ["a null byte", "ab\u0000cd"],
    ["a carriage return", "ab\r\nBcc: all"],
    ["a lone surrogate", "ab\uD800cd"],
    ["a line separator", "ab\u2028cd"],
    ["nothing but spaces", "     "],
    ["too much", "a".repeat(2001)],
  ])("hides nothing: %s", (_what, text) => {
    expect(faultOf(text)).toBe("text_invalid");
  });

  test("has a subject of one line", () => {
    for (const of of ["ab", "a".repeat(101), "one\ntwo", "one\u202Etwo"])
      expect(faultOf("All is well", of), of).toBe("subject_invalid");
  });
});
