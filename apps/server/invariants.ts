import { entriesSql } from "#modules/audit/server/index.ts";
import { bettingInvariants } from "#modules/betting/server/index.ts";
import { chatInvariants } from "#modules/community-chat/server/index.ts";
import { correctionInvariants } from "#modules/corrections/server/index.ts";
import { cryptoInvariants } from "#modules/crypto/server/index.ts";
import { debtInvariants } from "#modules/debts/server/index.ts";
import { exchangeInvariants } from "#modules/exchange/server/index.ts";
import { freeSpinsInvariants } from "#modules/free-spins/server/index.ts";
import { type GameRules, gameRules } from "#modules/games/index.ts";
import { jackpotInvariants } from "#modules/jackpots/server/index.ts";
import { type Invariant, ledgerInvariants, transferArchiveLogInvariants } from "#modules/ledger/server/index.ts";
import { limitInvariants } from "#modules/limits/server/index.ts";
import { missionInvariants } from "#modules/missions/server/index.ts";
import { partnerInvariants } from "#modules/partners/server/index.ts";
import { paymentInvariants } from "#modules/payments/server/index.ts";
import { projectionInvariants } from "#modules/projections/server/index.ts";
import { tournamentInvariants } from "#modules/tournaments/server/index.ts";
import { vaultInvariants } from "#modules/vault/server/index.ts";
import { archiveLogInvariants, walletInvariants } from "#modules/wallet/server/index.ts";
import { wheelInvariants } from "#modules/wheel/server/index.ts";
import { payoutInvariantsUnder } from "./payout-invariants.ts";
import { providerInvariants } from "./payouts/provider-records.ts";

/**
 * All invariants of the books, in order of their numbers: printed by `npm run audit`, checked after
 * tests, and checked by the running server.
 */
export const invariantsUnder = (rules: GameRules): readonly Invariant[] =>
  [
    ...ledgerInvariants,
    ...walletInvariants,
    ...archiveLogInvariants(entriesSql),
    ...transferArchiveLogInvariants(entriesSql),
    ...debtInvariants,
    ...bettingInvariants,
    ...paymentInvariants,
    ...providerInvariants,
    ...cryptoInvariants,
    ...exchangeInvariants,
    ...vaultInvariants,
    ...correctionInvariants,
    ...payoutInvariantsUnder(rules),
    ...wheelInvariants,
    ...missionInvariants,
    ...tournamentInvariants,
    ...jackpotInvariants,
    ...limitInvariants,
    ...freeSpinsInvariants,
    ...projectionInvariants(),
    ...partnerInvariants,
    ...chatInvariants,
  ].sort((a, b) => placeOf(a.id) - placeOf(b.id));

/** The invariants under the published rules. */
export const invariants = invariantsUnder(gameRules);

/** Sort position: I1, I2 ..., then the invariants of bonus money, B1, B2 ... */
function placeOf(id: string): number {
  return Number(id.slice(1)) + (id.startsWith("B") ? 100 : 0);
}
