import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import manifest from "../module.ts";
import { breakNotLonger, limitLooser, limitNotLooser, policyAcceptanceRequired } from "../shared/errors.ts";
import { ageLockOf } from "./age-lock.ts";
import { block, breakOf, excludedUntil, holdBreaks } from "./counters.ts";
import { limitsHandlers } from "./handlers.ts";
import { noDeposits } from "./limits-views.ts";
import { personalData } from "./personal-data.ts";
import { type OpenBetsQuestion, playHandlers } from "./play-handlers.ts";
import { type DepositQuestion, limitsOf } from "./read-limits.ts";
import { nothingToAccept, type TermsQuestion } from "./terms.ts";

export interface Limits extends ServerModule {
  /** Registers the source of a day's deposits; without one there are none. */
  countDeposits(question: DepositQuestion): void;
  /** Registers the check for undecided bets; without one there are none. */
  askOpenBets(question: OpenBetsQuestion): void;
  /** Registers what knows who has to accept something before a stake or deposit; without one nobody has. */
  askTerms(question: TermsQuestion): void;
  /** Which of these players have to accept something first. */
  readonly outstandingTerms: TermsQuestion;
  /** All limits a player has set, for operators. */
  limitsOf(player: PlayerId, currency: Currency | null): ReturnType<typeof limitsOf>;
}

const noEnd = new Date("9999-01-01T00:00:00Z");

/** A player's limits. Other operations on the tables are the functions beside this. */
export function createLimits(host: Host, { accounts }: { accounts: Pick<Accounts, "contribute"> }): Limits {
  let openBets: OpenBetsQuestion = async () => false;
  let deposits: DepositQuestion = async () => noDeposits;
  let terms = nothingToAccept;
  accounts.contribute("limits", async ({ id }) => {
    const now = new Date(host.clock.now());
    const [chosen, age] = await Promise.all([breakOf(host.db, id, now), ageLockOf(host.db, id, now)]);
    const until = (age ?? chosen?.until)?.toISOString() ?? null;
    return { blocked_until: until, needs_proof_of_age: age !== null };
  });
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [breakNotLonger, policyAcceptanceRequired, limitLooser, limitNotLooser],
    handlers: [
      ...limitsHandlers(host, (...asked) => deposits(...asked)),
      ...playHandlers(host, player => openBets(player)),
    ],
    personalData: player => personalData(host.db, player),
    /** Delays deposits while the others are read. */
    async closingObstacles(tx, player) {
      await holdBreaks(tx, player);
      return [];
    },
    excludedUntil: (tx, player) => excludedUntil(tx, player, new Date(host.clock.now())),
    /** Late money for a closed account is never credited. */
    onAccountClosed: (tx, player) => block(tx, player, noEnd),
    limitsOf: (player, currency) => limitsOf(host, (...asked) => deposits(...asked), player, currency),
    countDeposits(question) {
      deposits = question;
    },
    askOpenBets(question) {
      openBets = question;
    },
    askTerms(question) {
      terms = question;
    },
    outstandingTerms: (db, players) => terms(db, players),
  };
}
