import { expect, test } from "vitest";
import type { RoundFacts } from "../shared/calls.ts";
import { textsOf } from "./texts.ts";
import { type TimerTexts, timerLine } from "./timer-line.ts";

const stage = {
  texts: { dealing: "Dealing", rules: "" },
  resultText: () => "17 black",
  turnText: () => ({ title: "Seat 3", detail: "Hit or stand" }),
};
const texts: TimerTexts = { say: textsOf("en"), language: "en", stage };
const round = (rest: Partial<RoundFacts>) =>
  ({ number: 1234, opened_at: 0, closes_at: 20_000, next_at: null, outcome: null, play: null, ...rest }) as RoundFacts;
const line = (rest: Partial<RoundFacts>, at: number) => {
  const { text, detail, seconds, part } = timerLine(round(rest), at, texts);
  return [text, detail, seconds, part];
};

test("the seconds to bet are counted down, and the last five are called out", () => {
  expect(line({ phase: "betting" }, 5_000)).toEqual([texts.say("betting"), "Round 1,234", 15, 0.75]);
  expect(line({ phase: "betting" }, 15_001)).toEqual([texts.say("closing"), "Round 1,234", 5, 4_999 / 20_000]);
});

test("bets are closed at their time, although the table has not said so yet", () => {
  expect(line({ phase: "betting" }, 20_000)).toEqual([texts.say("closed"), "Round 1,234", null, 0]);
  expect(line({ phase: "closed" }, 21_000)).toEqual([texts.say("closed"), "Round 1,234", null, 0]);
  expect(line({ phase: "dealing" }, 22_000)).toEqual(["Dealing", "Round 1,234", null, 0]);
  expect(line({ phase: "voided" }, 22_000)).toEqual([texts.say("voided"), "Round 1,234", null, 0]);
});

test("a result is shown with the time of the next round, and then the wait for it", () => {
  const settled = { phase: "settled", outcome: 17, next_at: 30_000 } as const;
  expect(line(settled, 26_500)).toEqual(["17 black", texts.say("nextIn", { n: 4 }), null, 0]);
  expect(line(settled, 30_000)).toEqual(["17 black", texts.say("nextIn", { n: 1 }), null, 0]);
  expect(line(settled, 30_001)).toEqual([texts.say("waiting"), "Round 1,234", null, 0]);
});

test("a turn is counted from its start, and never below nothing", () => {
  const play = { view: null, next: { kind: "over" }, starts_at: 2_000, ends_at: 14_000 } as const;
  const playing = { phase: "playing", play } as const;
  expect(line(playing, 1_000)).toEqual(["Seat 3", "Hit or stand", null, 0]);
  expect(line(playing, 8_000)).toEqual(["Seat 3", "Hit or stand", 6, 0.5]);
  expect(line(playing, 15_000)[2]).toBe(0);
  expect(line({ phase: "playing", play: { ...play, ends_at: null } }, 8_000)).toEqual([
    "Seat 3",
    "Hit or stand",
    null,
    0,
  ]);
});
