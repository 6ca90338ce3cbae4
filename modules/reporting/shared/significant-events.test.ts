import { expect, test } from "vitest";
import texts from "#apps/office/locale/en.json" with { type: "json" };
import { eventKinds, kindOfEvent, significantActions } from "./significant-events.ts";

test("every significant action is one that the audit log has a text for", () => {
  const known = new Set(Object.keys(texts.audit_actions));
  expect(significantActions.filter(action => !known.has(action.replace(".", "_")))).toEqual([]);
  expect(new Set(significantActions).size).toBe(significantActions.length);
});

test("each event has a kind with a name", () => {
  expect(kindOfEvent("correction.book")).toBe("money");
  expect(kindOfEvent("return.began")).toBe("return");
  expect(kindOfEvent("books.unchecked")).toBe("books");
  expect(Object.keys(texts.reports.event_kinds)).toEqual([...eventKinds]);
});
