import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import manifest from "../module.ts";
import { breakNotLonger } from "../shared/errors.ts";
import { ageLockOf } from "./age-lock.ts";
import { block, breakOf, holdBreaks } from "./counters.ts";
import { limitsHandlers } from "./handlers.ts";
import { noDeposits } from "./limits-views.ts";
import { personalData } from "./personal-data.ts";
import { type OpenBetsQuestion, playHandlers } from "./play-handlers.ts";
import { type DepositQuestion, limitsOf } from "./read-limits.ts";

export interface Limits extends ServerModule {
  /** Who knows of deposits answers what a day has seen of them; until then there were none. */
  countDeposits(question: DepositQuestion): void;
  /** Who knows of bets answers whether one of the player's is undecided; until then none is. */
  askOpenBets(question: OpenBetsQuestion): void;
  /** Everything a player has set for himself, for people of the house to see. */
  limitsOf(player: PlayerId, currency: Currency | null): ReturnType<typeof limitsOf>;
}

const noEnd = new Date("9999-01-01T00:00:00Z");

/** What a player allows himself. What others do with the tables are the functions beside this. */
export function createLimits(host: Host, { accounts }: { accounts: Pick<Accounts, "contribute"> }): Limits {
  let openBets: OpenBetsQuestion = async () => false;
  let deposits: DepositQuestion = async () => noDeposits;
  accounts.contribute("limits", async ({ id }) => {
    const now = new Date(host.clock.now());
    const [chosen, age] = await Promise.all([breakOf(host.db, id, now), ageLockOf(host.db, id, now)]);
    const until = (age ?? chosen?.until)?.toISOString() ?? null;
    return { blocked_until: until, needs_proof_of_age: age !== null };
  });
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [breakNotLonger],
    handlers: [
      ...limitsHandlers(host, (...asked) => deposits(...asked)),
      ...playHandlers(host, player => openBets(player)),
    ],
    personalData: player => personalData(host.db, player),
    /** Holds every deposit off while the others look. */
    async closingObstacles(tx, player) {
      await holdBreaks(tx, player);
      return [];
    },
    /** Money that comes late for an account that is gone is never made playable. */
    onAccountClosed: (tx, player) => block(tx, player, noEnd),
    limitsOf: (player, currency) => limitsOf(host, (...asked) => deposits(...asked), player, currency),
    countDeposits(question) {
      deposits = question;
    },
    askOpenBets(question) {
      openBets = question;
    },
  };
}
