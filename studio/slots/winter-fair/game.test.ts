import { expect, test } from "vitest";
import { recordedChance } from "#studio/engine/shared/chance.ts";
import { playSpin } from "#studio/engine/shared/spin.ts";
import { describeSlot } from "#studio/testing/slot-suite.ts";
import { machine, potOdds, wheel, winterFair } from "./game.ts";

describeSlot(winterFair);

const stopOf = (reel: number) => machine.strips[reel]?.indexOf(machine.letters.indexOf("S")) ?? 0;
const play = (stake: bigint, ...values: number[]) =>
  playSpin({ game: winterFair, mode: "base", currency: "USD", stake, chance: recordedChance(values) });

test("three wheels turn the bonus wheel once, and it pays its field", () => {
  const { draws, events } = play(100_000n, 10, stopOf(1), stopOf(2), stopOf(3), 30, wheel.total - 1, potOdds - 1);
  expect(draws.map(({ name }) => name).slice(5)).toEqual(["wheel", "pot"]);
  const prize = events.find(event => event.type === "win" && event.kind === "prize");
  expect(prize).toMatchObject({ units: 1000 * winterFair.units });
});

test("the pot's odds rise with the stake, and its sum is not the studio's", () => {
  const hit = (stake: bigint, drawn: number) => play(stake, 10, 0, 0, 0, 30, drawn);
  expect([hit(100_000n, 0).potHit, hit(100_000n, 1).potHit]).toEqual([true, false]);
  // A hundred dollars are a thousand times the smallest stake.
  expect([hit(100_000_000n, 999).potHit, hit(100_000_000n, 1000).potHit]).toEqual([true, false]);
  expect(hit(100_000n, 0).payout).toBe(hit(100_000n, 1).payout);
});

test("forty lines are forty different ones", () => {
  const { evaluation } = winterFair;
  const lines = evaluation.kind === "lines" ? evaluation.lines : [];
  expect([lines.length, new Set(lines).size]).toEqual([40, 40]);
});
