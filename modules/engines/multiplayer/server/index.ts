export {
  type MultiplayerGame,
  type MultiplayerNeeds,
  openMultiplayerGame,
  roundNumber,
  type ShownRound,
} from "./multiplayer-game.ts";
export { freeSeat, isIn, type MultiplayerRound, type MultiplayerRules, openerOf } from "./multiplayer-round.ts";
export { createMultiplayerStoreBase, type MultiplayerStore } from "./multiplayer-store.ts";
export type { MultiplayerViews } from "./multiplayer-views.ts";
