import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { amountField, currencyField, cursorField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { route } from "#kit/contract/route.ts";
import {
  betAnswer,
  betIdField,
  betStatusField,
  chainProof,
  expectedRoundField,
  gameInfoShape,
  multiplierField,
  publicIdentity,
  seedsProof,
  stakeCurrencyField,
} from "#modules/bets/shared/contract.ts";
import { stakeErrors } from "#modules/bets/shared/errors.ts";
import { spotOf, spots } from "./cloth.ts";
import { tooManySpreads } from "./errors.ts";

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const pocketField = z.int().check(z.gte(0), z.lte(36));

/** What lies on one spot, such as `{spot: "split-17-20", stake: "0.05"}`. */
const chip = z.object({
  spot: z.string("spot_invalid").check(z.refine(id => spotOf(id) !== undefined, "spot_invalid")),
  stake: amountField,
});
/** One spread of chips: every spot at most once. */
const chips = z.array(chip, "chips_invalid").check(
  z.minLength(1, "chips_invalid"),
  z.maxLength(spots.length, "chips_invalid"),
  z.refine(all => new Set(all.map(({ spot }) => spot)).size === all.length, "spots_repeated"),
);
const spread = z.object({ chips, currency: stakeCurrencyField });
/** Null in an answer that was given before the ball had fallen. */
const outcome = z.object({ pocket: pocketField });

export const getRoulette = route({
  method: "GET",
  path: "/api/v1/games/roulette",
  module: "roulette",
  caller: "anyone",
  moves: "nothing",
  summary:
    "What roulette offers the caller: limits of one spot, return, win cap of a bet made now at the table and in a private spin",
  output: dataOf(z.object({ ...gameInfoShape, private_win_cap: moneyField })),
});

export const placeRouletteBet = route({
  method: "POST",
  path: "/api/v1/games/roulette/bets",
  module: "roulette",
  caller: "player",
  moves: "wager",
  summary: "Places chips at the shared table for the spin that is taking bets; at most ten bets a spin",
  body: z.extend(spread, { round: expectedRoundField }),
  status: 201,
  output: betAnswer(outcome, chainProof),
  errors: [...stakeErrors, tooManySpreads],
  socket: true,
});

export const spinRoulette = route({
  method: "POST",
  path: "/api/v1/games/roulette/spins",
  module: "roulette",
  caller: "player",
  moves: "wager",
  summary: "A private spin from the player's own seeds: takes the chips and pays at once",
  body: spread,
  status: 201,
  output: betAnswer(outcome, seedsProof),
  errors: stakeErrors,
  socket: true,
});

/** A finished spin of the shared table. A voided one shows its number too. */
export const roulettePastRound = z.object({
  /** `roulette-1-123`, for GET /api/v1/rounds/:id. */
  id: z.string(),
  round: z.int(),
  status: z.enum(["settled", "voided"]),
  /** The rules that the result was drawn under. */
  rules_version: z.string(),
  pocket: pocketField,
  link: hex32,
  ended_at: timeField,
});

export const getRouletteRounds = route({
  method: "GET",
  path: "/api/v1/games/roulette/rounds",
  module: "roulette",
  caller: "anyone",
  moves: "nothing",
  summary: "Finished spins of the shared table, newest first",
  query: z.object({ cursor: cursorField }),
  output: pageOf(roulettePastRound),
});

/** One of the caller's own bets. */
export const rouletteOwnBet = z.object({
  id: betIdField,
  /** Null for a private spin. */
  round: z.nullable(z.int()),
  at: timeField,
  currency: currencyField,
  stake: moneyField,
  payout: moneyField,
  multiplier: multiplierField,
  status: betStatusField,
  chips: z.array(z.object({ spot: z.string(), stake: moneyField })),
  /** Null until the bet is settled. */
  pocket: z.nullable(pocketField),
});

export const getRouletteBets = route({
  method: "GET",
  path: "/api/v1/games/roulette/bets",
  module: "roulette",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own bets, at the table and private, newest first",
  query: z.object({ cursor: cursorField }),
  output: pageOf(rouletteOwnBet),
});

/**
 * The largest payout that a bet made now may have, by currency. It falls as the table fills, so that a spin never risks more
 * than a tenth of the bankroll.
 */
const winCaps = z.record(z.string(), moneyField);

/** A bet of the running spin as shown to everyone. Positions of chips are private. */
export const rouletteRow = z.object({
  id: betIdField,
  player: z.nullable(publicIdentity),
  test: z.boolean(),
  currency: currencyField,
  stake: moneyField,
  /** Null until the ball rests. */
  payout: z.nullable(moneyField),
});

export const rouletteState = z.enum(["betting", "locked", "spinning", "landed", "settled", "voided"]);

const spin = {
  /** When the wheel was spun. */
  started_at: timeField,
  /** When the ball comes to rest. */
  rests_at: timeField,
};

/**
 * The shared table. Times are of the server's clock; the browser turns the wheel from `started_at`, having measured its own
 * clock's offset over the socket. The number is published 2.8 s before the ball rests, when it begins to fall; payouts are published when it rests.
 */
export const rouletteChannel = channel({
  name: "roulette",
  module: "roulette",
  caller: "anyone",
  summary: "The shared table: betting, who bets, the spin, the number",
  snapshot: z.object({
    /** Null only while no owner runs the table. */
    round: z.nullable(z.int()),
    state: z.nullable(rouletteState),
    /** SHA-256 of this round's link. */
    commitment: z.nullable(hex32),
    salt: z.nullable(hex32),
    /** The rules that this round is drawn and paid under. */
    rules_version: z.nullable(z.string()),
    /** When betting ends; null in other states. */
    betting_ends_at: z.nullable(timeField),
    /** Both null before the spin. */
    started_at: z.nullable(timeField),
    rests_at: z.nullable(timeField),
    /** Both null before the ball falls. */
    pocket: z.nullable(pocketField),
    link: z.nullable(hex32),
    /** The first 200 bets of the spin: a feed has a size, however many play. */
    bets: z.array(rouletteRow),
    bet_count: z.int(),
    /** The caller's own bets of this spin. */
    mine: z.array(rouletteOwnBet),
    /** The latest finished spins, newest first. */
    history: z.array(roulettePastRound),
    /** The numbers of the last 200 finished spins, newest first: history, which says nothing about the next. */
    pockets: z.array(pocketField),
    win_caps: winCaps,
  }),
  events: {
    betting: z.object({
      round: z.int(),
      commitment: hex32,
      salt: hex32,
      rules_version: z.string(),
      betting_ends_at: timeField,
      win_caps: winCaps,
    }),
    joins: z.object({ round: z.int(), bets: z.array(rouletteRow), bet_count: z.int(), win_caps: winCaps }),
    locked: z.object({ round: z.int() }),
    spin: z.object({ round: z.int(), ...spin }),
    landed: z.object({ round: z.int(), pocket: pocketField, link: hex32 }),
    /** To the player alone: one of their bets changed (placed, settled, voided). */
    mine: z.object({ bet: rouletteOwnBet }),
    settled: z.object({ round: roulettePastRound, paid: z.array(z.object({ id: betIdField, payout: moneyField })) }),
    voided: z.object({ round: roulettePastRound }),
  },
});

export type RouletteRow = z.output<typeof rouletteRow>;
export type RoulettePastRound = z.output<typeof roulettePastRound>;
export type RouletteOwnBet = z.output<typeof rouletteOwnBet>;
export type RouletteState = z.output<typeof rouletteState>;
/** What lies on the cloth, as it travels. */
export type WireChip = z.output<typeof chip>;
