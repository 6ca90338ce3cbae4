import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { openRequest } from "#studio/frame/shared/calls.ts";
import { bearer, errorView, read } from "#studio/rgs/server/frame-calls.ts";
import { createRate } from "#studio/rgs/server/rate.ts";
import { RgsError } from "#studio/rgs/server/rgs-error.ts";
import type { Session, Sessions } from "#studio/rgs/server/sessions.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { betRequest, type TableOpenView } from "../shared/calls.ts";
import type { Feed } from "./feed.ts";
import { ownRound } from "./own-round.ts";
import type { PlaceBet } from "./place-bet.ts";
import { newestRound } from "./table-store.ts";

/** The calls of a table in its frame, `/tables/v1/...`: the session's token in the Authorization header, no cookies. */

const opensPerMinute = 120;
/** Of a session: 20 bets fit in a window, and repeats of them. */
const callsPerSecond = 10;

export function mountTableCalls(
  app: FastifyInstance,
  host: StudioHost,
  needs: {
    readonly sessions: Sessions;
    readonly placeBet: PlaceBet;
    readonly feed: (game: string) => Feed | undefined;
  },
): void {
  const { sessions, placeBet, feed } = needs;
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
      table,
    };
  }

  async function session(request: FastifyRequest): Promise<Session> {
    const token = bearer(request);
    calls(token);
    return sessions.find(token);
  }

  const handlers: Readonly<Record<string, (request: FastifyRequest) => Promise<object | null>>> = {
    "POST /session": open,
    "POST /bet": async request => {
      // A bet is as early as it arrived: reading the session and the wallet take their own time.
      const at = host.clock.now();
      const found = await session(request);
      if (found.mode === "demo") throw new RgsError("wrong_mode");
      const asked = body(betRequest, request);
      feedOf(found);
      return placeBet(found, asked, at);
    },
    "POST /own": async request => ({ own: await own(await session(request)) }),
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
