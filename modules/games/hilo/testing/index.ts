import { press } from "#assurance/load/stage.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createHilo } from "../server/index.ts";
import { hiloRules, hiloSteps } from "../shared/rules.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";
import { visits } from "./visits.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/hilo/bets": { body: { stake: "1" }, stakes: true },
    "POST /api/v1/games/hilo/bets/:id/guess": { body: { choice: "higher" }, stakes: false },
    "POST /api/v1/games/hilo/bets/:id/cash-out": { stakes: false },
  },
  visits,
  open: ({ host }, needs) => createHilo(host, needs),
  steps: hiloSteps(hiloRules.current),
  benchRound: {
    call: "hilo/bets",
    input: '{"stake":"0.01"}',
    step: bet => ({ call: "guess", input: `{"choice":"${/"guess":"(\w+)"/.exec(bet)?.[1]}"}` }),
  },
  scene: {
    name: "hilo: the next card",
    path: "hilo",
    begin: async page => {
      await press(page);
      await page.locator(".hilo-offer:not(.pass):not(:disabled):not([aria-disabled=true])").first().click();
    },
    frameMs: 1000,
  },
};
