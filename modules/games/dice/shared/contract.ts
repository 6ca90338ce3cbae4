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
  direction: z.enum(["over", "under"], "direction_invalid"),
  /** 0.00 to 99.99 with exactly two decimals, within what leaves 1 to 9800 winning rolls. */
  target: z.string("target_invalid").check(z.regex(/^[0-9]{1,2}\.[0-9]{2}$/, "target_invalid")),
};
/** The roll: 0.00 to 99.99. */
const outcome = z.object({ roll: z.string() });

export const getDice = route({
  method: "GET",
  path: "/api/v1/games/dice",
  module: "dice",
  caller: "anyone",
  moves: "nothing",
  summary: "What dice offers the caller: limits, return, win cap",
  output: dataOf(z.object(gameInfoShape)),
});

export const placeDiceBet = route({
  method: "POST",
  path: "/api/v1/games/dice/bets",
  module: "dice",
  caller: "player",
  moves: "wager",
  summary: "Rolls once: takes the stake and pays at once",
  body: z.object({ stake: amountField, currency: stakeCurrencyField, ...choiceShape }),
  status: 201,
  output: betAnswer(outcome, seedsProof),
  errors: stakeErrors,
  socket: true,
});

export const getDiceRounds = route({
  method: "GET",
  path: "/api/v1/games/dice/rounds",
  module: "dice",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own rolls, newest first",
  query: z.object({ cursor: cursorField }),
  output: ownRoundsAnswer({ ...choiceShape, roll: z.string() }),
});

export const diceChannel = betsChannel("dice", "Live rolls");

export type DiceChoice = Pick<z.output<typeof placeDiceBet.body>, "direction" | "target">;
