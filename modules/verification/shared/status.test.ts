import { expect, test } from "vitest";
import { type ShownStatus, shownStatus, takesDocuments, verificationStatuses } from "./status.ts";

test("every status shows as pending, failed or success, as the specification says", () => {
  const shownAs = (word: ShownStatus) => verificationStatuses.filter(status => shownStatus(status) === word);
  expect(shownAs("pending")).toEqual(["init", "waiting", "user_pending", "pending"]);
  expect(shownAs("failed")).toEqual(["failed", "unverified"]);
  expect(shownAs("success")).toEqual(["success", "verified"]);
});

test("documents are accepted before a check, after a refusal and when more is required, never while it runs or after it passed", () => {
  expect(verificationStatuses.filter(takesDocuments)).toEqual(["init", "user_pending", "failed", "unverified"]);
});
