import * as z from "zod/mini";
import { errorCode, fail } from "#kit/contract/error-code.ts";
import { amountField, dataOf, uuidField } from "#kit/contract/fields.ts";
import { route } from "#kit/contract/route.ts";
import { handle } from "#kit/http/handler.ts";

/** A few calls of every kind, to test the transports with. */

export const roundOver = errorCode("round_over", {
  status: 409,
  when: "the round has ended",
});

export const placeBet = route({
  method: "POST",
  path: "/api/v1/games/toy/bets",
  module: "toy",
  caller: "player",
  moves: "wager",
  summary: "Places a bet",
  socket: true,
  status: 201,
  errors: [roundOver],
  body: z.object({
    stake: amountField,
    side: z.enum(["heads", "tails"], "side_invalid"),
    picks: z.optional(z.array(z.int("pick_invalid"), "picks_invalid")),
  }),
  output: dataOf(z.object({ stake: z.string(), player: z.string(), key: z.string() })),
});

export const cashOut = route({
  method: "POST",
  path: "/api/v1/games/toy/bets/:id/cash-out",
  module: "toy",
  caller: "player",
  moves: "wager",
  summary: "Cashes out",
  socket: true,
  params: z.object({ id: uuidField }),
  output: dataOf(z.object({ id: z.string() })),
});

export const readToy = route({
  method: "GET",
  path: "/api/v1/games/toy",
  module: "toy",
  caller: "anyone",
  moves: "nothing",
  summary: "What the toy is",
  query: z.object({ cursor: z.optional(z.string("cursor_invalid")) }),
  output: dataOf(z.object({ player: z.nullable(z.string()), cursor: z.nullable(z.string()) })),
});

export const forget = route({
  method: "DELETE",
  path: "/api/v1/games/toy",
  module: "toy",
  caller: "player",
  moves: "nothing",
  summary: "Forgets the toy",
  status: 204,
});

export const webhook = route({
  method: "POST",
  path: "/api/v1/webhooks/toy",
  module: "toy",
  caller: "provider",
  moves: "deposit",
  summary: "A provider's word",
  output: z.object({ bytes: z.string() }),
});

export const breaks = route({
  method: "GET",
  path: "/api/v1/breaks",
  module: "toy",
  caller: "anyone",
  moves: "nothing",
  summary: "Breaks",
  output: z.object({ never: z.string() }),
});

export const seldom = route({
  method: "GET",
  path: "/api/v1/seldom",
  module: "toy",
  caller: "anyone",
  moves: "nothing",
  summary: "Twice a minute",
  rate: { burst: 2, perMinute: 2 },
  status: 204,
});

export const stop = route({
  method: "POST",
  path: "/api/v1/stop",
  module: "toy",
  caller: "anyone",
  moves: "nothing",
  summary: "Sent by mail programs, with a form",
  ignoresBody: true,
  status: 204,
});

export const toyHandlers = [
  handle(placeBet, async ({ input, session, key }) => {
    if (input.body.stake === "13") fail(roundOver, { data: { round: 7 } });
    // The secret is not declared in the output and must not be sent.
    return { data: { stake: input.body.stake, player: session.player, key, secret: "hush" } };
  }),
  handle(cashOut, async ({ input }) => ({ data: { id: input.params.id } })),
  handle(readToy, async ({ input, session }) => ({
    data: { player: session?.player ?? null, cursor: input.query.cursor ?? null },
  })),
  handle(forget, async () => undefined),
  handle(webhook, async call => ({ bytes: Buffer.from(call.rawBody).toString("hex") })),
  handle(breaks, async () => {
    throw new Error("relation hush does not exist");
  }),
  handle(seldom, async () => undefined),
  handle(stop, async () => undefined),
];
