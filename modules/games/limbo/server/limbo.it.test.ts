import { describeInstantGameOnDatabase } from "#modules/engines/instant/testing/instant-database-suite.ts";
import { verifyLimbo } from "../shared/verify.ts";
import { createLimbo } from "./index.ts";

describeInstantGameOnDatabase({
  game: "limbo",
  create: createLimbo,
  verify: verifyLimbo,
  bet: { stake: "1", target: "1.01" },
  likely: { stake: "1", target: "4.50" },
  resultOf: ({ result }: { result: string }) => result,
  inKzt: { limits: { min: "5", max: "50000" }, win_cap: "500000000", edge: "1" },
});
