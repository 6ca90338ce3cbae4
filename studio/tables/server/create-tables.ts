import type { FastifyInstance } from "fastify";
import { required } from "#kit/std/invariant.ts";
import type { Casinos } from "#studio/rgs/server/casinos.ts";
import type { Sessions } from "#studio/rgs/server/sessions.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { Wallet } from "#studio/rgs/server/wallet.ts";
import { type Act, createAct } from "./act.ts";
import { createChains } from "./chains.ts";
import { createChat } from "./chat.ts";
import { createChatFeed } from "./chat-feed.ts";
import { createFeed } from "./feed.ts";
import { createTableLeader } from "./lead-table.ts";
import { createLease } from "./lease.ts";
import { lobbyTable } from "./lobby.ts";
import { moderateChat } from "./moderate-chat.ts";
import { createTableOutbox } from "./outbox.ts";
import { createPlaceBet } from "./place-bet.ts";
import { openPlayerRounds, playerRoundById } from "./player-store.ts";
import { createPlays } from "./plays.ts";
import { createPresence } from "./presence.ts";
import { createRounds } from "./rounds.ts";
import { createSeats } from "./seats.ts";
import { mountTableCalls } from "./table-calls.ts";
import { createTableRecords } from "./table-record.ts";
import { mountTableSocket } from "./table-socket.ts";
import { tableStatement } from "./table-statement.ts";
import type { PublishedTable, TableParts, Tables } from "./tables.ts";

interface TablesNeeds {
  readonly app: FastifyInstance;
  readonly casinos: Casinos;
  readonly wallet: Wallet;
  readonly sessions: Sessions;
}

/** The live tables of this process: each is led here, or waits here for its leader to fail. */
export function createTables(host: StudioHost, parts: TableParts, needs: TablesNeeds): Tables {
  const { app, casinos, wallet, sessions } = needs;
  const { games, beacon } = parts;
  const bySlug = new Map(games.map(published => [published.game.slug, published]));
  const chains = createChains(host, beacon, parts.sizes);
  const outbox = createTableOutbox(host, { casinos, wallet });
  const holder = host.ids.next();
  const acts = new Map<string, Act>();
  const presence = createPresence(host);
  const seats = createSeats(host, slug => game(slug));
  const running = games.map(published => runTable(published));
  const feeds = new Map(running.map(({ slug, feed }) => [slug, feed]));
  const feed = (slug: string) => feeds.get(slug);
  const game = (slug: string) => required(bySlug.get(slug), "a table").game;
  const placeBet = createPlaceBet(host, { wallet, game, sendNow: outbox.sendNow });
  const casinoName = async (id: number) => (await casinos.byId(id)).name;
  const records = createTableRecords({ db: host.db, chains, beacon, casinoName });
  mountTableCalls(app, host, { sessions, placeBet, act: slug => acts.get(slug), seats, feed });
  const chatFeed = createChatFeed(host);
  const sockets = mountTableSocket(app.server, host, { sessions, feed, presence, chat: createChat(host), chatFeed });

  function runTable({ game, maths }: PublishedTable) {
    const timing = parts.timing ?? game.timing;
    const lease = createLease(host.db, game.slug, holder);
    const feed = createFeed(host, game.slug, timing);
    const { turns, slug } = game;
    const plays = turns && createPlays(host, { slug, turns, timing, chains });
    const rounds = createRounds(host, { game, timing, maths, beacon, chains, lease, plays });
    if (turns && plays) {
      const { sendNow } = outbox;
      acts.set(
        slug,
        createAct(host, { game: slug, turns, timing, plays, wallet, casinos, sendNow, changed: feed.refresh }),
      );
    }
    const freeSeats = async () => turns !== undefined && (await seats.free(slug));
    const { beaconWaitMs } = parts;
    const led = { game: game.slug, timing, beacon, beaconWaitMs, lease, rounds, freeSeats, changed: feed.refresh };
    return { game, slug: game.slug, feed, leader: createTableLeader(host, led) };
  }

  return {
    list: games,
    find: slug => bySlug.get(slug),
    async openRounds(casino, player) {
      const rounds = await openPlayerRounds(host.db, casino, player);
      return rounds.map(({ id, game: slug, startedAt }) => ({
        round: id,
        game: slug,
        opened_at: startedAt.toISOString(),
      }));
    },
    async record(casino, id) {
      const round = await playerRoundById(host.db, id);
      return round?.casino === casino ? records(round) : undefined;
    },
    lobby: () => Promise.all(running.map(({ game, feed }) => lobbyTable(game, feed))),
    hurry: outbox.sendNow,
    chat: moderateChat(host),
    statement: tableStatement(host),
    start() {
      outbox.start();
      presence.start();
      chatFeed.start();
      for (const { feed, leader } of running) {
        feed.start();
        leader.start();
      }
    },
    async close() {
      await sockets.close();
      await presence.stop();
      await chatFeed.stop();
      await Promise.all(running.map(({ leader }) => leader.stop()));
      await Promise.all(running.map(({ feed }) => feed.stop()));
      await outbox.stop();
    },
  };
}
