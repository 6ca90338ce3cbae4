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
import { choices, guesses } from "./rules.ts";

/** 0 to 51: the rank is the card modulo 13, from the ace; 13 cards a suit, diamonds, hearts, spades, clubs. */
const cardField = z.int();
const outcome = z.object({
  /** Every card of the round, the first one included. */
  cards: z.array(cardField),
  end: z.enum(roundEnds),
});

const round = roundAnswerShape(outcome, {
  cards: z.array(cardField),
  /** What was chosen at each card but the last. */
  choices: z.array(z.enum(choices)),
  /** The guesses that can be made now, with the multiplier when they are right; empty when the round is over. */
  offers: z.array(z.object({ guess: z.enum(guesses), multiplier: multiplierField })),
});
export type HiloRound = z.output<typeof round>;

export const getHilo = route({
  method: "GET",
  path: "/api/v1/games/hilo",
  module: "hilo",
  caller: "anyone",
  moves: "nothing",
  summary: "What hilo offers the caller: limits, return, win cap, and the round that is open",
  output: dataOf(z.object({ ...gameInfoShape, round: z.optional(round) })),
});

export const startHiloRound = route({
  method: "POST",
  path: "/api/v1/games/hilo/bets",
  module: "hilo",
  caller: "player",
  moves: "wager",
  summary: "Begins a round: takes the stake and deals the first card",
  body: z.object({ stake: amountField, currency: stakeCurrencyField }),
  status: 201,
  output: dataOf(round),
  errors: [...stakeErrors, roundOpen],
  socket: true,
});

export const guessHiloCard = route({
  method: "POST",
  path: "/api/v1/games/hilo/bets/:id/guess",
  module: "hilo",
  caller: "player",
  moves: "wager",
  continues: true,
  summary: "Deals the next card: a wrong guess ends the round, a skip changes nothing else",
  params: z.object({ id: betIdField }),
  body: z.object({ choice: z.enum(choices, "choice_invalid"), steps: seenStepsField }),
  output: dataOf(round),
  errors: roundErrors,
  socket: true,
});

export const cashOutHilo = route({
  method: "POST",
  path: "/api/v1/games/hilo/bets/:id/cash-out",
  module: "hilo",
  caller: "player",
  moves: "wager",
  continues: true,
  summary: "Cashes out the round at its correct guesses",
  params: z.object({ id: betIdField }),
  output: dataOf(round),
  errors: roundErrors,
  socket: true,
});

export const getHiloRounds = route({
  method: "GET",
  path: "/api/v1/games/hilo/rounds",
  module: "hilo",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own rounds, newest first",
  query: z.object({ cursor: cursorField }),
  output: ownRoundsAnswer({
    status: betStatusField,
    choices: z.array(z.enum(choices)),
    /** Null while the round is open. */
    outcome: z.nullable(outcome),
  }),
});

export const hiloChannel = betsChannel("hilo", "Live bets of hilo");
