import { describe, expect, test } from "vitest";
import { decideOffer, type OfferFacts } from "./decide-offer.ts";

const noon = Date.parse("2026-11-24T12:00:00Z");
const day = 86_400_000;
const facts: OfferFacts = {
  channel: "email",
  now: noon,
  endsAt: noon + 10 * day,
  blockedBy: undefined,
  isAllowed: true,
  unreachable: undefined,
  lastMoneyTroubleAt: undefined,
  sentAt: [],
  zone: "Etc/UTC",
};
const decide = (rest: Partial<OfferFacts>) => decideOffer({ ...facts, ...rest });

test("an offer that the player allowed is sent by day", () => {
  expect(decide({})).toEqual({ kind: "send" });
});

test.each([
  [{ blockedBy: "self_excluded" }, "self_excluded"],
  [{ isAllowed: false }, "no_consent"],
  [{ unreachable: "no_address" }, "no_address"],
  [{ endsAt: noon }, "over"],
  [{ lastMoneyTroubleAt: noon - day + 1 }, "bad_moment"],
  [{ sentAt: [noon - 1, noon - 2, noon - 3] }, "cap"],
  [{ channel: "push", sentAt: [noon - day + 1] }, "cap"],
  [{ channel: "inbox", sentAt: Array.from({ length: 5 }, () => noon - 6 * day) }, "cap"],
] as const)("%o drops it: %s", (rest, why) => {
  expect(decide(rest)).toEqual({ kind: "drop", why });
});

test("a cap counts what its rolling period has, and a trouble with money is over after a day", () => {
  expect(decide({ sentAt: [noon - 7 * day, noon - 1, noon - 2] })).toEqual({ kind: "send" });
  expect(decide({ channel: "push", sentAt: [noon - day] })).toEqual({ kind: "send" });
  expect(decide({ lastMoneyTroubleAt: noon - day })).toEqual({ kind: "send" });
});

describe("in the quiet hours of the player's clock it waits until 09:00", () => {
  test.each([
    ["2026-11-24T20:59:59Z", "Etc/UTC", undefined],
    ["2026-11-24T21:00:00Z", "Etc/UTC", "2026-11-25T09:00:00.000Z"],
    ["2026-11-25T08:59:59Z", "Etc/UTC", "2026-11-25T09:00:00.000Z"],
    ["2026-11-25T09:00:00Z", "Etc/UTC", undefined],
    // 21:30 in Almaty, noon in London.
    ["2026-11-24T16:30:00Z", "Asia/Almaty", "2026-11-25T04:00:00.000Z"],
    // The clocks go forward in that night: 09:00 comes an hour earlier.
    ["2026-03-28T21:00:00Z", "Europe/Berlin", "2026-03-29T07:00:00.000Z"],
    ["2026-12-31T23:30:00Z", "no such zone", "2027-01-01T09:00:00.000Z"],
  ])("%s in %s", (now, zone, until) => {
    const decision = decide({ now: Date.parse(now), endsAt: Date.parse("2027-06-01T00:00:00Z"), zone });
    expect(decision).toEqual(until === undefined ? { kind: "send" } : { kind: "wait", until: Date.parse(until) });
  });

  test("and is dropped if it is over by then", () => {
    const now = Date.parse("2026-11-24T22:00:00Z");
    expect(decide({ now, endsAt: now + 3_600_000 })).toEqual({ kind: "drop", why: "over" });
  });
});
