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
import { duelCurrency, duelTaken, ownDuel, tooManyDuels } from "./errors.ts";
import { sides } from "./rules.ts";

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const sideField = z.enum(sides);
/** The duel's number, or `duels-` and the number. */
const duelParams = z.object({ id: z.string().check(z.regex(/^(duels-)?[1-9][0-9]{0,14}$/)) });

/** Null where the duel was refunded. */
const outcome = z.object({ side: z.nullable(sideField), won: z.nullable(z.boolean()) });

const person = z.object({
  /** Public id in this duel. */
  id: z.string(),
  face: z.nullable(publicIdentity),
  test: z.boolean(),
});

/** A duel as shown to everyone. */
export const duelRow = z.object({
  /** `duels-12`, for GET /api/v1/rounds/:id. */
  id: z.string(),
  round: z.int(),
  state: z.enum(["open", "drawing", "paid", "refunded"]),
  currency: currencyField,
  /** Stake of each of the two. */
  stake: moneyField,
  /** The opener's side. */
  side: sideField,
  /** Whether the casino joins half a minute after the opening. */
  house: z.boolean(),
  opener: person,
  /** Null while it is open; `player` is null for the casino. */
  joiner: z.nullable(z.object({ by: z.enum(["player", "house"]), player: z.nullable(person) })),
  opened_at: timeField,
  ended_at: z.nullable(timeField),
  /** SHA-256 of the duel's secret. */
  commitment: hex32,
  /** The close record: null while it is open. */
  entries_hash: z.nullable(hex32),
  beacon: z.nullable(z.object({ round: z.int(), due_at: timeField, test: z.boolean() })),
  result: z.nullable(z.object({ side: sideField, winner: z.enum(["opener", "joiner"]), payout: moneyField })),
  /** Why the stakes were refunded: `withdrawn`, `expired`, `late`, `no_beacon`. */
  reason: z.nullable(z.string()),
});

const answer = betAnswer(outcome, multiplayerProof);

export const getDuels = route({
  method: "GET",
  path: "/api/v1/games/coinflip/duels",
  module: "duels",
  caller: "anyone",
  moves: "nothing",
  summary: "What duels offer the caller, and the open ones in the caller's currency",
  output: dataOf(z.object({ ...gameInfoShape, duels: z.array(duelRow) })),
});

export const getDuel = route({
  method: "GET",
  path: "/api/v1/games/coinflip/duels/:id",
  module: "duels",
  caller: "anyone",
  moves: "nothing",
  summary: "One duel, open or ended",
  params: duelParams,
  output: dataOf(z.extend(duelRow, { mine: z.nullable(z.enum(["opener", "joiner"])) })),
});

export const openDuel = route({
  method: "POST",
  path: "/api/v1/games/coinflip/duels",
  module: "duels",
  caller: "player",
  moves: "wager",
  summary:
    "Opens a duel with a side and a stake; with `house`, Fairhouse may join after 30 seconds. The answer is the caller's bet; the duel's own id is `duels-` and the round of its proof",
  body: z.object({ stake: amountField, side: sideField, house: z.boolean(), currency: stakeCurrencyField }),
  status: 201,
  output: answer,
  errors: [...stakeErrors, tooManyDuels],
  socket: true,
});

export const joinDuel = route({
  method: "POST",
  path: "/api/v1/games/coinflip/duels/:id/join",
  module: "duels",
  caller: "player",
  moves: "wager",
  summary: "Joins an open duel with the same stake and the other side",
  params: duelParams,
  body: z.object({ currency: stakeCurrencyField }),
  status: 201,
  output: answer,
  errors: [...stakeErrors, duelTaken, ownDuel, duelCurrency],
  socket: true,
});

export const withdrawDuel = route({
  method: "DELETE",
  path: "/api/v1/games/coinflip/duels/:id",
  module: "duels",
  caller: "player",
  moves: "nothing",
  summary: "Cancels the caller's duel while nobody has joined it",
  params: duelParams,
  output: dataOf(z.object({ id: z.string(), currency: currencyField, refunded: moneyField })),
  errors: [duelTaken],
});

/** All duels, at most four messages a second. A row replaces the previous one of its duel. */
export const duelsChannel = channel({
  name: "duels",
  module: "duels",
  caller: "anyone",
  summary: "Coin duels: opened, joined, decided, canceled",
  snapshot: z.object({
    /** Newest first; at most 200. */
    open: z.array(duelRow),
    /** The latest decided ones. */
    ended: z.array(duelRow),
    /** Duels that the caller has joined, and the caller's seat. */
    mine: ownSeats,
  }),
  events: { duels: z.object({ rows: z.array(duelRow) }) },
});

export type DuelRow = z.output<typeof duelRow>;
