import { required } from "#kit/std/invariant.ts";
import { describeInstantGameOnDatabase } from "#modules/engines/instant/testing/instant-database-suite.ts";
import { dice } from "../game.ts";
import { verifyDice } from "../shared/verify.ts";
import { createDice } from "./index.ts";

describeInstantGameOnDatabase({
  game: "dice",
  odds: choice => required(dice.odds, "odds")(dice.rules.current, choice),
  create: createDice,
  verify: verifyDice,
  bet: { stake: "1", direction: "under", target: "98.00" },
  likely: { stake: "1", direction: "under", target: "20.00" },
  resultOf: ({ roll }: { roll: string }) => roll,
  inKzt: { limits: { min: "5", max: "50000" }, win_cap: "500000000", edge: "1" },
});
