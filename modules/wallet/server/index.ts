export { archiveBets, segmentsOfHotBets } from "./archive/archive-bets.ts";
export { archiveLogInvariants } from "./archive/archive-invariants.ts";
export { archiveTransfers } from "./archive/archive-transfers.ts";
export { archiveAfterMs } from "./archive/expired-keys.ts";
export type { ArchivedBatch } from "./archive/move-ranges.ts";
export { auditBooks, decidedBets, walletInvariants } from "./audit-books.ts";
export { openRoundOf, roundAfter } from "./bet-row.ts";
export { createWallet, type Wallet, type WalletNeeds } from "./create-wallet.ts";
export { type EndedBetRow, endedBetsSql } from "./ended-bets-sql.ts";
export { countGameDays } from "./game-days/count-game-days.ts";
export { type EndedReturns, endedReturns } from "./game-days/ended-returns.ts";
export {
  type EndedRound,
  type EndedSteps,
  endedRounds,
  endedRoundsMarginMs,
  endedSteps,
} from "./game-days/ended-rounds.ts";
export {
  type BetTransfer,
  endedBetsOfRounds,
  type GameBetsFilter,
  readGameBets,
  transfersOfBet,
} from "./game-days/game-bets.ts";
export {
  type CountedBets,
  type DayReturn,
  type Days,
  firstEndedFrom,
  type GameReturn,
  type GameTurnover,
  gameDaysCountedAt,
  lastBetOfGames,
  openBetsByGame,
  returnsByDay,
  returnsByVersion,
  turnoverOfGames,
  type VersionReturn,
} from "./game-days/read-game-days.ts";
export { readBetsOfGrant } from "./grant-bets.ts";
export type { HoldKinds, Holds, NewHold } from "./holds.ts";
export { lastMoves } from "./person.ts";
export { playedSql } from "./played-sql.ts";
export { type BestBet, type PlayedTotal, playerTotals } from "./player-totals.ts";
export type * from "./port.ts";
export { decidedHash } from "./provider-rounds/decisions.ts";
export { freeRoundIsOpen, freeRoundsSql } from "./provider-rounds/free-rounds.ts";
export type * from "./provider-rounds/port.ts";
export { type PlayedRow, readPlayed } from "./read-played.ts";
export { countReturns, type ReturnedShare, returnedShares, returnsCountedAt } from "./returned-shares.ts";
export { countRoundDays } from "./round-days/count-round-days.ts";
export { readRoundsOfGame } from "./round-days/game-rounds.ts";
export {
  type CurrencyRounds,
  type KindRounds,
  openRoundsByGame,
  type ProviderGameName,
  type RoundReturn,
  roundDaysCountedAt,
  roundsByCurrency,
  roundsByDay,
  roundsByKind,
  voidedByOperators,
} from "./round-days/read-round-days.ts";
export type { FreeBet, FreeBets } from "./slips/free-bets.ts";
export { slipExposures } from "./slips/invariants.ts";
export type { SlipMarkets } from "./slips/markets.ts";
export { opposedSlips } from "./slips/opposed-slips.ts";
export type * from "./slips/port.ts";
export type { Reserve, ReservedShares, SlipReserves } from "./slips/reserves.ts";
export { ledSql } from "./sql/window-sql.ts";
export { balancesOf, type HeldBalance } from "./store.ts";
export type { WalletOptions } from "./wallet-lanes.ts";
