import { describe, expect, test } from "vitest";
import { longestMessage, readMessage } from "./message-rules.ts";

test.each([
  ["  good   luck\u00a0all ", "good luck all"],
  ["Кто в турнире?", "Кто в турнире?"],
  ["Сәттілік, достар", "Сәттілік, достар"],
  ["1 < 2 & 3 > 2", "1 < 2 & 3 > 2"],
  ["red... again", "red... again"],
  ["won 1,250.50 on 17, 18.98x", "won 1,250.50 on 17, 18.98x"],
  ["@oleg how many mines?", "@oleg how many mines?"],
  ["👨‍👩‍👧 ❤️‍🔥 👩🏽‍🚀", "👨‍👩‍👧 ❤️‍🔥 👩🏽‍🚀"],
  ["Scunthorpe and Essex", "Scunthorpe and Essex"],
  ["Хорошая серия, подсудимый оправдан", "Хорошая серия, подсудимый оправдан"],
  ["ебитда выросла, требую хлеба и рубля", "ебитда выросла, требую хлеба и рубля"],
  ["assassin class, cocktail, Dickens", "assassin class, cocktail, Dickens"],
  ["сутки, сукно, судак и мудрец", "сутки, сукно, судак и мудрец"],
  ["амал, жал қағаз, көтерме, шешем", "амал, жал қағаз, көтерме, шешем"],
  ["x".repeat(9), "x".repeat(9)],
])("%j is accepted", (given, text) => {
  expect(readMessage(given)).toEqual({ text });
});

describe("a message is refused", () => {
  test.each([
    ["nothing", "", "chat_text"],
    ["spaces", "   ", "chat_text"],
    ["a NUL", "a\u0000b", "chat_text"],
    ["a right-to-left override", "abc\u202edcba", "chat_text"],
    ["a zero-width space", "zero\u200bwidth", "chat_text"],
    ["half of a character", "\ud800", "chat_text"],
    ["unseen tags", "hi\u{e0041}\u{e0042}", "chat_text"],
    ["a tower of marks", `a${"\u0301\u0302\u0303\u0304".repeat(4)}`, "chat_text"],
    ["markup", "<b>hi</b>", "chat_text"],
    ["an entity", "&lt;", "chat_text"],
    ["Markdown", "[x](y)", "chat_text"],
    ["a stretched letter", "aaaaaaaaaaaa", "chat_text"],
    ["a character too many", "ab ".repeat(longestMessage), "chat_long"],
    ["a megabyte", "a b ".repeat(262_144), "chat_long"],
    ["a scheme", "HTTPS://EVIL.EXAMPLE", "chat_link"],
    ["a host", "come to evil.com now", "chat_link"],
    ["a Cyrillic host", "заходи на казино.рф", "chat_link"],
    ["a host in wide letters", "ｅｖｉｌ．ｃｏｍ", "chat_link"],
    ["a messenger", "write to t.me/evil", "chat_link"],
    ["a mail address", "me@evil.example", "chat_link"],
    ["a phone number", "+7 701 123 45 67", "chat_link"],
    ["an insult", "Fuck this", "chat_words"],
    ["an insult with letters of another alphabet", "fuсk this", "chat_words"],
    ["a Russian insult", "Ну ты мудак", "chat_words"],
    ["a Kazakh insult", "жәлеп", "chat_words"],
    ["a Russian insult with a prefix", "ну ты и долбоёб", "chat_words"],
    ["an English slur", "what a dickhead", "chat_words"],
  ] as const)("with %s", (_what, given, problem) => {
    expect(readMessage(given)).toEqual({ problem });
  });
});
