import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { required } from "#kit/std/invariant.ts";
import { type ErrorView, type OpenView, openRequest, spinRequest } from "#studio/frame/shared/calls.ts";
import { demoRound } from "./demo.ts";
import type { Games } from "./games.ts";
import { createRate } from "./rate.ts";
import { RgsError } from "./rgs-error.ts";
import type { RoundLanes } from "./round-lanes.ts";
import { lastRound, type RoundRow } from "./round-store.ts";
import { roundView } from "./round-view.ts";
import { type OpenedSession, type Session, type Sessions, tokenHashOf } from "./sessions.ts";
import type { SettleRound } from "./settle-round.ts";
import type { Spin } from "./spin.ts";
import type { StudioHost } from "./studio-host.ts";
import type { Wallet } from "./wallet.ts";
import { balanceAnswer } from "./wire.ts";

/** The calls of a game in its frame, `/rgs/v1/...`: the session's token in the Authorization header, no cookies. */

export interface FrameCallsNeeds {
  readonly games: Games;
  readonly sessions: Sessions;
  readonly lanes: RoundLanes;
  readonly spin: Spin;
  readonly settle: SettleRound;
  readonly wallet: Wallet;
  readonly spinsPerSecond?: number;
}

/** The most spins of a session in a second; and below it the sessions opened from one address in a minute. */
const usualSpinsPerSecond = 5;
const opensPerMinute = 120;

export function mountFrameCalls(app: FastifyInstance, host: StudioHost, needs: FrameCallsNeeds): void {
  const { games, sessions, lanes, spin, settle, wallet } = needs;
  const spins = createRate(host.clock, needs.spinsPerSecond ?? usualSpinsPerSecond, 1_000);
  const opens = createRate(host.clock, opensPerMinute, 60_000);

  async function last(session: Session): Promise<OpenView["last"]> {
    if (session.player === null) return null;
    const owner = { casino: session.casino.id, player: session.player, game: session.game };
    const round = await lastRound(host.db, owner);
    if (!round) return null;
    // A round that was cut off is brought to its end before it is shown.
    const ended = round.state === "drawn" ? await settle.send(round.id) : round;
    return roundView(ended) ?? null;
  }

  async function openView({ token, session, balance, freeRounds, commitments }: OpenedSession): Promise<OpenView> {
    const shown = await last(session);
    return {
      session: token,
      mode: session.mode,
      currency: session.currency,
      locale: session.locale as OpenView["locale"],
      profile: session.profile,
      balance: shown?.balance ?? balance,
      stakes: games.get(session.game).game.stakes[session.currency],
      free_rounds: freeRounds.map(({ grant, left, stake, expires_at }) => ({ grant, left, stake, expires_at })),
      seeds: commitments,
      last: shown,
    };
  }

  function ended(round: RoundRow): object {
    const view = roundView(round);
    if (!view) throw new RgsError("round_void");
    return view;
  }

  const handlers: Readonly<Record<string, (request: FastifyRequest) => Promise<object>>> = {
    "POST /session": async request => {
      opens(request.ip);
      const opened = await sessions.open(read(openRequest, request).launch);
      return openView(opened);
    },
    "POST /spin": async request => {
      const token = bearer(request);
      spins(token);
      const input = read(spinRequest, request);
      const tokenHash = tokenHashOf(token);
      const next = await spin.playNext(tokenHash, input);
      if (next) return ended(next);
      const facts = await lanes.facts.run({ tokenHash, request: input.request });
      const session = await sessions.of(facts.session);
      if (session.mode === "demo") return demoRound(host, games, session, input);
      return ended(await spin.play(tokenHash, input, { ...facts, session: required(facts.session, "a live session") }));
    },
    "POST /balance": async request => {
      const session = await sessions.find(bearer(request));
      if (session.mode === "demo") return { balance: null };
      const body = JSON.stringify({ game: session.game, player: session.player, session: session.walletSession });
      const outcome = await wallet.send(session.casino, "balance", body, balanceAnswer);
      if (outcome.kind === "refused") throw new RgsError("session_ended");
      if (outcome.kind === "unknown") throw new RgsError("casino_unavailable");
      return { balance: outcome.value.balance };
    },
  };

  async function answer(
    handler: (request: FastifyRequest) => Promise<object>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
    try {
      return await reply.send(await handler(request));
    } catch (error) {
      if (error instanceof RgsError) return reply.code(error.status).send(errorView(error));
      host.log.error({ err: error, path: request.routeOptions.url }, "a call of a frame failed");
      return reply.code(500).send({ code: "internal" } satisfies ErrorView);
    }
  }

  for (const [name, handler] of Object.entries(handlers)) {
    const [method = "", path = ""] = name.split(" ");
    app.route({ method, url: `/rgs/v1${path}`, handler: (request, reply) => answer(handler, request, reply) });
  }
}

export function errorView({ code, round, data }: RgsError): ErrorView {
  return {
    code,
    ...(round !== undefined && { round }),
    ...(typeof data?.balance === "string" && { balance: data.balance }),
  };
}

export function bearer(request: FastifyRequest): string {
  const token = /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) throw new RgsError("session_ended");
  return token;
}

export function read<T>(schema: z.ZodMiniType<T>, request: FastifyRequest): T {
  let body: unknown;
  try {
    body = JSON.parse(Buffer.from((request.body as Uint8Array | undefined) ?? []).toString("utf8"));
  } catch {
    throw new RgsError("malformed");
  }
  const result = z.safeParse(schema, body);
  if (!result.success) throw new RgsError("malformed");
  return result.data;
}
