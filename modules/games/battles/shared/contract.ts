import * as z from "zod/mini";
import { channel } from "#kit/contract/channel.ts";
import { amountField, currencyField, dataOf, moneyField, timeField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import {
  betAnswer,
  gameInfoShape,
  ownSeats,
  publicIdentity,
  stakeCurrencyField,
} from "#modules/bets/shared/contract.ts";
import { stakeErrors } from "#modules/bets/shared/errors.ts";
import { multiplayerProof } from "#modules/fairness/shared/proof.ts";
import { priceChanged } from "#modules/games/cases/shared/errors.ts";
import { casesRules } from "#modules/games/cases/shared/rules.ts";
import { battleCurrency, battleFull, ownBattle, tooManyBattles } from "./errors.ts";
import { fewestSeats, mostCases, mostSeats } from "./rules.ts";

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const slugs = casesRules.current.cases.map(({ slug }) => slug) as [string, ...string[]];
/** The battle's number, or `battles-` and the number. */
const battleParams = z.object({ id: z.string().check(z.regex(/^(battles-)?[1-9][0-9]{0,14}$/)) });

/** Outcome of one stake: the total of its own prizes, and whether it won the pot or a share of it. Null if the battle was refunded. */
const outcome = z.object({ total: z.nullable(moneyField), won: z.nullable(z.boolean()) });

/** A battle as shown to everyone. */
export const battleRow = z.object({
  /** `battles-12`, for GET /api/v1/rounds/:id. */
  id: z.string(),
  round: z.int(),
  state: z.enum(["open", "drawing", "paid", "refunded"]),
  currency: currencyField,
  /** Stake of each seat: the price of all its cases. */
  stake: moneyField,
  /** Slugs, in the order in which they are opened. */
  cases: z.array(z.string()),
  /** Seats there are. */
  size: z.int(),
  /** The taken seats, by number; the opener's is 1. */
  seats: z.array(
    z.object({
      seat: z.int(),
      player: z.object({
        /** Public id in this battle. */
        id: z.string(),
        face: z.nullable(publicIdentity),
        test: z.boolean(),
      }),
    }),
  ),
  opened_at: timeField,
  /** When the stakes go back unless every seat is taken. */
  expires_at: timeField,
  ended_at: z.nullable(timeField),
  /** SHA-256 of the battle's secret. */
  commitment: hex32,
  /** The close record: null while it is open. */
  entries_hash: z.nullable(hex32),
  beacon: z.nullable(z.object({ round: z.int(), due_at: timeField, test: z.boolean() })),
  result: z.nullable(
    z.object({
      /** `tickets[case][seat - 1]`: 0 to 999,999. */
      tickets: z.array(z.array(z.int())),
      /** Totals by seat. */
      totals: z.array(moneyField),
      pot: moneyField,
      winners: z.array(z.int()),
      /** Payouts by seat. */
      payouts: z.array(moneyField),
    }),
  ),
  /** Why the stakes were refunded: `withdrawn`, `expired`, `late`, `no_beacon`. */
  reason: z.nullable(z.string()),
});

const answer = betAnswer(outcome, multiplayerProof);

export const getBattles = route({
  method: "GET",
  path: "/api/v1/games/cases/battles",
  module: "battles",
  caller: "anyone",
  moves: "nothing",
  summary: "What battles offer the caller, and the open ones in the caller's currency",
  output: dataOf(z.object({ ...gameInfoShape, battles: z.array(battleRow) })),
});

export const getBattle = route({
  method: "GET",
  path: "/api/v1/games/cases/battles/:id",
  module: "battles",
  caller: "anyone",
  moves: "nothing",
  summary: "One battle, open or ended; `mine`: the caller's seat in it",
  params: battleParams,
  output: dataOf(z.extend(battleRow, { mine: z.nullable(z.int()) })),
});

export const openBattle = route({
  method: "POST",
  path: "/api/v1/games/cases/battles",
  module: "battles",
  caller: "player",
  moves: "wager",
  summary:
    "Opens a battle over these cases and takes its first seat. The answer is the caller's bet; the battle's own id is `battles-` and the round of its proof",
  body: z.object({
    cases: z
      .array(z.enum(slugs, "case_invalid"), "cases_invalid")
      .check(z.minLength(1, "cases_invalid"), z.maxLength(mostCases, "cases_invalid")),
    seats: z.int("seats_invalid").check(z.gte(fewestSeats, "seats_invalid"), z.lte(mostSeats, "seats_invalid")),
    /** If given, it must equal the price of all of them: players pay only the price they were shown. */
    stake: z.optional(amountField),
    currency: stakeCurrencyField,
  }),
  status: 201,
  output: answer,
  errors: [priceChanged, ...stakeErrors, tooManyBattles],
  socket: true,
});

export const joinBattle = route({
  method: "POST",
  path: "/api/v1/games/cases/battles/:id/join",
  module: "battles",
  caller: "player",
  moves: "wager",
  summary: "Takes a free seat of an open battle for the price of its cases",
  params: battleParams,
  body: z.object({ currency: stakeCurrencyField }),
  status: 201,
  output: answer,
  errors: [...stakeErrors, battleFull, ownBattle, battleCurrency],
  socket: true,
});

export const withdrawBattle = route({
  method: "DELETE",
  path: "/api/v1/games/cases/battles/:id",
  module: "battles",
  caller: "player",
  moves: "nothing",
  summary: "Cancels the caller's battle while nobody else has joined it",
  params: battleParams,
  output: dataOf(z.object({ id: z.string(), currency: currencyField, refunded: moneyField })),
  errors: [battleFull],
});

/** All battles, at most four messages a second. A row replaces the previous one of its battle. */
export const battlesChannel = channel({
  name: "battles",
  module: "battles",
  caller: "anyone",
  summary: "Case battles: opened, joined, decided, refunded",
  snapshot: z.object({
    /** Not over yet, newest first; at most 100. */
    open: z.array(battleRow),
    /** The latest decided ones. */
    ended: z.array(battleRow),
    /** Battles that the caller has joined, and the caller's seat. */
    mine: ownSeats,
  }),
  events: { battles: z.object({ rows: z.array(battleRow) }) },
});

export type BattleRow = z.output<typeof battleRow>;
