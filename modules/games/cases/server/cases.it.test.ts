import { required } from "#kit/std/invariant.ts";
import { describeInstantGameOnDatabase } from "#modules/engines/instant/testing/instant-database-suite.ts";
import { cases } from "../game.ts";
import { verifyCases } from "../shared/verify.ts";
import { createCases } from "./index.ts";

describeInstantGameOnDatabase({
  game: "cases",
  odds: choice => required(cases.odds, "odds")(cases.rules.current, choice),
  create: createCases,
  verify: verifyCases,
  bet: { slug: "bazaar", count: 3 },
  likely: { slug: "orchard", count: 1 },
  resultOf: ({ tickets }: { tickets: number[] }) => tickets.join(" "),
  inKzt: { limits: { min: "50", max: "500000" }, win_cap: "500000000", edge: "5" },
});
