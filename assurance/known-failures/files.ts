import { games } from "#modules/games/index.ts";

/** Of each game, those that have the same names in every folder. */
const ofGames = games.flatMap(({ name }) => [
  [`${name}-rules`, `modules/games/${name}/shared/rules.test.ts`],
  [`${name}-server`, `modules/games/${name}/server/${name}.test.ts`],
]);

/** The test files that the rows name, by a short name. */
export const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ofGames),
  battles: "modules/games/battles/server/battles.it.test.ts",
  chains: "modules/fairness/server/chains.it.test.ts",
  code: "assurance/checks/layers.test.ts",
  crash: "modules/games/crash/server/known-failures.test.ts",
  duels: "modules/games/duels/server/duels.it.test.ts",
  feed: "modules/bets/web/feed.test.ts",
  hostile: "apps/server/hostile-calls.it.test.ts",
  instant: "modules/engines/instant/testing/instant-suite.ts",
  "instant-database": "modules/engines/instant/testing/instant-database-suite.ts",
  intents: "modules/bets/web/intents.test.ts",
  kill: "modules/wallet/server/kill.it.test.ts",
  live: "kit/live/server/live.test.ts",
  promises: "assurance/second-verifier/promises.test.ts",
  races: "modules/wallet/server/races.it.test.ts",
  rooms: "modules/games/rooms/server/rooms.it.test.ts",
  "rooms-faults": "modules/games/rooms/server/faults.it.test.ts",
  "rooms-view": "modules/games/rooms/web/rooms-view.test.ts",
  "round-races": "modules/wallet/server/rounds.it.test.ts",
  roulette: "modules/games/roulette/server/known-failures.test.ts",
  "multiplayer-view": "modules/engines/multiplayer/web/multiplayer-view.test.ts",
  secrets: "apps/server/secrets.it.test.ts",
  seeds: "modules/fairness/server/seeds.it.test.ts",
  simulation: "assurance/simulation/simulate.test.ts",
  steps: "modules/engines/stepwise/testing/stepwise-suite.ts",
  veil: "modules/engines/instant/web/veil.test.ts",
  wallet: "modules/wallet/server/wallet.it.test.ts",
  webhooks: "modules/payments/server/webhooks.it.test.ts",
  wheel: "modules/wheel/server/wheel.it.test.ts",
};
