import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { openRequest } from "#studio/frame/shared/calls.ts";
import { bearer, errorView, read } from "#studio/rgs/server/frame-calls.ts";
import { createRate } from "#studio/rgs/server/rate.ts";
import { RgsError } from "#studio/rgs/server/rgs-error.ts";
import type { Session, Sessions } from "#studio/rgs/server/sessions.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { actRequest, betRequest, seatRequest, type TableOpenView } from "../shared/calls.ts";
import type { Act } from "./act.ts";
import type { Feed } from "./feed.ts";
import { ownRound } from "./own-round.ts";
import type { PlaceBet } from "./place-bet.ts";
import { seatsOfPlayer } from "./seat-store.ts";
import { type Seats, seatOwner } from "./seats.ts";
import { newestRound } from "./table-store.ts";

/** The calls of a table in its frame, `/tables/v1/...`: the session's token in the Authorization header, no cookies. */

const opensPerMinute = 120;
/** The most calls of a session: 20 bets fit in a window, and repeats of them. */
const callsPerSecond = 10;

export function mountTableCalls(
  app: FastifyInstance,
  host: StudioHost,
  needs: {
    readonly sessions: Sessions;
    readonly placeBet: PlaceBet;
    readonly act: (game: string) => Act | undefined;
    readonly seats: Seats;
    readonly feed: (game: string) => Feed | undefined;
  },
): void {
  const { sessions, placeBet, act, seats, feed } = needs;
  const opens = createRate(host.clock, opensPerMinute, 60_000);
  const calls = createRate(host.clock, callsPerSecond, 1_000);

  function feedOf({ game }: Session): Feed {
    const found = feed(game);
    if (!found) throw new RgsError("unknown_game");
    return found;
  }

  async function own(session: Session) {
    const round = await newestRound(host.db, session.game);
    if (session.player === null || !round) return null;
    const seat = { casino: session.casino.id, player: session.player, game: session.game };
    return (await ownRound(host.db, seat, round.number)) ?? null;
  }

  const ownSeats = async (session: Session) =>
    session.player === null ? [] : seatsOfPlayer(host.db, seatOwner(session));

  /** A session for money: play chips are in the browser only. */
  async function paying(request: FastifyRequest): Promise<Session> {
    const found = await session(request);
    if (found.mode === "demo") throw new RgsError("wrong_mode");
    return found;
  }

  async function open(request: FastifyRequest): Promise<TableOpenView> {
    opens(request.ip);
    const { token, session, balance } = await sessions.open(body(openRequest, request).launch);
    const table = await feedOf(session).snapshot();
    return {
      session: token,
      mode: session.mode,
      currency: session.currency,
      locale: session.locale as TableOpenView["locale"],
      profile: session.profile,
      balance,
      own: await own(session),
      seats: await ownSeats(session),
      table,
    };
  }

  async function session(request: FastifyRequest): Promise<Session> {
    const token = bearer(request);
    calls(token);
    return sessions.find(token);
  }

  async function seatChange(request: FastifyRequest, change: Seats["take"]) {
    const found = await paying(request);
    const own = await change(found, body(seatRequest, request).seat);
    await feedOf(found).refresh();
    return { seats: own };
  }

  const handlers: Readonly<Record<string, (request: FastifyRequest) => Promise<object | null>>> = {
    "POST /session": open,
    "POST /bet": async request => {
      // A bet is as early as it arrived: reading the session and the wallet take their own time.
      const at = host.clock.now();
      const found = await paying(request);
      const asked = body(betRequest, request);
      feedOf(found);
      return placeBet(found, asked, at);
    },
    "POST /act": async request => {
      const at = host.clock.now();
      const found = await paying(request);
      const decide = act(found.game);
      if (!decide) throw new RgsError("move_not_allowed");
      return decide(found, body(actRequest, request), at);
    },
    "POST /seat": request => seatChange(request, seats.take),
    "POST /leave": request => seatChange(request, seats.leave),
    "POST /own": async request => {
      const found = await session(request);
      return { own: await own(found), seats: await ownSeats(found) };
    },
  };

  async function answer(
    handler: (typeof handlers)[string],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
    try {
      return await reply.send(await handler(request));
    } catch (error) {
      if (error instanceof RgsError) return reply.code(error.status).send(errorView(error));
      host.log.error({ err: error, path: request.routeOptions.url }, "a call of a table failed");
      return reply.code(500).send({ code: "internal" });
    }
  }

  for (const [name, handler] of Object.entries(handlers)) {
    const [method = "", path = ""] = name.split(" ");
    app.route({ method, url: `/tables/v1${path}`, handler: (request, reply) => answer(handler, request, reply) });
  }
}

const body = <T>(schema: z.ZodMiniType<T>, request: FastifyRequest): T => read(schema, request);
