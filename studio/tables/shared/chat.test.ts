import { describe, expect, test } from "vitest";
import { chatNick, chatText, longestMessage } from "./chat.ts";

describe("a message at a table", () => {
  test.each([
    ["  good   luck\u00a0all ", "good luck all"],
    ["Удачи!", "Удачи!"],
    ["Сәттілік, достар", "Сәттілік, достар"],
    ["1 < 2 & 3 > 2", "1 < 2 & 3 > 2"],
    ["red... again", "red... again"],
    ["won 1,250.50 on 17", "won 1,250.50 on 17"],
    ["👨‍👩‍👧 🎉", "👨‍👩‍👧 🎉"],
    ["❤️‍🔥 🏳️‍🌈 👩🏽‍🚀 1️⃣", "❤️‍🔥 🏳️‍🌈 👩🏽‍🚀 1️⃣"],
    ["Ёлка й é", "Ёлка й é"],
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

  test.each([
    ["a mark that turns text", "abc\u061cdef"],
    ["a soft hyphen in a link", "e\u00advil.example"],
    ["a blank of Hangul", "\u3164"],
    ["a blank of Braille", "\u2800"],
    ["a joiner of nothing", "\u200d"],
    ["a joiner between letters", "a\u200db"],
    ["a selector of nothing", "\ufe0f"],
    ["unseen tags", "hi\u{e0041}\u{e0042}"],
    ["a letter under a tower of marks", `a${"\u0301\u0302\u0303\u0304".repeat(4)}`],
  ])("%s is no text", (_, given) => {
    expect(chatText(given)).toEqual({ fault: "chat_text" });
  });

  test.each([
    ["alice", "alice"],
    ["  Айгүл  К ", "Айгүл К"],
    [null, "Player"],
    ["", "Player"],
    ["\u202eecila", "Player"],
    ["\u3164", "Player"],
  ])("is by a player whose casino calls them %j", (given, nick) => {
    expect(chatNick(given)).toBe(nick);
  });

  test("is by a name that is cut", () => expect(chatNick("x".repeat(5_000))).toBe("x".repeat(40)));

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
