import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { required } from "#kit/std/invariant.ts";
import { noEnd } from "#studio/tables/server/chat-store.ts";
import { tableManifest } from "#studio/tables/server/table-manifest.ts";
import type { Tables } from "#studio/tables/server/tables.ts";
import { type CasinoAnswer, type CasinoCall, type CasinoHandler, createCasinoAnswer } from "./casino-answer.ts";
import type { Casino, Casinos } from "./casinos.ts";
import { cancelGrant, createGrant } from "./free-grants.ts";
import type { Games } from "./games.ts";
import { manifestOf } from "./manifest.ts";
import { mathsLog, mathsModule } from "./maths-log.ts";
import type { Records } from "./record.ts";
import { RgsError } from "./rgs-error.ts";
import { openRounds, type RoundRow, roundById } from "./round-store.ts";
import type { Seeds } from "./seeds.ts";
import type { Sessions } from "./sessions.ts";
import type { SettleRound } from "./settle-round.ts";
import { createSignDocument } from "./signed-documents.ts";
import { slotStatement, statement } from "./statement.ts";
import type { StudioHost } from "./studio-host.ts";
import * as wire from "./wire.ts";

/** The calls of casinos, `/provider/v1/...`: signed in both directions, each answered with a status. */

export interface CasinoCallsNeeds {
  readonly casinos: Casinos;
  readonly games: Games;
  readonly seeds: Seeds;
  readonly sessions: Sessions;
  readonly settle: SettleRound;
  readonly records: Records;
  /** Absent where the studio has no beacon. */
  readonly tables?: Tables | undefined;
}

const ok = (fields: object): CasinoAnswer => ({ status: "ok", ...fields });

export function mountCasinoCalls(app: FastifyInstance, host: StudioHost, needs: CasinoCallsNeeds): void {
  const { games, seeds, sessions, settle, records, tables } = needs;
  const sources = [slotStatement(host), ...(tables ? [tables.statement] : [])];
  const sign = createSignDocument(host.signingSeed);
  const answer = createCasinoAnswer(host, needs.casinos);

  const handlers: Readonly<Record<string, CasinoHandler>> = {
    "GET /games": async () => {
      const list = [...games.list.map(manifestOf), ...(tables?.list ?? []).map(tableManifest)];
      return ok({ games: list, signed: sign(list) });
    },
    "GET /tables": async () => ok({ tables: (await tables?.lobby()) ?? [] }),
    "GET /maths-log": async ({ query }) => ok(await mathsLog(host, read(wire.mathsLogQuery, query).cursor)),
    "POST /launch": async ({ casino, body }) => {
      const input = read(wire.launchBody, body);
      if ((input.mode === "play") !== (input.player !== undefined && input.launch !== undefined)) {
        throw new RgsError("malformed");
      }
      if (!casino.origins.includes(input.parent_origin)) return { status: "origin_unknown" };
      const { slug } = (tables?.find(input.game) ?? games.get(input.game)).game;
      const { token, commitments } = await sessions.launch(casino, input);
      const address = new URL(`/games/${slug}`, host.publicUrl);
      address.search = new URLSearchParams({ casino: casino.slug, parent: input.parent_origin }).toString();
      address.hash = `launch=${token}`;
      return ok({ url: address.href, ...(commitments && { commitments }) });
    },
    "GET /rounds/open": async ({ casino, query }) => {
      const { player } = read(wire.openRoundsQuery, query);
      const rounds = await openRounds(host.db, casino.id, player);
      const ofSlots = rounds.map(({ id, game, startedAt }) => ({
        round: id,
        game,
        opened_at: startedAt.toISOString(),
      }));
      return ok({ rounds: [...ofSlots, ...((await tables?.openRounds(casino.id, player)) ?? [])] });
    },
    "GET /rounds/:round": async ({ casino, params }) => {
      const round = await ownRound(casino, params);
      const record = round ? await records(round) : await tables?.record(casino.id, read(wire.uuid, params.round));
      return record ? ok({ record }) : { status: "round_unknown" };
    },
    "POST /rounds/:round/finish": async ({ casino, params, body }) => {
      const { player } = read(wire.finishBody, body);
      const round = await ownRound(casino, params);
      if (!round) return finishTable(casino, read(wire.uuid, params.round), player);
      if (round.player !== player) return { status: "round_unknown" };
      // The neutral rule of a slot: everything is drawn already, so the round ends with what it has won.
      return ok({ record: await records(await settle.send(round.id)) });
    },
    "GET /seeds": async ({ casino, query }) => {
      const { player, game } = read(wire.seedsQuery, query);
      games.get(game);
      return ok({ commitments: await seeds.commitments({ casino: casino.id, player, game }) });
    },
    "POST /seeds/client": async ({ casino, body }) => {
      const { player, game, client_seed, ...hashes } = read(wire.clientSeedBody, body);
      games.get(game);
      return ok({ commitments: await seeds.setClientSeed({ casino: casino.id, player, game }, client_seed, hashes) });
    },
    "POST /seeds/rotate": async ({ casino, body }) => {
      const { player, game, ...rotation } = read(wire.rotateBody, body);
      games.get(game);
      return ok(await seeds.rotate({ casino: casino.id, player, game }, rotation));
    },
    "POST /free-rounds": async ({ casino, body }) => {
      const grant = read(wire.grantBody, body);
      const { game } = games.get(grant.game);
      if (!game.stakes[grant.currency].includes(grant.stake)) return { status: "grant_conflict" };
      return { status: await createGrant(host, casino.id, grant) };
    },
    "POST /free-rounds/:grant/cancel": async ({ casino, params, body }) => {
      const { player } = read(wire.cancelGrantBody, body);
      return { status: await cancelGrant(host, casino.id, read(wire.uuid, params.grant), player) };
    },
    "GET /chat": async ({ casino, query }) => {
      const { reported, cursor } = read(wire.chatQuery, query);
      const filter = { onlyReported: reported !== undefined, before: cursor };
      return ok((await tables?.chat.list(casino.id, filter)) ?? { messages: [], next: null });
    },
    "POST /chat/:message/remove": async ({ casino, params }) => {
      const isRemoved = await tables?.chat.remove(casino.id, read(wire.uuid, params.message));
      return { status: isRemoved ? "ok" : "message_unknown" };
    },
    "POST /chat/mute": async ({ casino, body }) => {
      const { player, until } = read(wire.chatMuteBody, body);
      const end = until === undefined ? noEnd : until === null ? null : new Date(until);
      return { status: (await tables?.chat.mute(casino.id, player, end)) ? "ok" : "player_unknown" };
    },
    "GET /statement": async ({ casino, query }) => {
      const page = await statement(sources, casino.id, read(wire.statementQuery, query));
      return ok({ ...page, signed: sign(page) });
    },
  };

  async function finishTable(casino: Casino, round: string, player: string): Promise<CasinoAnswer> {
    const record = await tables?.record(casino.id, round);
    if (record?.player !== player) return { status: "round_unknown" };
    tables?.hurry(round);
    return ok({ record });
  }

  async function ownRound(casino: Casino, params: CasinoCall["params"]): Promise<RoundRow | undefined> {
    const round = await roundById(host.db, read(wire.uuid, params.round));
    return round?.casino === casino.id ? round : undefined;
  }

  for (const [name, handler] of Object.entries(handlers)) {
    const [method = "", path = ""] = name.split(" ");
    app.route({ method, url: `/provider/v1${path}`, handler: (request, reply) => answer(handler, request, reply) });
  }
  // A module is public and named by its hash.
  app.get<{ Params: { file: string } }>("/verifiers/:file", async (request, reply) => {
    const module = await mathsModule(host, request.params.file.replace(/\.js$/, ""));
    if (module === undefined) return reply.code(404).send({ status: "not_found" });
    reply.header("cache-control", "public, max-age=31536000, immutable").header("x-content-type-options", "nosniff");
    return reply.type("text/javascript; charset=utf-8").send(module);
  });
}

function read<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = z.safeParse(schema, value);
  if (!result.success) throw new RgsError("malformed");
  return required(result.data, "a parsed value");
}
