import { expect, test } from "vitest";
import { createChatRequests } from "./chat-requests.ts";

/** Requests, and what became of each. */
function begin(isOpen: () => boolean) {
  const ends: string[] = [];
  const requests = createChatRequests(() => isOpen());
  const say = (text: string) =>
    requests.ask(
      { say: text },
      () => ends.push(`${text} sent`),
      code => ends.push(`${text} ${code}`),
    );
  return { requests, say, ends };
}

test("a request without a connection fails at once, and one whose connection is lost when it is", () => {
  let isOpen = false;
  const { requests, say, ends } = begin(() => isOpen);
  say("first");
  expect(ends).toEqual(["first offline"]);
  isOpen = true;
  say("second");
  say("third");
  requests.answered({ type: "chat-answer", request: 3, code: null });
  requests.failAll();
  expect(ends).toEqual(["first offline", "third sent", "second offline"]);
});

test("a response that comes after its request failed ends nothing a second time", () => {
  const { requests, say, ends } = begin(() => true);
  say("late");
  requests.failAll();
  requests.answered({ type: "chat-answer", request: 1, code: null });
  requests.answered({ type: "chat-answer", request: 1, code: "chat_text" });
  expect(ends).toEqual(["late offline"]);
});
