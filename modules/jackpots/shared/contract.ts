import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { currencyField, dataOf, moneyField, timeField, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { jackpotKinds } from "./rules.ts";

/** The part of a jackpot that changes with its entries. */
const pot = z.object({
  id: uuidField,
  /** In the pot now. */
  amount: moneyField,
  /** The number of the pot. */
  pot: z.int(),
  /** Entries so far, over all pots. */
  entries: z.int(),
  /** Hash of the last entry, which covers all before it. */
  last_hash: z.string(),
});

const jackpot = z.extend(pot, {
  /** In the caller's language. */
  title: z.string(),
  kind: z.enum(jackpotKinds),
  currency: currencyField,
  /** Whether bets take part now; the pot is kept when it is off. */
  on: z.boolean(),
  games: z.array(z.string()),
  /** What the pot never passes, or the stakes in which it is won once on average. */
  bound: moneyField,
  /** What feeds the pot, in thousandths of the edge of each bet. */
  edge_share: z.int(),
});

const win = z.object({
  jackpot: uuidField,
  title: z.string(),
  game: z.string(),
  amount: moneyField,
  currency: currencyField,
  won_at: timeField,
  /** The number of its entry. */
  number: z.int(),
  /** Null if the player is hidden. */
  player: z.nullable(z.object({ name: z.string(), avatar: z.string() })),
  /** For `GET /api/v1/rounds/:id`; null if the player is hidden. */
  entry_id: z.nullable(uuidField),
});

export const listJackpots = route({
  method: "GET",
  path: "/api/v1/jackpots",
  module: "jackpots",
  caller: "anyone",
  moves: "nothing",
  summary: "Jackpots with what their pots hold, and the latest wins",
  output: dataOf(z.object({ jackpots: z.array(jackpot), wins: z.array(win) })),
});

/** Whole numbers: money in micro-units. */
const entry = z.object({
  number: z.int(),
  pot: z.int(),
  before: z.string(),
  stake: z.string(),
  /** Millionths of the stake. */
  rate: z.int(),
  /** Carried from the entry before: millionths of a micro-unit of the share, tenths of one of the reserve. */
  rest_share: z.int(),
  rest_reserve: z.int(),
  share: z.string(),
  reserve: z.string(),
  /** The first word of the bet's stream, below 2^64. */
  word: z.string(),
  won: z.boolean(),
  hash: z.string(),
});

export const listJackpotEntries = route({
  method: "GET",
  path: "/api/v1/jackpots/:id/entries",
  module: "jackpots",
  caller: "anyone",
  moves: "nothing",
  summary:
    "The chain of a jackpot's entries, the latest first, in micro-units: `before` continues a page. `docs/games/jackpots.md` says how it is checked",
  params: z.object({ id: uuidField }),
  query: z.object({
    before: z.optional(z.string("number_invalid").check(z.regex(/^[1-9][0-9]{0,14}$/, "number_invalid"))),
  }),
  output: dataOf(z.array(entry)),
});

export const listOwnEntries = route({
  method: "GET",
  path: "/api/v1/jackpot-entries",
  module: "jackpots",
  caller: "player",
  moves: "nothing",
  summary: "The jackpot entries of the caller's latest bets in the currency in use, each with the id of its proof",
  output: dataOf(
    z.array(
      z.object({
        /** For `GET /api/v1/rounds/:id`. */
        entry_id: uuidField,
        jackpot: uuidField,
        title: z.string(),
        number: z.int(),
        game: z.string(),
        stake: moneyField,
        /** What the entry added to the pot. */
        share: moneyField,
        won: z.boolean(),
        at: timeField,
      }),
    ),
  ),
});

export const jackpotChannel = channel({
  name: "jackpots",
  module: "jackpots",
  caller: "anyone",
  summary: "What the pots hold, at most once a second",
  snapshot: z.object({ pots: z.array(pot) }),
  events: {
    /** The pots that changed. */
    pots: z.object({ pots: z.array(pot) }),
  },
});

export type Pot = z.output<typeof pot>;
export type JackpotView = z.output<typeof jackpot>;
export type WinView = z.output<typeof win>;
export type OwnEntry = z.output<typeof listOwnEntries.output>["data"][number];
