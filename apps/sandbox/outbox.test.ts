import { expect, test } from "vitest";
import { createOutbox } from "./outbox.ts";

const outbox = () => createOutbox({ now: () => Date.UTC(2026, 0, 1) });

test("alice finds her messages, the newest first, in any spelling of her address", () => {
  const box = outbox();
  box.put({ channel: "email", to: "Alice@example.org", subject: "One", text: "one" });
  box.put({ channel: "sms", to: "+77071234567", text: "two" });
  box.put({ channel: "email", to: "alice@example.org", subject: "Three", text: "three" });
  expect(box.list("alice@EXAMPLE.org").map(({ text }) => text)).toEqual(["three", "one"]);
  // `?to=+7707...` arrives with a space in place of the plus.
  for (const to of ["+77071234567", " 77071234567", "7 (707) 123-45-67"])
    expect(box.list(to).map(({ text }) => text)).toEqual(["two"]);
  expect(box.list("bob@example.org")).toEqual([]);
  expect(box.list()).toHaveLength(3);
});

test.each([
  ["Fairhouse: 012345 is your code.", { code: "012345" }],
  ["The code is 0 1 2 3 4 5. Once more: 0 1 2 3 4 5.", { code: "012345" }],
  [
    "Open http://x.localhost:3000/en/reset-password/123456abc now",
    { link: "http://x.localhost:3000/en/reset-password/123456abc" },
  ],
  [
    "123456, or open https://x.example/a?phone=%2B77071234567 .",
    { code: "123456", link: "https://x.example/a?phone=%2B77071234567" },
  ],
  ["Your number is +77071234567 and nothing else.", {}],
])("sees what a person would see in: %s", (text, seen) => {
  const box = outbox();
  box.put({ channel: "sms", to: "+77071234567", text });
  const { code, link } = box.list()[0] ?? {};
  expect({ ...(code && { code }), ...(link && { link }) }).toEqual(seen);
});
