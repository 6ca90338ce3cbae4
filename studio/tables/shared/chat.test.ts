import { describe, expect, test } from "vitest";
import { chatText, longestMessage } from "./chat.ts";

describe("a message at a table", () => {
  test.each([
    ["  good   luck\u00a0all ", "good luck all"],
    ["Удачи!", "Удачи!"],
    ["Сәттілік, достар", "Сәттілік, достар"],
    ["1 < 2 & 3 > 2", "1 < 2 & 3 > 2"],
    ["red... again", "red... again"],
    ["won 1,250.50 on 17", "won 1,250.50 on 17"],
    ["👨‍👩‍👧 🎉", "👨‍👩‍👧 🎉"],
    ["x".repeat(9), "x".repeat(9)],
  ])("is shown as %j with single spaces", (given, text) => {
    expect(chatText(given)).toEqual({ text });
  });

  test.each(["", "   ", "a\u0000b", "abc\u202edcba", "zero\u200bwidth", "\ud800", "ab ".repeat(longestMessage)])(
    "%j is no text",
    given => {
      expect(chatText(given)).toEqual({ fault: "chat_text" });
    },
  );

  test.each(["<b>hi</b>", "</p>", "<script>", "&#60;", "&lt;", "[x](y)", "[b]hi[/b]", "```", "aaaaaaaaaaaa"])(
    "%j is markup or noise",
    given => {
      expect(chatText(given)).toEqual({ fault: "chat_text" });
    },
  );

  test.each([
    "http://x",
    "HTTPS://EVIL.EXAMPLE",
    "www.evil",
    "come to evil.com",
    "evil.co.uk/x",
    "t.me/evil",
    "me@evil.example",
    "+7 701 123 45 67",
    "4111 1111 1111 1111",
  ])("%j is a link or a contact", given => {
    expect(chatText(given)).toEqual({ fault: "chat_link" });
  });
});
