import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { currencyField, cursorField, dataOf, moneyField, spanFields, timeField } from "#kit/contract/fields.ts";
import { pageOf } from "#kit/contract/page-of.ts";
import { filePieces, route } from "#kit/contract/route.ts";
import {
  type ChainProof,
  chainProof,
  proofRecord,
  type SeedsProof,
  seedsProof,
} from "#modules/fairness/shared/proof.ts";

/** The shapes that every game's calls share, and the calls about bets of all games. */

/** A multiplier on the wire: at least two decimals, at most four, truncated, never rounded up: "2.99", "1.0102", "0.00" for a loss. */
export const multiplierField = z.string();
/**
 * The opaque public id of one bet (see `BetIds`): 43 characters of base64url, after `hidden-` in public rows of a hidden player; a shared
 * round such as `crash-123`; or the UUID of a free draw.
 */
export const betIdField = z.string().check(z.maxLength(64));
export const betStatusField = z.enum(["open", "settled", "voided"]);

/** The currency of the stake. The bet is refused if the player's active currency is another one. */
export const stakeCurrencyField = z.optional(currencyField);

/** How many steps of the round its page has shown. The step is refused with `step_not_offered` if the round has another number. */
export const seenStepsField = z.optional(z.int().check(z.gte(0)));

/**
 * The shared round the bet is for. The bet is refused with `betting_closed` if another round is open for bets, so that a delayed request
 * cannot enter the next round.
 */
export const expectedRoundField = z.optional(z.int().check(z.gte(1)));

/**
 * The player of a bet as shown in public; null if hidden. `avatar`: the key of the picture at `/avatars/{key}` of the site; ten hexadecimal
 * digits are a seal, which clients can draw.
 */
export const publicIdentity = z.object({ name: z.string(), avatar: z.string() });

/** The answer to placing a bet, and to every step of it. A repeat with the same key gets the same bytes. */
export function betAnswer<O extends z.ZodMiniType, P extends z.ZodMiniType>(outcome: O, proof: P) {
  return dataOf(
    z.object({
      id: betIdField,
      currency: currencyField,
      stake: moneyField,
      payout: moneyField,
      multiplier: multiplierField,
      status: betStatusField,
      /** Real money after it. */
      balance: moneyField,
      /** Absent while the bet is open. */
      outcome: z.optional(outcome),
      proof,
    }),
  );
}

/**
 * The answer to every call of a round that is played in steps: start, step, cash-out, and the round in the game's information. `game` has
 * the game's own fields of the round so far.
 */
export function roundAnswerShape<O extends z.ZodMiniType, G extends z.core.$ZodShape>(outcome: O, game: G) {
  return z.object({
    id: betIdField,
    currency: currencyField,
    stake: moneyField,
    payout: moneyField,
    multiplier: multiplierField,
    status: betStatusField,
    /** Real money right after the last movement of this bet: its stake, or its end. */
    balance: moneyField,
    /** Absent while the round is open. */
    outcome: z.optional(outcome),
    round: z.object({
      steps: z.int(),
      /** What a cash-out pays now; null while there is nothing to cash out, and when the round is over. */
      worth: z.nullable(moneyField),
      multiplier: z.nullable(multiplierField),
      ...game,
    }),
    proof: seedsProof,
  });
}

/** One row of a public feed. */
export const liveBetRow = z.object({
  id: betIdField,
  game: z.string(),
  player: z.nullable(publicIdentity),
  /** The bet of a test account. */
  test: z.boolean(),
  currency: currencyField,
  stake: moneyField,
  payout: moneyField,
  multiplier: multiplierField,
  at: timeField,
  /** Present when bonus money was staked. */
  bonus: z.optional(z.literal(true)),
});

/** A page of the caller's own bets in one game: the fields of every game, and the game's own choice and outcome. */
export function ownRoundsAnswer<S extends z.core.$ZodShape>(shape: S) {
  const row = z.object({
    id: betIdField,
    at: timeField,
    currency: currencyField,
    stake: moneyField,
    payout: moneyField,
    multiplier: multiplierField,
    ...shape,
  });
  return pageOf(row);
}

const liveBets = z.object({ bets: z.array(liveBetRow) });

/** The channel of a game: all players' bets, newest first; `bets` is published at most four times a second. */
export function betsChannel(name: string, summary: string) {
  return channel({ name, module: name, caller: "anyone", summary, snapshot: liveBets, events: { bets: liveBets } });
}

/** The caller's seats in multiplayer rounds: the round's id and the number of the seat. */
export const ownSeats = z.array(z.object({ id: z.string(), seat: z.int() }));

/** What a game offers the caller: in the player's currency, or for a guest in that of the region. */
/** Codes of the refusals of every bet at a game that is closed, or whose caller's country is not known. */
export const closedCodes = ["product_closed", "region_blocked", "region_unknown"] as const;
export type Closed = (typeof closedCodes)[number];

export const gameInfoShape = {
  currency: currencyField,
  limits: z.object({ min: moneyField, max: moneyField }),
  /** Percent returned to players in the long run, such as "99". */
  rtp: z.string(),
  /** Percent kept by the casino, such as "1". */
  edge: z.string(),
  rules_version: z.string(),
  /** The largest payout of one bet placed now. */
  win_cap: moneyField,
  /** Features available in the caller's country. */
  features: z.object({
    /** Autobet. */
    autobet: z.boolean(),
    /** Instant mode: results without animation. */
    turbo: z.boolean(),
  }),
  /** Why every bet of the caller is refused; null while the game is open. */
  closed: z.nullable(z.enum(closedCodes)),
};

/** What the casino's own books have of a provider's round: what the provider's record is held against. */
export const providedOwn = z.object({
  /** The provider's name of the round. */
  round: z.string(),
  /** What the maximum win multiplies: the stake of the base game. */
  base: z.nullable(z.string()),
  nonce: z.nullable(z.number()),
  /** Sent with the `ok` to the bet: the first 16 bytes of HMAC-SHA256(casino seed, `fwp-1:{slug}:{nonce}`), in hexadecimal. */
  answer: z.nullable(z.string()),
  casino_seed_hash: z.nullable(z.string()),
  /** Seeds are null until the player rotates them. */
  casino_seed: z.nullable(z.string()),
  /** SHA-256 of the provider's seed, as the provider showed it before the bet. */
  provider_seed_hash: z.nullable(z.string()),
  provider_seed: z.nullable(z.string()),
  /** `{slug}@{first 16 digits of the maths}`. */
  rules_version: z.string(),
});
export type ProvidedOwn = z.output<typeof providedOwn>;

/** A round at an outside provider as its player and the public see it. */
export const providedRound = z.object({
  /** The provider and its name of the game. */
  provider: z.string(),
  slug: z.string(),
  /** As the provider names the game; null when it is no longer on offer. */
  title: z.nullable(z.record(z.string(), z.string())),
  currency: currencyField,
  stake: moneyField,
  win: moneyField,
  /** Paid out of a pot in addition to the win. */
  jackpot: moneyField,
  state: z.enum(["open", "closed", "void"]),
  /** The provider's public record for its verifier; null where it has none yet. */
  record: z.nullable(z.record(z.string(), z.unknown())),
  /** Null where a hidden player's round is named by its public id: seeds would identify the player's other rounds. */
  own: z.nullable(providedOwn),
  /** Path of the verifier module that the record names by its hash; null where the casino does not have it. */
  verifier: z.nullable(z.string()),
});
export type ProvidedRound = z.output<typeof providedRound>;

/** The public record of a bet, a shared round or a free draw, with everything needed to recompute it. */
export const roundRecord = z.object({
  id: betIdField,
  /** `bet`: one player's bet; `round`: a shared round; `draw`: a draw without a stake, such as a spin of the daily wheel. */
  kind: z.enum(["bet", "round", "draw"]),
  game: z.string(),
  /** `open` for a round that is still running. */
  status: betStatusField,
  /** For a bet or draw; null where the player is hidden, and for rounds. */
  player: z.nullable(publicIdentity),
  test: z.boolean(),
  multiplier: z.nullable(multiplierField),
  started_at: timeField,
  ended_at: z.nullable(timeField),
  /** Null under the public id of a hidden player's bet: its seeds would identify the player's other bets. */
  proof: z.nullable(proofRecord),
  /** Only for a round at an outside provider, which has no proof of this casino's own. */
  provided: z.optional(providedRound),
});

export const getRound = route({
  method: "GET",
  path: "/api/v1/rounds/:id",
  module: "bets",
  caller: "anyone",
  moves: "nothing",
  summary: "The public record of a bet, a shared round or a free draw, with its proof",
  params: z.object({ id: betIdField }),
  output: dataOf(roundRecord),
});

export const getLatestBets = route({
  method: "GET",
  path: "/api/v1/bets/latest",
  module: "bets",
  caller: "anyone",
  moves: "nothing",
  summary: "The biggest wins of the last 24 hours, largest multiplier first, without test accounts",
  output: dataOf(z.array(liveBetRow)),
});

export const getHighStakes = route({
  method: "GET",
  path: "/api/v1/bets/high-stakes",
  module: "bets",
  caller: "anyone",
  moves: "nothing",
  summary: "The largest stakes of the last 24 hours at the day's rates, largest first, without test accounts",
  output: dataOf(z.array(liveBetRow)),
});

export const getPlayersNow = route({
  method: "GET",
  path: "/api/v1/games/players",
  module: "bets",
  caller: "anyone",
  moves: "nothing",
  summary: "Real players in the last five minutes by game; games with none are omitted",
  output: dataOf(z.array(z.object({ game: z.string(), players: z.int() }))),
});

export const getReturns = route({
  method: "GET",
  path: "/api/v1/games/returns",
  module: "bets",
  caller: "anyone",
  moves: "nothing",
  summary:
    "Designed return of each game beside the measured return of its bets under the current rules, without test accounts; counted every ten minutes",
  output: dataOf(
    z.object({
      at: timeField,
      games: z.array(
        z.object({
          game: z.string(),
          /** Percent by the rules. */
          designed: z.string(),
          bets: z.int(),
          /** Percent with 95 % confidence bounds, all bets weighted equally; null with fewer than 1,000 bets. */
          result: z.nullable(z.object({ measured: z.string(), low: z.string(), high: z.string() })),
        }),
      ),
    }),
  ),
});

const gameNames = z.array(z.string().check(z.regex(/^[a-z]{1,20}$/))).check(z.maxLength(50));

export const getFavourites = route({
  method: "GET",
  path: "/api/v1/games/favourites",
  module: "bets",
  caller: "player",
  moves: "nothing",
  summary: "The caller's favorite games",
  output: dataOf(z.object({ games: z.array(z.string()) })),
});

export const putFavourites = route({
  method: "PUT",
  path: "/api/v1/games/favourites",
  module: "bets",
  caller: "player",
  moves: "nothing",
  summary: "Replaces the caller's favorite games",
  body: z.object({ games: gameNames }),
  output: dataOf(z.object({ games: z.array(z.string()) })),
});

const gameFilter = z.optional(z.string().check(z.regex(/^[a-z]{1,20}$/)));

/** Our own games, or those of providers by what they are. */
export const betKinds = ["in-house", "slots", "live-casino"] as const;
const kindFilter = z.optional(z.enum(betKinds, "kind_invalid"));

/** One of the caller's own bets of any game. */
export const ownBet = z.object({
  id: betIdField,
  game: z.string(),
  /** The provider's name of its game, by language; null for our own games. */
  title: z.nullable(z.record(z.string(), z.string())),
  at: timeField,
  currency: currencyField,
  stake: moneyField,
  payout: moneyField,
  /** The part of the stake, and below it of the payout, in bonus money; the rest is real money. */
  from_bonus: moneyField,
  paid_bonus: moneyField,
  multiplier: multiplierField,
  status: betStatusField,
});

export const getOwnBets = route({
  method: "GET",
  path: "/api/v1/bets",
  module: "bets",
  caller: "player",
  moves: "nothing",
  summary:
    "The caller's own bets of every game, of one of ours, or of a kind of games, in the active currency and a span of time, newest first",
  query: z.object({ cursor: cursorField, game: gameFilter, kind: kindFilter, ...spanFields }),
  output: pageOf(ownBet),
});

export const getOwnBetsFile = route({
  method: "GET",
  path: "/api/v1/bets.csv",
  module: "bets",
  caller: "player",
  moves: "nothing",
  summary: "All of the caller's bets as a CSV file",
  query: z.object({ game: gameFilter, kind: kindFilter, ...spanFields }),
  file: "text/csv",
  output: filePieces,
  rate: { burst: 10, perMinute: 6 },
});

export { type ChainProof, chainProof, proofRecord, type SeedsProof, seedsProof };
export type OwnBet = z.output<typeof ownBet>;
export type BetsChannel = ReturnType<typeof betsChannel>;
export type LiveBetRow = z.output<typeof liveBetRow>;
export type RoundRecord = z.output<typeof roundRecord>;
export type PublicIdentity = z.output<typeof publicIdentity>;
