import { describe } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { describeInstantGameOnDatabase } from "#modules/engines/instant/testing/instant-database-suite.ts";
import { describeStepwiseGame } from "#modules/engines/stepwise/testing/stepwise-suite.ts";
import { drawSides, type Side } from "../shared/rules.ts";
import { verifyCoinflip } from "../shared/verify.ts";
import { createCoinflip } from "./index.ts";

const about = { game: "coinflip", create: createCoinflip, verify: verifyCoinflip };

describe("a single flip", () => {
  describeInstantGameOnDatabase({
    ...about,
    bet: { stake: "1", side: "heads" },
    likely: { stake: "1", side: "tails" },
    rowOf: ({ side }: { side: Side }, outcome: object) => ({ ladder: false, called: [side], outcome }),
    resultOf: ({ landed }: { landed: Side[] }) => landed.join(" "),
    inKzt: { limits: { min: "5", max: "50000" }, win_cap: "500000000", edge: "1" },
  });
});

describe("a ladder", () => {
  const next = ({ round }: { round: { steps: number } }, stream: Parameters<typeof drawSides>[0]): Side =>
    required(drawSides(stream, round.steps + 1).at(-1), "a side");
  describeStepwiseGame({
    ...about,
    start: { stake: "1", ladder: true },
    step: "flip",
    goodStep: (round, stream) => ({ side: next(round, stream) }),
    badStep: (round, stream) => ({ side: next(round, stream) === "heads" ? "tails" : "heads" }),
  });
});
