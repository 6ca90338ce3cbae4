import { expect, test } from "vitest";
import type { ChatMessage } from "../shared/contract.ts";
import { mergeMessages } from "./merge-messages.ts";

const message = (number: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `message-${number}`,
  number,
  kind: "player",
  rain: null,
  tip: null,
  author: { id: "a", face: null, level: null, test: false },
  text: `text ${number}`,
  at: "2026-11-28T10:00:00.000Z",
  removed: null,
  ...rest,
});

test("messages are in the order of their numbers, each once", () => {
  const merged = mergeMessages([message(1), message(3)], [message(2), message(3)]);
  expect(merged.map(({ number }) => number)).toEqual([1, 2, 3]);
});

test("a removal replaces the text, and an older view does not bring it back", () => {
  const removed = message(1, { text: "", removed: "insult" });
  expect(mergeMessages([message(1)], [removed])).toEqual([removed]);
  expect(mergeMessages([removed], [message(1)])).toEqual([removed]);
});

test("the oldest give way beyond a hundred", () => {
  const merged = mergeMessages(
    Array.from({ length: 100 }, (_, index) => message(index + 1)),
    [message(101)],
  );
  expect([merged.length, merged[0]?.number, merged.at(-1)?.number]).toEqual([100, 2, 101]);
});
