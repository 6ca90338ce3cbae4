import * as z from "zod/mini";
import { currencyField, instantField, uuidField } from "#kit/contract/fields.ts";

/** Fields of `fwp-1` that several calls share. Amounts are strings of major units; the body names their currency. */

const nine = "[1-9][0-9]{0,8}";
/** A stake: at most two decimals. */
export const stakeField = z
  .string("amount_invalid")
  .check(z.regex(new RegExp(`^(0|${nine})(\\.[0-9]{1,2})?$`), "amount_invalid"));
/** A win or a contribution: whole micro-units, at most six decimals. */
export const winField = z
  .string("amount_invalid")
  .check(z.regex(new RegExp(`^(0|${nine})(\\.[0-9]{1,6})?$`), "amount_invalid"));
/** A game's name at its provider. */
export const gameField = z
  .string("game_invalid")
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "game_invalid"), z.maxLength(80, "game_invalid"));
/** 64 lower-case hexadecimal digits. */
export const hashField = z.string("hash_invalid").check(z.regex(/^[0-9a-f]{64}$/, "hash_invalid"));
export const nonceField = z
  .int("nonce_invalid")
  .check(z.gte(0, "nonce_invalid"), z.lte(2_147_483_646, "nonce_invalid"));
/** A word of lower-case letters, digits, underscores and dots. */
export const wordField = z.string("word_invalid").check(z.regex(/^[a-z][a-z0-9_.-]{0,39}$/, "word_invalid"));
export const poolField = wordField;
/** 16 to 120 characters of `A-Z a-z 0-9 _ -`. */
export const tokenField = z.string("token_invalid").check(z.regex(/^[A-Za-z0-9_-]{16,120}$/, "token_invalid"));
export { currencyField, instantField, uuidField };

export const localeField = z.enum(["en", "ru", "kk"], "locale_invalid");

/** The rules of the player's region for a game; the casino refuses what is off, the provider does not offer it. */
export const profileView = z.object({
  name: z.string(),
  /** The least time between two rounds. */
  min_round_ms: z.int(),
  autoplay: z.boolean(),
  turbo: z.boolean(),
  slam_stop: z.boolean(),
  buy: z.boolean(),
  gamble: z.boolean(),
  /** The largest stake in the session's currency; null where only the game's own list counts. */
  max_stake: z.nullable(winField),
  show_net_position: z.boolean(),
  /** Whether players may write to each other at live tables; absent: they may. */
  chat: z.optional(z.boolean()),
});
export type ProfileView = z.output<typeof profileView>;

/** The commitments of one company to its seeds of one player and game. */
export const commitmentsView = z.object({
  seed_hash: hashField,
  next_seed_hash: hashField,
  client_seed: z.nullable(z.string()),
  nonce: nonceField,
});
export type Commitments = z.output<typeof commitmentsView>;

export const freeGrantView = z.object({
  grant: uuidField,
  game: gameField,
  currency: currencyField,
  /** The stake of each round: the `base` of a `free` bet. */
  stake: stakeField,
  left: z.int(),
  expires_at: instantField,
});

/** A line of the caller's own rounds. */
export const ownRound = z.object({
  /** For `GET /api/v1/rounds/{id}`. */
  id: z.string(),
  provider: z.string(),
  game: z.string(),
  currency: currencyField,
  stake: z.string(),
  /** The part of the stake in bonus money; the rest is real money. */
  from_bonus: z.string(),
  win: z.string(),
  jackpot: z.string(),
  state: z.enum(["open", "closed", "void"]),
  /** The provider's record is kept here; of other rounds it is asked for when they are opened. */
  has_proof: z.boolean(),
  started_at: z.string(),
  ended_at: z.nullable(z.string()),
});
export type OwnRound = z.output<typeof ownRound>;
