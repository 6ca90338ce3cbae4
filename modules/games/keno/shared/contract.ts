import * as z from "zod/mini";
import { amountField, cursorField, dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import {
  betAnswer,
  betsChannel,
  gameInfoShape,
  multiplierField,
  ownRoundsAnswer,
  seedsProof,
  stakeCurrencyField,
} from "#modules/bets/shared/contract.ts";
import { stakeErrors } from "#modules/bets/shared/errors.ts";
import { mostPicks, numbersOnBoard } from "./odds.ts";
import { risks } from "./rules.ts";

const invalid = "picks_invalid";
const numberField = z.int(invalid).check(z.gte(1, invalid), z.lte(numbersOnBoard, invalid));

const choiceShape = {
  /** 1 to 10 different numbers of 1 to 40, in any order. */
  picks: z.array(numberField, invalid).check(
    z.minLength(1, invalid),
    z.maxLength(mostPicks, invalid),
    z.refine(picks => new Set(picks).size === picks.length, invalid),
  ),
  risk: z.enum(risks, "risk_invalid"),
};
const outcomeShape = {
  /** The ten numbers in the order in which they fell. */
  drawn: z.array(z.int()),
  hits: z.int(),
};

/** One row of a payout table. */
const tableRow = z.object({
  picks: z.int(),
  /** Multipliers by hits, 0 to picks. */
  multipliers: z.array(multiplierField),
  /** Percent returned in the long run, cut to four decimals: "98.9845". */
  rtp: z.string(),
});
const table = z.array(tableRow);

export const getKeno = route({
  method: "GET",
  path: "/api/v1/games/keno",
  module: "keno",
  caller: "anyone",
  moves: "nothing",
  summary: "What keno offers the caller: limits, return, win cap and the payout tables",
  output: dataOf(
    z.object({
      ...gameInfoShape,
      tables: z.object({ classic: table, low: table, medium: table, high: table }),
    }),
  ),
});

export const placeKenoBet = route({
  method: "POST",
  path: "/api/v1/games/keno/bets",
  module: "keno",
  caller: "player",
  moves: "wager",
  summary: "Draws once: takes the stake and pays at once",
  body: z.object({ stake: amountField, currency: stakeCurrencyField, ...choiceShape }),
  status: 201,
  output: betAnswer(z.object(outcomeShape), seedsProof),
  errors: stakeErrors,
  socket: true,
});

export const getKenoRounds = route({
  method: "GET",
  path: "/api/v1/games/keno/rounds",
  module: "keno",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own draws, newest first",
  query: z.object({ cursor: cursorField }),
  output: ownRoundsAnswer({ picks: z.array(z.int()), risk: z.enum(risks), ...outcomeShape }),
});

export const kenoChannel = betsChannel("keno", "Live bets of keno");

export type KenoChoice = Pick<z.output<typeof placeKenoBet.body>, "picks" | "risk">;
