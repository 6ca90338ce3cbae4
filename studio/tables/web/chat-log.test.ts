import { expect, test } from "vitest";
import type { ChatMessage, ChatState } from "../shared/chat.ts";
import { emptyLog, nextLog } from "./chat-log.ts";

const message = (id: string, author = "a"): ChatMessage => ({ id, author, nick: author, text: id, at: 0 });
const state = (rest: Partial<ChatState> = {}): ChatState => ({
  may: "write",
  shown: true,
  author: "me",
  ignored: [],
  messages: [message("1")],
  ...rest,
});
const open = nextLog(emptyLog, { type: "chat-state", state: state() });
const ids = ({ messages }: typeof open) => messages.map(({ id }) => id);

test("news come after what was there, and twice is once", () => {
  const log = nextLog(open, { type: "chat", messages: [message("1"), message("2")], removed: [] });
  expect(ids(log)).toEqual(["1", "2"]);
});

test("a removed message leaves, also one that came in the same news", () => {
  expect(ids(nextLog(open, { type: "chat", messages: [message("2")], removed: ["1", "2"] }))).toEqual([]);
});

test("hidden players are in neither the state nor the news", () => {
  const log = nextLog(emptyLog, { type: "chat-state", state: state({ ignored: ["a"] }) });
  expect(ids(nextLog(log, { type: "chat", messages: [message("2"), message("3", "b")], removed: [] }))).toEqual(["3"]);
});

test("a long evening keeps the newest hundred", () => {
  let log = open;
  for (let n = 2; n <= 150; n++) log = nextLog(log, { type: "chat", messages: [message(String(n))], removed: [] });
  expect([log.messages.length, ids(log)[0], ids(log).at(-1)]).toEqual([100, "51", "150"]);
});
