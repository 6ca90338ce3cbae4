export { createRoundEnds, type EndNeeds, type Fault, nameBeacon } from "./end-rounds.ts";
export { createEndStore, type EndStore, type Fence, type MultiplayerRoundState } from "./end-store.ts";
export { joinRound } from "./join-round.ts";
export {
  type MultiplayerGame,
  type MultiplayerNeeds,
  openMultiplayerGame,
  roundNumber,
  type ShownRound,
} from "./multiplayer-game.ts";
export { freeSeat, isIn, type MultiplayerRound, openerOf } from "./multiplayer-round.ts";
export type { MultiplayerRules } from "./multiplayer-rules.ts";
export { createMultiplayerStoreBase, type MultiplayerStore } from "./multiplayer-store.ts";
export { type MultiplayerViews, openFacts } from "./multiplayer-views.ts";
export { openRound } from "./open-round.ts";
export { withdrawRound } from "./withdraw-round.ts";
