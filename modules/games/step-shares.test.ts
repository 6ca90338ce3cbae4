import { expect, test } from "vitest";
import { stepShares } from "#modules/engines/stepwise/shared/step-shares.ts";
import type { StepwiseRules } from "#modules/engines/stepwise/shared/stepwise.ts";
import { coinflipRules, ladderOf } from "./coinflip/shared/rules.ts";
import { hiloRules, hiloSteps, rankOf } from "./hilo/shared/rules.ts";
import { minerRules, minerSteps } from "./miner/shared/rules.ts";

/** Every way in which a round can go, with its chance: before each step the mean of what it multiplies by is 1, whatever the player does. */

type Steps<Choice, Shown> = readonly { readonly choice: Choice; readonly shown: Shown }[];

interface Given<Start, Choice, Opening, Shown> {
  readonly start: Start;
  readonly opening: Opening;
  /** Undefined: the player leaves. */
  choose(steps: Steps<Choice, Shown>): Choice | undefined;
  shown(steps: Steps<Choice, Shown>, choice: Choice): readonly (readonly [shown: Shown, chance: number])[];
}

/** The means before every step that can be reached. */
function meansOf<Start, Choice, Opening, Shown>(
  rules: StepwiseRules<Start, Choice, Opening, Shown>,
  given: Given<Start, Choice, Opening, Shown>,
  steps: Steps<Choice, Shown> = [],
): readonly number[] {
  const { start, opening } = given;
  const choice = given.choose(steps);
  if (choice === undefined || rules.state({ start, opening, steps }, () => true) !== "open") return [];
  let mean = 0;
  const deeper: number[] = [];
  for (const [shown, chance] of given.shown(steps, choice)) {
    const after = { start, opening, steps: [...steps, { choice, shown }] };
    // As if the round were left here.
    const multiplier = rules.cashOutMultiplier(after);
    const lost = rules.state(after, () => true) === "lost";
    const paid = lost || !multiplier ? 0 : Number(multiplier.numerator) / Number(multiplier.denominator);
    mean += chance * (stepShares(rules, after, paid).at(-1) ?? 0);
    deeper.push(...meansOf(rules, given, after.steps));
  }
  return [mean, ...deeper];
}

function expectFair(means: readonly number[], least: number): void {
  expect(means.length).toBeGreaterThanOrEqual(least);
  for (const mean of means) expect(mean).toBeCloseTo(1, 12);
}

test("each flip of a ladder multiplies by 1 on average", () => {
  const means = meansOf(ladderOf(coinflipRules.current), {
    start: { ladder: true },
    opening: {},
    choose: steps => ({ side: steps.length % 2 ? ("heads" as const) : ("tails" as const) }),
    shown: () => [
      [{ side: "heads" as const }, 0.5],
      [{ side: "tails" as const }, 0.5],
    ],
  });
  expectFair(means, 20);
});

test.each([1, 5, 20, 24])("each tile of a field of %i mines multiplies by 1 on average", mines => {
  const means = meansOf(minerSteps(minerRules.current), {
    start: { mines },
    opening: null,
    choose: steps => (steps.length < 6 ? { tile: steps.length } : undefined),
    shown(steps) {
      const danger = mines / (25 - steps.length);
      return [
        [{ mine: true }, danger],
        [{ mine: false }, 1 - danger],
      ];
    },
  });
  expectFair(means, Math.min(6, 25 - mines));
});

test.each([0, 3, 12])(
  "each guess at the card %i and those after it multiplies by 1 on average, safe ones and bold ones",
  card => {
    const cards = Array.from({ length: 13 }, (_, rank) => [{ card: rank }, 1 / 13] as const);
    const means = meansOf(hiloSteps(hiloRules.current), {
      start: {},
      opening: { card },
      choose(steps) {
        if (steps.length === 3) return undefined;
        const open = rankOf(steps.at(-1)?.shown.card ?? card);
        const isBold = steps.length % 2 === 1;
        return { choice: open > 7 === isBold ? ("higher" as const) : ("lower" as const) };
      },
      shown: () => cards,
    });
    expectFair(means, 14);
  },
);

test("what was paid beside the multiplier of the last step is in its share", () => {
  const steps = [{ choice: { side: "heads" as const }, shown: { side: "heads" as const } }];
  const play = { start: { ladder: true as const }, opening: {}, steps };
  const [share] = stepShares(ladderOf(coinflipRules.current), play, 1.98 * 1.03);
  expect(share).toBeCloseTo(2.06, 12);
});
