import { expect, test } from "vitest";
import { entryKinds } from "../shared/kinds.ts";
import { groupOfKind, groups, isIn } from "./entry-subject.ts";

test("every kind is in all, in one group, and in new while it is unread", () => {
  for (const kind of entryKinds) {
    const found = groups.filter(group => isIn(group, { kind, read: true }));
    expect(found).toEqual(["all", groupOfKind(kind)]);
    expect(isIn("new", { kind, read: false })).toBe(true);
  }
  expect(groupOfKind("payout_paid")).toBe("money");
  expect(groupOfKind("break_began")).toBe("account");
  expect(groupOfKind("tournament_prize")).toBe("games");
  expect(groupOfKind("bonus_review")).toBe("bonuses");
});
