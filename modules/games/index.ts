import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import type { Verifiers } from "#modules/fairness/shared/verification.ts";
import { battles } from "./battles/game.ts";
import { cases } from "./cases/game.ts";
import { coinflip } from "./coinflip/game.ts";
import { crash } from "./crash/game.ts";
import { dice } from "./dice/game.ts";
import { duels } from "./duels/game.ts";
import type { Game } from "./game.ts";
import { hilo } from "./hilo/game.ts";
import { keno } from "./keno/game.ts";
import { limbo } from "./limbo/game.ts";
import { miner } from "./miner/game.ts";
import { plinko } from "./plinko/game.ts";
import { rooms } from "./rooms/game.ts";
import { roulette } from "./roulette/game.ts";

/**
 * The games, in the order in which they are shown: the only list of them. `npm run games` prints from it what each environment loads
 * (`printed/`).
 */
export const games = [
  crash,
  dice,
  plinko,
  limbo,
  coinflip,
  hilo,
  keno,
  roulette,
  miner,
  cases,
  rooms,
  duels,
  battles,
] as const;

export type Games = (typeof games)[number];
export type GameName = Games["name"];

/** The rules of every game, under every version that was published: the server plays by them, the audit recomputes payouts from them. */
export type GameRules = { readonly [G in Games as G["name"]]: G["rules"] };
export const gameRules = Object.fromEntries(games.map(({ name, rules }) => [name, rules])) as unknown as GameRules;

/** The services SERVICES may name besides `general`. */
export const gameServices: readonly string[] = [...new Set(games.flatMap(({ service }) => service ?? []))];

const registered: readonly Game[] = games;
const proofs = registered.flatMap(each => each.proofs);

/** What can be checked by hand: rounds of the player's own seeds first. */
export const gameProofs: readonly GameProof[] = [
  ...proofs.filter(({ kind }) => kind === "seeds"),
  ...proofs.filter(({ kind }) => kind === "chain"),
];

/** What verifies a record of each game under these rules. */
export const verifiersOfGames = (rules: GameRules): Verifiers =>
  Object.fromEntries(registered.map(({ name, verifier }) => [name, verifier(rules[name as GameName])]));
