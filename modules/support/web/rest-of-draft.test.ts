import { expect, test } from "vitest";
import { restOfDraft } from "./rest-of-draft.ts";

test.each([
  ["nothing was typed meanwhile", "hello", "hello", ""],
  ["the next sentence", "hello and bye", "hello", "and bye"],
  ["another text", "good morning", "hello", "good morning"],
  ["spaces, sent as the name of a file", "  ", "  ", ""],
])("what is typed while a message is being sent stays: %s", (_case, draft, sent, rest) => {
  expect(restOfDraft(draft, sent)).toBe(rest);
});
