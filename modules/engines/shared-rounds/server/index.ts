export { type Leadership, LeadershipLost } from "#kit/leadership/leader.ts";
export { type LeaderLock, lockClass, lockNumber } from "#kit/leadership/leader-lock.ts";
export { chainRoundProof } from "./chain-round-proof.ts";
export { type ChainRounds, createChainRounds, type LeftRound } from "./chain-rounds.ts";
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
