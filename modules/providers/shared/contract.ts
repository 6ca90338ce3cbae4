import * as z from "zod/mini";
import { currencyField, dataOf } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { filePieces, route } from "#kit/contract/route.ts";
import { badSignature, gameUnavailable } from "./errors.ts";
import { walletBase, walletSummaries } from "./protocol.ts";
import type { WalletCallName } from "./wallet-calls.ts";
import { commitmentsView, gameField, hashField, ownRound } from "./wire.ts";

const walletCall = <const Name extends WalletCallName>(name: Name, moves: "nothing" | "wager") =>
  route({
    method: "POST",
    path: `${walletBase}/${name}`,
    module: "providers",
    caller: "provider",
    moves,
    signed: true,
    summary: `fwp-1: ${walletSummaries[name].split(".")[0]}`,
    output: z.string(),
    errors: [badSignature],
  });

/** Bodies and responses: docs/provider-api.md. */
export const authenticate = walletCall("authenticate", "nothing");
export const readBalance = walletCall("balance", "nothing");
export const bet = walletCall("bet", "wager");
export const win = walletCall("win", "wager");
export const betWin = walletCall("bet-win", "wager");
export const rollback = walletCall("rollback", "wager");

const seedsQuery = z.object({ provider: z.string(), slug: gameField });
const bothSeeds = z.object({ casino: commitmentsView, provider: commitmentsView });
const clientSeed = z.string("client_seed_invalid").check(z.regex(/^[\x21-\x7e]{1,64}$/, "client_seed_invalid"));

export const getProviderSeeds = route({
  method: "GET",
  path: "/api/v1/providers/seeds",
  module: "providers",
  caller: "player",
  moves: "nothing",
  summary:
    "The commitments of casino and provider to the seeds of one game, for the caller; null of a game that has no seeds",
  query: seedsQuery,
  output: dataOf(z.nullable(bothSeeds)),
  errors: [gameUnavailable],
});

export const setProviderSeed = route({
  method: "PUT",
  path: "/api/v1/providers/seeds/client",
  module: "providers",
  caller: "player",
  moves: "nothing",
  summary: "Sets the client seed of one game, made by the casino's page after it has shown the commitments",
  query: seedsQuery,
  body: z.object({ client_seed: clientSeed }),
  output: dataOf(bothSeeds),
  errors: [gameUnavailable],
});

export const rotateProviderSeeds = route({
  method: "POST",
  path: "/api/v1/providers/seeds/rotate",
  module: "providers",
  caller: "player",
  moves: "nothing",
  summary: "Reveals the casino's and the provider's seeds of one game and makes the next ones current",
  query: seedsQuery,
  body: z.object({ client_seed: clientSeed }),
  output: dataOf(
    z.extend(bothSeeds, { revealed: z.object({ casino: z.string(), provider: z.string(), nonces: z.number() }) }),
  ),
  errors: [gameUnavailable],
});

export const verifierPath = (maths: string) => `/api/v1/providers/verifiers/${maths}`;

export const getVerifierModule = route({
  method: "GET",
  path: "/api/v1/providers/verifiers/:maths",
  module: "providers",
  caller: "anyone",
  moves: "nothing",
  summary: "The verifier module with this SHA-256, as the casino keeps it: an ES module that exports `verify(record)`",
  params: z.object({ maths: hashField }),
  file: "text/javascript",
  output: filePieces,
});

const payoutsOfGame = z.object({
  provider: z.string(),
  slug: z.string(),
  title: z.string(),
  /** What a bet counts for the wagering of a bonus, in thousandths of its stake. */
  rate: z.int(),
  /** The stakes offered, rising. */
  stakes: z.array(z.string()),
  /** Everything a round pays, in stakes, with how many of all equally likely rounds pay it. */
  payouts: z.array(z.object({ weight: z.int(), multiple: z.string() })),
});
export type PayoutsOfGame = z.output<typeof payoutsOfGame>;

export const listPayouts = route({
  method: "GET",
  path: "/api/v1/providers/payouts",
  module: "providers",
  caller: "anyone",
  moves: "nothing",
  summary: "Slots whose every payout their provider publishes: what a bonus is worth by playing them follows from it",
  query: z.object({ currency: currencyField }),
  output: dataOf(z.array(payoutsOfGame)),
});

export const listProviderRounds = route({
  method: "GET",
  path: "/api/v1/providers/rounds",
  module: "providers",
  caller: "player",
  moves: "nothing",
  summary: "The caller's rounds at providers, newest first, with stake, win, state and proof",
  query: z.object({ cursor: z.optional(z.string("cursor_invalid").check(z.maxLength(40, "cursor_invalid"))) }),
  output: pageOf(ownRound),
});
