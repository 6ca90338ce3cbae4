import { required } from "#kit/std/invariant.ts";
import { describeInstantGameOnDatabase } from "#modules/engines/instant/testing/instant-database-suite.ts";
import { limbo } from "../game.ts";
import { verifyLimbo } from "../shared/verify.ts";
import { createLimbo } from "./index.ts";

describeInstantGameOnDatabase({
  game: "limbo",
  odds: choice => required(limbo.odds, "odds")(limbo.rules.current, choice),
  create: createLimbo,
  verify: verifyLimbo,
  bet: { stake: "1", target: "1.01" },
  likely: { stake: "1", target: "4.50" },
  resultOf: ({ result }: { result: string }) => result,
  inKzt: { limits: { min: "5", max: "50000" }, win_cap: "500000000", edge: "1" },
});
