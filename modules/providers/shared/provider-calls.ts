import * as z from "zod/mini";
import {
  commitmentsView,
  currencyField,
  gameField,
  hashField,
  instantField,
  localeField,
  nonceField,
  profileView,
  stakeField,
  tokenField,
  uuidField,
  winField,
} from "./wire.ts";

/** Casino to provider, under the provider's base address. Unknown keys of a response are ignored. */

const decimal = z.string().check(z.regex(/^\d+(\.\d+)?$/));
const seedText = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/));

/** The most payouts listed for one mode. */
const mostPayouts = 100;

const titles = z.object({ en: z.string(), ru: z.string(), kk: z.string() });

/** What the game's page says of its rules. */
const rulesView = z.object({
  /** What sets the game apart, each next to one of its symbols. */
  features: z.array(z.object({ symbol: z.nullable(z.string()), title: titles, text: titles })),
  paytable: z.nullable(
    z.object({
      /** Whether so many alike pay, or so many and more up to the next count. */
      counts: z.enum(["exact", "at_least"]),
      /** The best first. `picture` is a path like those of `art`; `multiple` is of the bet. */
      symbols: z.array(
        z.object({
          symbol: z.string(),
          title: titles,
          role: z.enum(["pay", "wild", "scatter", "coin", "multiplier", "mystery"]),
          picture: z.optional(z.string()),
          pays: z.array(z.object({ count: z.int(), multiple: decimal })),
        }),
      ),
    }),
  ),
  /** Path of the PAR sheet under the provider's base address: strips, weights and the exact figures, for people. */
  par: z.optional(z.string()),
});

/** What a provider says of one game. */
export const manifestView = z.object({
  game: gameField,
  kind: z.enum(["slots", "live-casino"]),
  title: titles,
  tags: z.array(z.string()),
  volatility: z.int().check(z.gte(1), z.lte(5)),
  /** Percent. */
  hit_rate: z.nullable(decimal),
  /** The most that a round of one `base` pays, pots aside. */
  max_win: decimal,
  /** One in so many rounds. */
  max_win_odds: z.nullable(z.int()),
  /**
   * `buy` is the price in stakes. `payouts`: everything a round pays, pots aside, with how many of all equally likely rounds pay it; for games
   * with few.
   */
  modes: z.array(
    z.object({
      mode: z.string(),
      rtp: decimal,
      buy: z.optional(decimal),
      payouts: z.optional(
        z
          .array(z.object({ weight: z.int().check(z.gte(1)), multiple: decimal }))
          .check(z.minLength(1), z.maxLength(mostPayouts)),
      ),
    }),
  ),
  lines: z.nullable(z.int()),
  ways: z.nullable(z.int()),
  /** The stakes offered, by currency, rising; of live tables the smallest and the largest. */
  stakes: z.record(z.string(), z.array(stakeField)),
  demo: z.boolean(),
  phone: z.boolean(),
  /** Shares of the stake. */
  jackpot: z.nullable(z.object({ pool: z.string(), pot_share: decimal, reserve_share: decimal })),
  /** SHA-256 of the verifier module, null where rounds cannot be proven. */
  maths: z.nullable(hashField),
  /** Path of the module under the provider's base address. */
  verifier: z.nullable(z.string()),
  /** Paths of pictures: SVG, WebP, PNG or AVIF of at most 300 KiB. */
  art: z.optional(
    z.object({ tile: z.optional(z.string()), scene: z.optional(z.string()), logo: z.optional(z.string()) }),
  ),
  rules: z.optional(rulesView),
});
export type GameManifest = z.output<typeof manifestView>;

export const tablePhases = ["betting", "closed", "dealing", "settled", "voided"] as const;
export const markTones = ["red", "blue", "green", "black", "orange", "violet", "gold", "ivory"] as const;
const markText = z.string().check(z.minLength(1), z.maxLength(6));

export const gamesReply = z.object({ status: z.literal("ok"), games: z.array(manifestView) });

const markView = z.object({
  text: z.object({ en: markText, ru: markText, kk: markText }),
  tone: z.enum(markTones),
});

export const tablesReply = z.object({
  status: z.literal("ok"),
  tables: z
    .array(
      z.object({
        game: gameField,
        phase: z.enum(tablePhases),
        /** Milliseconds until bets close; null while they are closed. */
        closes_in_ms: z.nullable(z.int().check(z.gte(0), z.lte(600_000))),
        /** At the table now. */
        players: z.int().check(z.gte(0)),
        /** The newest first. */
        results: z.array(markView).check(z.maxLength(20)),
      }),
    )
    .check(z.maxLength(200)),
});
export type TableFacts = z.output<typeof tablesReply>["tables"][number];

export const mathsLogReply = z.object({
  status: z.literal("ok"),
  entries: z.array(
    z.object({
      game: gameField,
      maths: hashField,
      at: instantField,
      /** `hash` of the entry before, zeros of the first. */
      previous: hashField,
      /** SHA-256 of `{previous}.{game}.{maths}.{at}`. */
      hash: hashField,
    }),
  ),
  next: z.nullable(z.string()),
});

export const launchBody = z.strictObject({
  game: gameField,
  mode: z.enum(["demo", "play"]),
  /** In play only; demo carries no player. */
  player: z.optional(uuidField),
  nick: z.optional(z.string()),
  launch: z.optional(tokenField),
  currency: currencyField,
  country: z.string(),
  locale: localeField,
  profile: profileView,
  /** The page that frames the game: the frame's `frame-ancestors`. */
  parent_origin: z.string(),
});
/** The frame's address carries the launch token in its fragment: `#launch=...`. */
export const launchReply = z.object({
  status: z.enum(["ok", "game_disabled", "origin_unknown"]),
  url: z.optional(z.string()),
  /** In play, of games with seeds. */
  commitments: z.optional(commitmentsView),
});

export const roundView = z.object({
  round: uuidField,
  game: gameField,
  player: uuidField,
  currency: currencyField,
  state: z.enum(["open", "closed", "void"]),
  /** Sums of its bets that were not rolled back, and of its wins without pots. */
  stake: stakeField,
  win: winField,
  txs: z.array(uuidField),
  opened_at: instantField,
  closed_at: z.nullable(instantField),
  /** The public record for the verifier; nothing that is not revealed. */
  proof: z.nullable(z.record(z.string(), z.unknown())),
});
export type ProviderRoundView = z.output<typeof roundView>;

export const roundReply = z.object({
  status: z.enum(["ok", "round_unknown"]),
  record: z.optional(roundView),
});
export const openRoundsReply = z.object({
  status: z.literal("ok"),
  rounds: z.array(z.object({ round: uuidField, game: gameField, opened_at: instantField })),
});
export const finishBody = z.strictObject({ player: uuidField, reason: z.enum(["expired", "excluded"]) });
/** `ok`: it ends, or has ended, by its neutral rule; its `win` arrives by the wallet. */
export const finishReply = z.object({ status: z.enum(["ok", "round_unknown"]), record: z.optional(roundView) });

/** `client_seed` comes from the casino's page; the casino's own commitments travel with it into the record. */
export const clientSeedBody = z.strictObject({
  player: uuidField,
  game: gameField,
  client_seed: seedText,
  casino_seed_hash: hashField,
  casino_next_seed_hash: hashField,
});
export const seedsReply = z.object({
  status: z.enum(["ok", "round_open", "game_disabled"]),
  commitments: z.optional(commitmentsView),
});
/** Both companies reveal at once: the casino's seed goes there, the provider's comes back. */
export const rotateBody = z.strictObject({
  player: uuidField,
  game: gameField,
  client_seed: seedText,
  casino_seed: hashField,
  casino_seed_hash: hashField,
  casino_next_seed_hash: hashField,
});
export const rotateReply = z.object({
  status: z.enum(["ok", "round_open", "game_disabled"]),
  /** The former seed, in hexadecimal, and the nonces it was used for: 0 to `nonces` - 1. */
  revealed: z.optional(z.object({ seed: hashField, seed_hash: hashField, nonces: nonceField })),
  commitments: z.optional(commitmentsView),
});

export const freeRoundsBody = z.strictObject({
  grant: uuidField,
  player: uuidField,
  game: gameField,
  currency: currencyField,
  stake: stakeField,
  count: z.int().check(z.gte(1), z.lte(10_000)),
  expires_at: instantField,
});
export const freeRoundsReply = z.object({ status: z.enum(["ok", "game_disabled", "grant_conflict"]) });
export const cancelFreeRoundsBody = z.strictObject({ player: uuidField });
export const cancelFreeRoundsReply = z.object({ status: z.enum(["ok", "grant_unknown"]) });

/** Chat messages of players of this casino, the newest first; at most 100 a page. Times are null where nothing of it happened. */
export const chatReply = z.object({
  status: z.literal("ok"),
  messages: z
    .array(
      z.object({
        message: uuidField,
        game: gameField,
        language: localeField,
        player: uuidField,
        /** The name as the other players see it. */
        nick: z.string().check(z.maxLength(100)),
        text: z.string().check(z.maxLength(500)),
        at: instantField,
        /** How many players have reported it. */
        reports: z.int().check(z.gte(0)),
        removed_at: z.nullable(instantField),
        is_muted: z.boolean(),
        /** Null with `is_muted`: without an end. */
        muted_until: z.nullable(instantField),
      }),
    )
    .check(z.maxLength(100)),
  next: z.nullable(uuidField),
});
export type ChatMessageFacts = z.output<typeof chatReply>["messages"][number];
export const removeMessageBody = z.strictObject({});
export const removeMessageReply = z.object({ status: z.enum(["ok", "message_unknown"]) });
/** `until` null: the player may write again. Without `until` the player stays muted. */
export const muteBody = z.strictObject({ player: uuidField, until: z.optional(z.nullable(instantField)) });
export const muteReply = z.object({ status: z.enum(["ok", "player_unknown"]) });

export const statementLine = z.object({
  tx: uuidField,
  kind: z.enum(["bet", "win", "bet-win", "rollback"]),
  round: uuidField,
  game: gameField,
  player: uuidField,
  currency: currencyField,
  /** What a bet or a bet-win took; what a win paid without a pot; "0" for a rollback. */
  amount: winField,
  /** What a bet-win paid. */
  win: z.optional(winField),
  /** For a win that hit a pot: what the casino answered. */
  jackpot: z.optional(winField),
  /** For a rollback: the id of the bet. */
  ref: z.optional(uuidField),
  /**
   * Final: `ok`; `rolled_back` (a bet that a rollback returned or came before); `refused` (by the casino). `pending`: still
   * being sent, and named again in the statement of the hour in which it ends.
   */
  state: z.enum(["ok", "rolled_back", "refused", "pending"]),
  at: instantField,
});
export type StatementLine = z.output<typeof statementLine>;

/** Lines whose state became what it is from `from` on and before `to`, by (at, tx); at most 500 a page. */
export const statementReply = z.object({
  status: z.literal("ok"),
  lines: z.array(statementLine),
  next: z.nullable(z.string()),
});
