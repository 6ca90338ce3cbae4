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
import { fewestRows, mostRows } from "./odds.ts";
import { risks } from "./rules.ts";

const invalid = "rows_invalid";

const choiceShape = {
  /** 8 to 16. */
  rows: z.int(invalid).check(z.gte(fewestRows, invalid), z.lte(mostRows, invalid)),
  risk: z.enum(risks, "risk_invalid"),
};
const outcomeShape = {
  /** Left or right at each row, from the first one down: "LRRL...". */
  path: z.string(),
  /** From the left, 0 to rows. */
  slot: z.int(),
};

/** The payout table of so many rows. */
const table = z.object({
  rows: z.int(),
  /** Multipliers by slot from the left, 0 to rows. */
  multipliers: z.array(multiplierField),
});
const tables = z.array(table);

export const getPlinko = route({
  method: "GET",
  path: "/api/v1/games/plinko",
  module: "plinko",
  caller: "anyone",
  moves: "nothing",
  summary: "What plinko offers the caller: limits, return, win cap and the payout tables",
  output: dataOf(z.object({ ...gameInfoShape, tables: z.object({ low: tables, medium: tables, high: tables }) })),
});

export const placePlinkoBet = route({
  method: "POST",
  path: "/api/v1/games/plinko/bets",
  module: "plinko",
  caller: "player",
  moves: "wager",
  summary: "Drops one ball: takes the stake and pays at once",
  body: z.object({ stake: amountField, currency: stakeCurrencyField, ...choiceShape }),
  status: 201,
  output: betAnswer(z.object(outcomeShape), seedsProof),
  errors: stakeErrors,
  socket: true,
});

export const getPlinkoRounds = route({
  method: "GET",
  path: "/api/v1/games/plinko/rounds",
  module: "plinko",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own balls, newest first",
  query: z.object({ cursor: cursorField }),
  output: ownRoundsAnswer({ rows: z.int(), risk: z.enum(risks), ...outcomeShape }),
});

export const plinkoChannel = betsChannel("plinko", "Live bets of plinko");

export type PlinkoChoice = Pick<z.output<typeof placePlinkoBet.body>, "rows" | "risk">;
