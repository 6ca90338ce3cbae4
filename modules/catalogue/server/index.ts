import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import { type OlderRead, readOlder } from "#kit/db/read-older.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { type Call, handle } from "#kit/http/handler.ts";
import { mainHostname } from "#kit/http/hosts.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import type { Currency } from "#kit/money/currency.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { GameProvider, ProviderPicture } from "#modules/providers/server/index.ts";
import manifest from "../module.ts";
import * as contract from "../shared/contract.ts";
import { gameNotAvailable, manifestInvalid, noDemo, providerNotConnected, providerUnknown } from "../shared/errors.ts";
import { isOffered, refusalOf } from "./availability.ts";
import { importFirstGames } from "./first-import.ts";
import { isOwnOrigin } from "./frame-origins.ts";
import { listGames } from "./list-games.ts";
import { createListedGames, similarTo } from "./listed-games.ts";
import { createLiveTables } from "./live-tables.ts";
import type { CatalogueNeeds } from "./needs.ts";
import { openGame } from "./open-game.ts";
import { mergeGuestGames, readOwnGames } from "./own-games.ts";
import * as store from "./store.ts";
import { detailsView, rulesView, type ViewContext } from "./views.ts";
import { type Visitor, visitorOf } from "./visitor.ts";

export type { GameProvider, Opening, ProviderPicture } from "#modules/providers/server/index.ts";
export { checkedLimits, decidedOf, decidedView, isStaked } from "./decided.ts";
export { type ImportResult, importGames, type ReadManifest, readManifest } from "./import-games.ts";
export { allGames, type Decided, gameById, gameOfProvider, lockGame, writeDecided } from "./office-store.ts";
export type { GameRow } from "./store.ts";
export { titleOf } from "./views.ts";

export interface CatalogueModule extends ServerModule {
  /** Origins whose games may be shown in a frame of a page: of providers that are connected now. */
  origins(): readonly string[];
  provider(id: string): GameProvider | undefined;
  providers(): readonly GameProvider[];
  /** The bytes behind `/art/{hash}`. */
  picture(hash: string): Promise<ProviderPicture | undefined>;
  /** The pictures of the most popular games of a kind, wherever they are offered. */
  shelf(kind: "slots" | "live-casino"): Promise<readonly (ProviderPicture & { readonly slug: string })[]>;
}

export type { CatalogueNeeds };

const mostSimilar = 6;
/** Whether a game may be opened is decided when it is. */
const listRead: OlderRead = {
  name: "catalogue",
  tables: ["catalogue.games", "catalogue.providers", "catalogue.version"],
};
const firstImport = "catalogue-first-import";

/**
 * Slots and live tables of providers: what there is, and the way into it. Without a connected provider nothing can be opened, and
 * every call and page says so.
 */
export function createCatalogue(host: Host, needs: CatalogueNeeds): CatalogueModule {
  const hostnames = () => [mainHostname(host.config), ...needs.mirrors()];
  const all = () => needs.providers?.() ?? [];
  const connected = () => all().filter(({ origin }) => !isOwnOrigin(origin, hostnames()));
  const listed = createListedGames();
  const liveTables = createLiveTables(host.clock, connected);
  const provider = (id: string) => connected().find(each => each.id === id);
  const find = async ({ kind, slug }: { kind: string; slug: string }) =>
    (await store.gameOf(host.db, kind, slug)) ?? fail(notFound);
  const contextOf = ({ locale }: Pick<Call, "locale">, { currency }: Visitor): ViewContext => {
    const known = new Set(connected().map(({ id }) => id));
    return { locale, currency, nowMs: host.clock.now(), isConnected: id => known.has(id) };
  };
  const own = async (call: Call<typeof contract.getOwnGames> | Call<typeof contract.mergeOwnGames>) => {
    const context = contextOf(call, visitorOf(needs, "slots", call));
    return { data: await readOwnGames(host, call.session.player, context) };
  };
  const open = async (call: Call<typeof contract.openDemo> | Call<typeof contract.openPlay>, mode: "demo" | "play") => {
    const row = await find(call.input.params);
    const visitor = visitorOf(needs, row.kind, call);
    return { data: await openGame(host, provider(row.providerId), row, mode, visitor, call) };
  };

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [noDemo, providerNotConnected, gameNotAvailable, providerUnknown, manifestInvalid],
    origins: () => connected().map(({ origin }) => origin),
    provider,
    providers: connected,
    picture: hash => store.pictureOf(host.db, hash),
    shelf: kind => store.shelfOf(host.db, kind),
    handlers: [
      handle(contract.listCatalogue, async call => {
        const { params, query } = call.input;
        const visitor = visitorOf(needs, params.kind, call);
        const context = contextOf(call, visitor);
        return {
          data: listGames(await readOlder(host, listRead, listed), params.kind, query, visitor.offer, context),
        };
      }),
      handle(contract.listLiveTables, async ({ locale }) => ({ data: { tables: [...(await liveTables(locale))] } })),
      handle(contract.getCatalogueGame, async call => {
        const row = await find(call.input.params);
        const visitor = visitorOf(needs, row.kind, call);
        const context = contextOf(call, visitor);
        const games = (await readOlder(host, listRead, listed))[row.kind];
        const similar = similarTo(games, row, each => isOffered(each, visitor.offer), mostSimilar);
        const refusal = refusalOf(row, visitor.offer, context.isConnected(row.providerId));
        const pot = row.hasJackpot ? await needs.potOf?.(context.currency as Currency) : undefined;
        const rules = await readOlder(host, listRead, on => store.rulesOf(on, row.id));
        const origin = provider(row.providerId)?.origin ?? null;
        const said = rules && rulesView(rules, call.locale, origin);
        return { data: detailsView(row, refusal, similar, pot ?? null, said, context) };
      }),
      handle(contract.openDemo, call => open(call, "demo")),
      handle(contract.openPlay, call => open(call, "play")),
      handle(contract.getOwnGames, call => own(call)),
      handle(contract.mergeOwnGames, async call => {
        await mergeGuestGames(host, call.session.player, call.input.body);
        return own(call);
      }),
      handle(contract.markGame, async ({ input, session }) => {
        const { id } = await find(input.params);
        if (input.body.favourite) await store.keepFavourite(host.db, session.player, id, new Date(host.clock.now()));
        else await store.dropFavourite(host.db, session.player, id);
        return undefined;
      }),
    ],
    jobs: [
      { name: firstImport, run: () => importFirstGames(host, all()) },
      {
        name: "catalogue-popular",
        cron: "*/10 * * * *",
        async run() {
          const now = new Date(host.clock.now());
          const testPlayers = await needs.people.testPlayers(host.db);
          await host.db.tx(tx => store.countPlayers(tx, testPlayers, now));
        },
      },
      {
        name: "catalogue-maintenance",
        cron: "* * * * *",
        run: () => store.endMaintenance(host.db, new Date(host.clock.now())),
      },
    ],
    personalData: async player => ({
      favourites: await store.namesOwnedBy(host.db, "favourites", player),
      recent: await store.namesOwnedBy(host.db, "recent", player),
    }),
    onAccountClosed: (tx, player) => store.forgetPlayer(tx, player),
    async start() {
      if (host.config.GAME_PROVIDERS.length > 0)
        await host.db.tx(tx => enqueue(tx, firstImport, null, { key: firstImport, maxAttempts: 8 }));
      for (const { id, origin } of all())
        invariant(
          !isOwnOrigin(origin, hostnames()),
          `The provider ${id} has its games on ${origin}, a host of the casino.`,
        );
    },
  };
}
