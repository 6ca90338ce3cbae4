export {
  type InstantBet,
  type InstantGame,
  type InstantNeeds,
  openInstantGame,
} from "./instant-game.ts";
