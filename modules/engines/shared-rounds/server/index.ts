export { type Leadership, LeadershipLost } from "#kit/leadership/leader.ts";
export { type LeaderLock, lockClass, lockNumber } from "#kit/leadership/leader-lock.ts";
export { type RoundEnds, settleRound } from "./end-round.ts";
export {
  bettingEvent,
  type LiveRound,
  lockRound,
  openRound,
  revealResult,
  roundSnapshot,
  startRound,
  timeText,
} from "./live-round.ts";
export { placeInRound, roundFor } from "./place-in-round.ts";
export { createRoster, type Reserved, type Seat } from "./roster.ts";
export { type RoundBudget, roundBudget } from "./round-budget.ts";
export { createRoundFeed, createRowBatch, type RoundFeed } from "./round-feed.ts";
export { createRoundOwner, type RoundOwner } from "./round-owner.ts";
export { createRoundStore, type EndedRound, type RoundRow, type RoundStore } from "./round-store.ts";
export {
  asPlaced,
  ownBetFields,
  pastRoundFields,
  placedView,
  provenMoney,
  roundOf,
  roundRecord,
} from "./round-views.ts";
export { settleBet, settleBets } from "./settle-bet.ts";
export {
  type ChainRecord,
  openSharedRounds,
  type SharedRounds,
  type SharedRoundsNeeds,
} from "./shared-rounds.ts";
export { createSignal, type Signal } from "./signal.ts";
