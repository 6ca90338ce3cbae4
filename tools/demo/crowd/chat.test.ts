import { expect, test } from "vitest";
import { readMessage } from "#modules/community-chat/shared/message-rules.ts";
import { lines } from "./chat.ts";

test("what demo players say follows the rules of the chat, in every room", () => {
  expect(lines.map(([, text]) => readMessage(text))).toEqual(lines.map(([, text]) => ({ text })));
  expect([...new Set(lines.map(([room]) => room))]).toEqual(["en", "kk", "ru"]);
});
