import Fastify, { type FastifyInstance } from "fastify";
import { createTables } from "#studio/tables/server/create-tables.ts";
import type { TableParts, Tables } from "#studio/tables/server/tables.ts";
import { mountCasinoCalls } from "./casino-calls.ts";
import { type Casinos, createCasinos } from "./casinos.ts";
import { mountFrameCalls } from "./frame-calls.ts";
import { type FrameFiles, mountFramePages } from "./frame-pages.ts";
import { createGames, type PublishedGame } from "./games.ts";
import { publishMaths } from "./maths-log.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createRecords } from "./record.ts";
import { createRoundLanes } from "./round-lanes.ts";
import { createSeeds } from "./seeds.ts";
import { createSessions } from "./sessions.ts";
import { createSettleRound } from "./settle-round.ts";
import { createSpin } from "./spin.ts";
import type { StudioHost } from "./studio-host.ts";
import { createWallet } from "./wallet.ts";

export interface Studio {
  readonly app: FastifyInstance;
  readonly casinos: Casinos;
  readonly outbox: Outbox;
  readonly tables: Tables | undefined;
  /** Stops after calls and deliveries in progress are complete. */
  close(): Promise<void>;
}

export interface StudioParts {
  readonly games: readonly PublishedGame[];
  /** The built frame; without it there are no pages. */
  readonly files?: FrameFiles;
  /** Live tables; none without a beacon. */
  readonly tables?: TableParts;
  /** For tests. */
  readonly spinsPerSecond?: number;
}

const bodyLimit = 16 * 1024;

/** The remote game server: seeds, rounds and statements of every game of the studio, for every connected casino. */
export async function createStudio(host: StudioHost, parts: StudioParts): Promise<Studio> {
  const games = createGames(parts.games);
  await publishMaths(host, [...parts.games, ...(parts.tables?.games ?? [])]);
  const casinos = createCasinos(host);
  const wallet = createWallet(host);
  const seeds = createSeeds(host);
  const lanes = createRoundLanes(host);
  const settle = createSettleRound(host, { casinos, wallet, games, lanes });
  const sessions = createSessions(host, { casinos, wallet, seeds, hasSeeds: slug => games.has(slug) });
  const spin = createSpin(host, { wallet, seeds, sessions, games, settle, lanes });
  const records = createRecords(host, { seeds, games, casinoName: async id => (await casinos.byId(id)).name });
  const outbox = createOutbox(host, settle);

  const app = Fastify({ bodyLimit, routerOptions: { maxParamLength: 200 } });
  // Signatures are over bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ status: error.statusCode === 413 ? "too_large" : "malformed" }),
  );
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ status: "not_found" }));
  const tables = parts.tables && createTables(host, parts.tables, { app, casinos, wallet, sessions });
  mountCasinoCalls(app, host, { casinos, games, seeds, sessions, settle, records, tables });
  const rate = parts.spinsPerSecond === undefined ? {} : { spinsPerSecond: parts.spinsPerSecond };
  mountFrameCalls(app, host, { games, sessions, lanes, spin, settle, wallet, ...rate });
  const slugs = new Set([...parts.games, ...(parts.tables?.games ?? [])].map(({ game }) => game.slug));
  if (parts.files) mountFramePages(app, { casinos, slugs, files: parts.files });
  app.get("/healthz", async (_request, reply) => reply.type("text/plain").send("ok\n"));
  app.get("/readyz", async (_request, reply) => {
    const connected = await casinos.list();
    const word =
      connected.length > 0 ? `serves ${connected.map(({ slug }) => slug).join(", ")}` : "no casino is connected";
    return reply.type("text/plain").send(`ready: ${word}\n`);
  });
  outbox.start();
  tables?.start();
  return {
    app,
    tables,
    casinos,
    outbox,
    async close() {
      await tables?.close();
      await app.close();
      await outbox.stop();
      await lanes.stop();
    },
  };
}
