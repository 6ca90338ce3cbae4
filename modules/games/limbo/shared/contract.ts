import * as z from "zod/mini";
import { amountField, cursorField, dataOf } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import {
  betAnswer,
  betsChannel,
  gameInfoShape,
  ownRoundsAnswer,
  seedsProof,
  stakeCurrencyField,
} from "#modules/bets/shared/contract.ts";
import { stakeErrors } from "#modules/bets/shared/errors.ts";

const choiceShape = {
  /** 1.01 to 1000000.00 with exactly two decimals. */
  target: z.string("target_invalid").check(z.regex(/^[1-9][0-9]{0,6}\.[0-9]{2}$/, "target_invalid")),
};
/** The multiplier that was drawn: 1.00 to 1000000.00. */
const outcome = z.object({ result: z.string() });

export const getLimbo = route({
  method: "GET",
  path: "/api/v1/games/limbo",
  module: "limbo",
  caller: "anyone",
  moves: "nothing",
  summary: "What limbo offers the caller: limits, return, win cap",
  output: dataOf(z.object(gameInfoShape)),
});

export const placeLimboBet = route({
  method: "POST",
  path: "/api/v1/games/limbo/bets",
  module: "limbo",
  caller: "player",
  moves: "wager",
  summary: "Draws one multiplier: takes the stake, and pays at once when the multiplier reaches the target",
  body: z.object({ stake: amountField, currency: stakeCurrencyField, ...choiceShape }),
  status: 201,
  output: betAnswer(outcome, seedsProof),
  errors: stakeErrors,
  socket: true,
});

export const getLimboRounds = route({
  method: "GET",
  path: "/api/v1/games/limbo/rounds",
  module: "limbo",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own bets on limbo, newest first",
  query: z.object({ cursor: cursorField }),
  output: ownRoundsAnswer({ ...choiceShape, result: z.string() }),
});

export const limboChannel = betsChannel("limbo", "Live bets of limbo");

export type LimboChoice = Pick<z.output<typeof placeLimboBet.body>, "target">;
