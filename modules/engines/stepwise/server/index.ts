import type { Host } from "#kit/host/host.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { RoundPairs } from "#modules/fairness/server/index.ts";
import { selfExcluded } from "#modules/limits/shared/events.ts";
import type { WalletPort, WalletRounds } from "#modules/wallet/server/port.ts";
import manifest from "../module.ts";
import { stepShares } from "../shared/step-shares.ts";
import { createClosing } from "./closing.ts";
import { createRounds } from "./rounds.ts";
import type { Stepwise } from "./stepwise.ts";

export { fitsOf, playOf } from "./play.ts";
export { factsByVersion, type RoundFacts, roundAnswer, roundProof } from "./round-view.ts";
export { createRounds, type Rounds, type RoundsNeeds, type RoundsSpec } from "./rounds.ts";
export type { Stepwise } from "./stepwise.ts";
export { openStepwiseGame, type StepwiseNeeds, type StepwiseSpec } from "./stepwise-game.ts";

interface Needs {
  readonly wallet: Pick<WalletPort, "bet" | "place"> & WalletRounds;
  /** The seeds that rounds began with. */
  readonly pairs: RoundPairs;
  readonly bets: Pick<Bets, "ids" | "winCap" | "watchRounds">;
}

export function createStepwise({ clock, log, bus }: Pick<Host, "clock" | "log" | "bus">, needs: Needs): Stepwise {
  const { wallet, pairs, bets } = needs;
  const closing = createClosing({ clock, log, wallet });
  bus.on(selfExcluded, ({ player }) => void closing.closeOf(player));
  return {
    manifest,
    openRounds(spec) {
      const { game } = spec;
      const winCap = (currency: Currency) => bets.winCap(game, currency);
      const rounds = createRounds({ wallet, pairs, ids: bets.ids, winCap }, spec);
      closing.register(game, rounds.close);
      bets.watchRounds({
        game,
        returnedOf: rulesVersion => spec.rulesOf(rulesVersion).returned,
        stepsOf({ rulesVersion, choice, opening, steps, paid }) {
          const play = { start: choice, opening, steps } as unknown as Parameters<typeof stepShares>[1];
          return stepShares(spec.rulesOf(rulesVersion) as never, play, paid);
        },
      });
      return rounds;
    },
    jobs: [{ name: "desk.close_rounds", cron: "* * * * *", run: () => closing.closeAll() }],
  };
}
