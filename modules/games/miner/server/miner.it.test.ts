import { describeStepwiseGame } from "#modules/engines/stepwise/testing/stepwise-suite.ts";
import { drawMines, minerRules } from "../shared/rules.ts";
import { verifyMiner } from "../shared/verify.ts";
import { createMiner } from "./index.ts";

describeStepwiseGame({
  game: "miner",
  create: createMiner,
  verify: verifyMiner,
  start: { stake: "1", mines: 3 } as { stake: string },
  step: "reveal",
  goodStep({ round: { mines, tiles } }, stream) {
    const board = drawMines(minerRules.current, stream, mines);
    return { tile: Array.from({ length: 25 }, (_, tile) => tile).find(tile => ![...board, ...tiles].includes(tile)) };
  },
  badStep: ({ round: { mines } }, stream) => ({ tile: drawMines(minerRules.current, stream, mines)[0] }),
});
