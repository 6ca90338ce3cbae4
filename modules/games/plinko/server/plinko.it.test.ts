import { required } from "#kit/std/invariant.ts";
import { describeInstantGameOnDatabase } from "#modules/engines/instant/testing/instant-database-suite.ts";
import { plinko } from "../game.ts";
import { verifyPlinko } from "../shared/verify.ts";
import { createPlinko } from "./index.ts";

describeInstantGameOnDatabase({
  game: "plinko",
  odds: choice => required(plinko.odds, "odds")(plinko.rules.current, choice),
  create: createPlinko,
  verify: verifyPlinko,
  bet: { stake: "1", rows: 12, risk: "medium" },
  likely: { stake: "1", rows: 8, risk: "low" },
  resultOf: ({ path }: { path: string }) => path,
  inKzt: { limits: { min: "5", max: "50000" }, win_cap: "500000000", edge: "1" },
});
