import * as z from "zod/mini";
import { amountField, cursorField, dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import {
  betIdField,
  betStatusField,
  betsChannel,
  gameInfoShape,
  multiplierField,
  ownRoundsAnswer,
  roundAnswerShape,
  seenStepsField,
  stakeCurrencyField,
} from "#modules/bets/shared/contract.ts";
import { roundErrors, stakeErrors } from "#modules/bets/shared/errors.ts";
import { roundEnds } from "#modules/engines/stepwise/shared/stepwise.ts";
import { roundOpen } from "#modules/fairness/shared/errors.ts";
import { minerRules } from "./rules.ts";

const { tiles, least_mines: least, most_mines: most } = minerRules.current;

const outcome = z.object({
  /** The tiles that have mines under them, in the order in which they were drawn. */
  board: z.array(z.int()),
  end: z.enum(roundEnds),
});

const round = roundAnswerShape(outcome, {
  mines: z.int(),
  /** The revealed tiles, in order. */
  tiles: z.array(z.int()),
  /** The multiplier if the next tile is safe; null if there is no next one. */
  next: z.nullable(multiplierField),
});
export type MinerRound = z.output<typeof round>;

export const getMiner = route({
  method: "GET",
  path: "/api/v1/games/miner",
  module: "miner",
  caller: "anyone",
  moves: "nothing",
  summary: "What miner offers the caller: limits, return, win cap, and the round that is open",
  output: dataOf(z.object({ ...gameInfoShape, round: z.optional(round) })),
});

export const startMinerRound = route({
  method: "POST",
  path: "/api/v1/games/miner/bets",
  module: "miner",
  caller: "player",
  moves: "wager",
  summary: "Begins a round: takes the stake and lays the mines",
  body: z.object({
    stake: amountField,
    currency: stakeCurrencyField,
    mines: z.int("mines_invalid").check(z.gte(least, "mines_invalid"), z.lte(most, "mines_invalid")),
  }),
  status: 201,
  output: dataOf(round),
  errors: [...stakeErrors, roundOpen],
  socket: true,
});

export const revealMinerTile = route({
  method: "POST",
  path: "/api/v1/games/miner/bets/:id/reveal",
  module: "miner",
  caller: "player",
  moves: "wager",
  continues: true,
  summary: "Reveals a tile; a mine ends the round, the last safe tile cashes it out",
  params: z.object({ id: betIdField }),
  body: z.object({
    tile: z.int("tile_invalid").check(z.gte(0, "tile_invalid"), z.lt(tiles, "tile_invalid")),
    steps: seenStepsField,
  }),
  output: dataOf(round),
  errors: roundErrors,
  socket: true,
});

export const cashOutMiner = route({
  method: "POST",
  path: "/api/v1/games/miner/bets/:id/cash-out",
  module: "miner",
  caller: "player",
  moves: "wager",
  continues: true,
  summary: "Cashes out the round at its revealed tiles and shows the board",
  params: z.object({ id: betIdField }),
  output: dataOf(round),
  errors: roundErrors,
  socket: true,
});

export const getMinerRounds = route({
  method: "GET",
  path: "/api/v1/games/miner/rounds",
  module: "miner",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own rounds, newest first",
  query: z.object({ cursor: cursorField }),
  output: ownRoundsAnswer({
    status: betStatusField,
    mines: z.int(),
    tiles: z.array(z.int()),
    /** Null while the round is open. */
    outcome: z.nullable(outcome),
  }),
});

export const minerChannel = betsChannel("miner", "Live bets of miner");
