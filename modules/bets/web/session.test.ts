import { expect, test } from "vitest";
import { parseDecimal as m } from "#kit/money/amount.ts";
import { countBet, freshSession, sessionPoints, sparkline } from "./session.ts";

test("bob loses one and wins two: the session's totals add up", () => {
  let session = countBet(freshSession, m("5"), m("0"));
  session = countBet(session, m("5"), m("9.9"));
  session = countBet(session, m("5"), m("9.9"));
  expect(session).toMatchObject({ bets: 3, wins: 2, wagered: m("15"), net: m("4.8"), best: m("4.9") });
  expect(session.line).toEqual([0n, m("-5"), m("-0.1"), m("4.8")]);
});
test("a returned stake is not a win", () => {
  expect(countBet(freshSession, m("1"), m("1")).wins).toBe(0);
});
test("a long session has a short line that still ends near its result", () => {
  let session = freshSession;
  for (let i = 0; i < 5000; i++) session = countBet(session, m("1"), m("2"));
  expect(session.line.length).toBeLessThanOrEqual(sessionPoints);
  expect(session.net).toBe(m("5000"));
  expect(session.net - (session.line.at(-1) ?? 0n)).toBeLessThan(m("100"));
});
test("the line fills its box, with zero where it belongs", () => {
  expect(sparkline([0n, m("10"), m("5")], 100, 50)).toEqual({ path: "M0.0 50.0L50.0 0.0L100.0 25.0", zero: 50 });
  expect(sparkline([0n, m("-10")], 100, 50).zero).toBe(0);
  expect(sparkline([0n], 100, 50)).toEqual({ path: "M0 25.0H100", zero: 25 });
});
