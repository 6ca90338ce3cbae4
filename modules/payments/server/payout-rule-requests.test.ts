import { expect, test } from "vitest";
import { isLooser } from "./payout-rule-requests.ts";

const rule = (automatic: string, automaticDay: string, onePerson: string) => ({ automatic, automaticDay, onePerson });
const before = rule("100", "200", "1000");

test.each([
  ["the same", rule("100.00", "200", "1000"), false],
  ["less of each", rule("99.99", "199", "999"), false],
  ["a cent more at once", rule("100.01", "200", "1000"), true],
  ["more a day", rule("1", "200.5", "1"), true],
  ["more by one approval", rule("1", "2", "1000.01"), true],
  ["more digits, less money", rule("100", "200", "99.99"), false],
])("%s is looser: %s", (_name, after, looser) => expect(isLooser(before, after)).toBe(looser));
