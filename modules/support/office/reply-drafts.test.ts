import { expect, test } from "vitest";
import { restOfDraft } from "../web/rest-of-draft.ts";
import { ReplyDrafts } from "./reply-drafts.ts";

test("a draft is there again after the operator looked at another conversation, and each form has its own", () => {
  const drafts = new ReplyDrafts();
  drafts.keep("dana first answer", "Hello Alma, your deposit");
  expect(drafts.textOf("dana second answer")).toBe("");
  expect(drafts.textOf("dana first note")).toBe("");
  expect(drafts.textOf("boris first answer")).toBe("");
  expect(drafts.textOf("dana first answer")).toBe("Hello Alma, your deposit");
});

test("a reply confirmed after its form was left is no longer a draft, and what was typed behind it is", () => {
  const drafts = new ReplyDrafts();
  drafts.keep("first", "Done.");
  drafts.keep("first", "Done. Anything else?");
  drafts.keep("first", restOfDraft(drafts.textOf("first"), "Done."));
  expect(drafts.textOf("first")).toBe("Anything else?");
});

test("a reply whose confirmation was lost is repeated with its key when the form is opened again; the next one has another", () => {
  const drafts = new ReplyDrafts();
  const key = drafts.keyOf("first").of("Done.");
  expect(drafts.keyOf("first").of("Done.")).toBe(key);
  drafts.keyOf("first").sent();
  expect(drafts.keyOf("first").of("Done.")).not.toBe(key);
});
