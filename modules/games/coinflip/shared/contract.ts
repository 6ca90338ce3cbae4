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
import { sides } from "./rules.ts";

const sideField = z.enum(sides, "side_invalid");
const outcome = z.object({
  /** The sides that lay up, flip by flip. */
  landed: z.array(sideField),
  /** For a ladder: how it ended. */
  end: z.optional(z.enum(roundEnds)),
});
const ladder = roundAnswerShape(outcome, {
  /** What was called, and what lay up, flip by flip. */
  called: z.array(sideField),
  landed: z.array(sideField),
  /** What the next right flip makes the multiplier; null when there is none. */
  next: z.nullable(multiplierField),
});
export type Ladder = z.output<typeof ladder>;

/** A single flip has an outcome immediately and no `round`; a ladder has its `round`, and its outcome when it is over. */
const flip = z.object({ ...ladder.shape, round: z.optional(ladder.shape.round) });

export const getCoinflip = route({
  method: "GET",
  path: "/api/v1/games/coinflip",
  module: "coinflip",
  caller: "anyone",
  moves: "nothing",
  summary: "What coinflip offers the caller: limits, return, win cap, and the ladder that is open",
  output: dataOf(z.object({ ...gameInfoShape, round: z.optional(ladder) })),
});

export const placeCoinflipBet = route({
  method: "POST",
  path: "/api/v1/games/coinflip/bets",
  module: "coinflip",
  caller: "player",
  moves: "wager",
  summary: "With a side: flips once and pays at once. With `ladder`: takes the stake and begins a ladder",
  body: z
    .object({
      stake: amountField,
      currency: stakeCurrencyField,
      side: z.optional(sideField),
      ladder: z.optional(z.literal(true, "ladder_invalid")),
    })
    .check(
      z.refine(({ side, ladder: climbs }) => (side === undefined) !== (climbs === undefined), {
        error: "side_invalid",
        path: ["side"],
      }),
    ),
  status: 201,
  output: dataOf(flip),
  errors: [...stakeErrors, roundOpen],
  socket: true,
});

export const flipCoin = route({
  method: "POST",
  path: "/api/v1/games/coinflip/bets/:id/flip",
  module: "coinflip",
  caller: "player",
  moves: "wager",
  continues: true,
  summary: "The next flip of a ladder: the other side ends it, the twentieth right one pays it",
  params: z.object({ id: betIdField }),
  body: z.object({ side: sideField, steps: seenStepsField }),
  output: dataOf(ladder),
  errors: roundErrors,
  socket: true,
});

export const cashOutCoinflip = route({
  method: "POST",
  path: "/api/v1/games/coinflip/bets/:id/cash-out",
  module: "coinflip",
  caller: "player",
  moves: "wager",
  continues: true,
  summary: "Cashes out a ladder at its correct flips",
  params: z.object({ id: betIdField }),
  output: dataOf(ladder),
  errors: roundErrors,
  socket: true,
});

export const getCoinflipRounds = route({
  method: "GET",
  path: "/api/v1/games/coinflip/rounds",
  module: "coinflip",
  caller: "player",
  moves: "nothing",
  summary: "The caller's own flips and ladders, newest first",
  query: z.object({ cursor: cursorField }),
  output: ownRoundsAnswer({
    status: betStatusField,
    ladder: z.boolean(),
    called: z.array(sideField),
    /** Null while a ladder is open. */
    outcome: z.nullable(outcome),
  }),
});

export const coinflipChannel = betsChannel("coinflip", "Live bets of coinflip");
