import { expect, test } from "vitest";
import type { ConversationView, MessageView } from "../shared/contract.ts";
import { addMessage, applyProgress, mergeConversation, unreadOf } from "./conversation-state.ts";

const message = (number: number, author: MessageView["author"] = "visitor"): MessageView => ({
  number,
  author,
  kind: "said",
  name: null,
  text: `message ${number}`,
  at: "2026-01-01T00:00:00.000Z",
});
const conversation = (...messages: MessageView[]): ConversationView => ({
  id: "0190f3a1-77aa-7c11-9d1e-0d6d3c0a1b01",
  live: "0",
  topic: "other",
  email: null,
  state: "open",
  operator: null,
  place: null,
  read_by_operator: 0,
  read_by_visitor: 0,
  rated: false,
  messages,
});
const numbers = (of: ConversationView | null) => of?.messages.map(({ number }) => number);

test("messages are in order and once each, however they arrive", () => {
  const late = addMessage(addMessage(conversation(message(1)), message(3)), message(2));
  expect(numbers(addMessage(late, message(2)))).toEqual([1, 2, 3]);
  expect(numbers(mergeConversation(late, conversation(message(1))))).toEqual([1, 2, 3]);
});

test("another conversation replaces the former one, and none stays none", () => {
  const other = { ...conversation(message(1)), id: "0190f3a1-77aa-7c11-9d1e-0d6d3c0a1b02" };
  expect(numbers(mergeConversation(conversation(message(7)), other))).toEqual([1]);
  expect(mergeConversation(conversation(), null)).toBeNull();
  expect(addMessage(null, message(1))).toBeNull();
});

test("a late progress event does not make a read message unread", () => {
  const { id: _id, live: _live, topic: _topic, email: _email, messages: _messages, ...progress } = conversation();
  const read = applyProgress(conversation(message(1, "operator")), { ...progress, read_by_visitor: 1 });
  expect(unreadOf(read)).toBe(0);
  expect(unreadOf(applyProgress(read, progress))).toBe(0);
  expect(unreadOf(addMessage(read, message(2, "operator")))).toBe(1);
});
