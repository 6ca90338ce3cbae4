import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle, type Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { invariant } from "#kit/std/invariant.ts";
import manifest from "../module.ts";
import {
  type CatalogueGame,
  gameKinds,
  getCatalogueGame,
  listCatalogue,
  openDemo,
  openPlay,
} from "../shared/contract.ts";
import { noDemo, providerNotConnected } from "../shared/errors.ts";
import type { GameProvider } from "./provider.ts";
import { type GameRow, gameOf, gamesOf, providersOf } from "./store.ts";

export type { GameProvider, Opening } from "./provider.ts";

export interface CatalogueModule extends ServerModule {
  /** Origins whose games may be framed by a page. */
  readonly origins: readonly string[];
}

/** Games of one answer. */
const most = 60;

/**
 * Slots and live tables of external providers: lists, and opening a game. Without a connected provider nothing can be opened, and every
 * call and page says so.
 */
export function createCatalogue(
  host: Host,
  { providers = [] }: { providers?: readonly GameProvider[] } = {},
): CatalogueModule {
  const connected = new Map(providers.map(provider => [provider.id, provider]));
  const viewOf = (row: GameRow) => view(row, connected.has(row.provider_id));
  const find = async ({ kind, slug }: { kind: string; slug: string }) =>
    (await gameOf(host.db, kind, slug)) ?? fail(notFound);

  async function open(row: GameRow, mode: "demo" | "play", caller: { locale: Locale; session: Session | null }) {
    const provider = connected.get(row.provider_id) ?? fail(providerNotConnected);
    const { locale, session } = caller;
    const url = await provider.open({ slug: row.slug, mode, locale, session: mode === "play" ? session : null });
    invariant(new URL(url).origin === provider.origin, `${provider.id} returned a URL outside its declared origin`);
    return { data: { url } };
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [noDemo, providerNotConnected],
    origins: providers.map(({ origin }) => origin),
    handlers: [
      handle(listCatalogue, async ({ input: { params, query } }) => {
        if (!gameKinds.some(kind => kind === params.kind)) fail(notFound);
        const { search = null, provider = null, cursor = null } = query;
        const filter = { search: search === "" ? null : search, provider, after: cursor };
        const [rows, names] = await Promise.all([
          gamesOf(host.db, params.kind, filter, most),
          providersOf(host.db, params.kind),
        ]);
        const items = rows.slice(0, most).map(viewOf);
        return {
          data: { items, providers: [...names], next_cursor: rows.length > most ? (items.at(-1)?.id ?? null) : null },
        };
      }),
      handle(getCatalogueGame, async ({ input }) => ({ data: viewOf(await find(input.params)) })),
      handle(openDemo, async ({ input, locale, session }) => {
        const row = await find(input.params);
        if (!row.has_demo) fail(noDemo);
        return open(row, "demo", { locale, session });
      }),
      handle(openPlay, async ({ input, locale, session }) =>
        open(await find(input.params), "play", { locale, session }),
      ),
    ],
  };
}

function view(row: GameRow, isConnected: boolean): CatalogueGame {
  const { id, kind, slug, title, volatility, max_win, has_demo } = row;
  return {
    ...{ id, kind, slug, title, volatility, max_win, has_demo },
    provider: { id: row.provider_id, title: row.provider_title },
    rtp: row.rtp === null ? null : (row.rtp / 100).toFixed(2),
    is_connected: isConnected,
  };
}
