import { required } from "#kit/std/invariant.ts";
import { describeInstantGameOnDatabase } from "#modules/engines/instant/testing/instant-database-suite.ts";
import { keno } from "../game.ts";
import { verifyKeno } from "../shared/verify.ts";
import { createKeno } from "./index.ts";

describeInstantGameOnDatabase({
  game: "keno",
  odds: choice => required(keno.odds, "odds")(keno.rules.current, choice),
  create: createKeno,
  verify: verifyKeno,
  bet: { stake: "1", picks: [3, 7, 24, 31], risk: "medium" },
  likely: { stake: "1", picks: [5], risk: "high" },
  resultOf: ({ drawn }: { drawn: number[] }) => drawn.join(" "),
  inKzt: { limits: { min: "5", max: "50000" }, win_cap: "500000000", edge: "1" },
});
