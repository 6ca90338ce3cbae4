export { openSeatedGame, roundNumber, type SeatedGame, type SeatedNeeds, type ShownRound } from "./seated-game.ts";
export { freeSeat, isIn, openerOf, type SeatedRound, type SeatedRules } from "./seated-round.ts";
export { createSeatedBooks, type SeatedStore } from "./seated-store.ts";
export type { SeatedViews } from "./seated-views.ts";
