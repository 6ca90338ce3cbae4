import { press } from "#assurance/load/stage.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createCoinflip } from "../server/index.ts";
import { coinflipRules, ladderOf } from "../shared/rules.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";
import { visits } from "./visits.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/coinflip/bets": { body: { stake: "1", side: "heads" }, stakes: true },
    "POST /api/v1/games/coinflip/bets/:id/flip": { body: { side: "heads" }, stakes: false },
    "POST /api/v1/games/coinflip/bets/:id/cash-out": { stakes: false },
  },
  visits,
  open: ({ host }, needs) => createCoinflip(host, needs),
  steps: ladderOf(coinflipRules.current),
  benchBet: { call: "coinflip/bets", input: '{"stake":"0.01","side":"heads"}' },
  benchRound: {
    name: "coinflip, ladder",
    call: "coinflip/bets",
    input: '{"stake":"0.01","ladder":true}',
    step: () => ({ call: "flip", input: '{"side":"heads"}' }),
  },
  scene: { name: "coinflip: a toss", path: "coinflip", begin: press, frameMs: 1300 },
};
