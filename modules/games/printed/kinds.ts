/** Printed by `npm run games` from modules/games/index.ts. Do not edit. Which games are between players, and which have bets that the player's own seeds decide. */
export const gameKinds: Readonly<Record<string, { readonly isMultiplayer: boolean; readonly hasSeeds: boolean }>> = {
  crash: { isMultiplayer: false, hasSeeds: false },
  dice: { isMultiplayer: false, hasSeeds: true },
  plinko: { isMultiplayer: false, hasSeeds: true },
  limbo: { isMultiplayer: false, hasSeeds: true },
  coinflip: { isMultiplayer: false, hasSeeds: true },
  hilo: { isMultiplayer: false, hasSeeds: true },
  keno: { isMultiplayer: false, hasSeeds: true },
  roulette: { isMultiplayer: false, hasSeeds: true },
  miner: { isMultiplayer: false, hasSeeds: true },
  cases: { isMultiplayer: false, hasSeeds: true },
  rooms: { isMultiplayer: true, hasSeeds: false },
  duels: { isMultiplayer: true, hasSeeds: false },
  battles: { isMultiplayer: true, hasSeeds: false },
};
