export { chainRoundProof } from "./chain-round-proof.ts";
export { type ChainRounds, createChainRounds, type LeftRound } from "./chain-rounds.ts";
export { type Leadership, LeadershipLost } from "./leader.ts";
export { type LeaderLock, lockClass, lockNumber } from "./leader-lock.ts";
export { type RoundBudget, roundBudget } from "./round-budget.ts";
export { createRoundOwner, type RoundOwner } from "./round-owner.ts";
export {
  createRoundStore,
  type EndedRound,
  type EndState,
  type RoundRow,
  type RoundStore,
  type Transitions,
} from "./round-store.ts";
export { settleBet, settleBets } from "./settle-bet.ts";
export { createSignal, type Signal } from "./signal.ts";
