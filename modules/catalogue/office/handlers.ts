import { type FieldErrors, fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { RouteInput } from "#kit/contract/route.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { required } from "#kit/std/invariant.ts";
import { act } from "#modules/audit/server/index.ts";
import {
  allGames,
  type CatalogueModule,
  type Decided,
  decidedOf,
  decidedView,
  type GameRow,
  gameOfProvider,
  importGames,
  isStaked,
  lockGame,
  type ReadManifest,
  readManifest,
  writeDecided,
} from "#modules/catalogue/server/index.ts";
import { providerUnknown } from "../shared/errors.ts";
import { fold } from "../shared/fold.ts";
import * as contract from "./contract.ts";
import { type LimitNeeds, limitHandler } from "./limit-handlers.ts";

const most = 200;

interface Needs extends LimitNeeds {
  readonly catalogue: Pick<CatalogueModule, "provider" | "providers">;
}

/** How games of providers are offered. */
export function catalogueHandlers(needs: Needs): readonly Handler[] {
  const { host, catalogue } = needs;
  return [
    handle(contract.readGames, async ({ input: { query } }) => {
      const search = fold(query.search ?? "");
      const rows = await allGames(host.db, search === "" ? null : search, query.state ?? null, most);
      const isConnected = (id: string) => catalogue.provider(id) !== undefined;
      const providers = catalogue.providers().map(({ id, title }) => ({ id, title }));
      return { data: { games: rows.map(row => officeView(row, isConnected(row.providerId))), providers } };
    }),
    handle(contract.readGame, async ({ input: { params } }) => {
      const row = (await gameOfProvider(host.db, params.provider, params.slug)) ?? fail(notFound);
      return { data: officeView(row, catalogue.provider(row.providerId) !== undefined) };
    }),
    act(host, contract.changeGame, async (tx, { input: { params, body } }) => {
      const row = (await lockGame(tx, params.id)) ?? fail(notFound);
      const { reason, ...change } = body;
      const before = decidedOf(row);
      const after = changed(before, change, row, host.clock.now());
      await writeDecided(tx, row.id, after);
      const subject = `game:${row.kind}/${row.slug}`;
      return {
        answer: undefined,
        auditAction: {
          action: "games.change",
          subject,
          reason,
          before: decidedView(before),
          after: decidedView(after),
        },
      };
    }),
    limitHandler(needs),
    importHandler(needs),
  ];
}

/** The provider is asked before the transaction begins: a slow response must not hold a connection. */
function importHandler({ host, catalogue }: Pick<Needs, "host" | "catalogue">): Handler {
  const manifests = new WeakMap<object, ReadManifest>();
  const find = (id: string) => catalogue.provider(id) ?? fail(providerUnknown);
  const handler = act(host, contract.importProviderGames, async (tx, call) => {
    const { params, body } = call.input;
    const provider = find(params.provider);
    const read = required(manifests.get(call), "a manifest that was read before");
    const result = await importGames(host, tx, provider, read, "hidden");
    const data = {
      added: [...result.added],
      changed: [...result.changed],
      gone: [...result.gone],
      rejected: [...result.rejected],
    };
    return {
      answer: { data },
      auditAction: { action: "games.import", subject: `provider:${provider.id}`, reason: body.reason, after: data },
    };
  });
  return {
    ...handler,
    async run(call) {
      const { provider } = call.input.params as unknown as { readonly provider: string };
      manifests.set(call, await readManifest(find(provider)));
      return handler.run(call);
    },
  };
}

type Change = Omit<RouteInput<typeof contract.changeGame>["body"], "reason">;

/** What is decided from now on. Fails with `validation_failed` where the parts do not fit each other. */
function changed(before: Decided, change: Change, row: GameRow, nowMs: number): Decided {
  const { maintenance_until: until, state_reason, blocked_countries, ...rest } = change;
  const renamed = { ...rest, stateReason: state_reason, blockedCountries: blocked_countries };
  const given = Object.fromEntries(Object.entries(renamed).filter(([, value]) => value !== undefined));
  const next = { ...before, ...given } as Decided;
  const state = next.state;
  const stateReason = state === "disabled" ? next.stateReason : null;
  const end = until === undefined ? before.maintenanceUntil : until === null ? null : new Date(until);
  const errors: Record<string, readonly string[]> = {
    ...(state === "disabled" && stateReason === null && { state_reason: ["state_reason_invalid"] }),
    ...(state === "maintenance" && end && end.getTime() <= nowMs && { maintenance_until: ["time_past"] }),
    ...(next.currencies?.some(code => !isStaked(row, code)) && { currencies: ["currency_without_stakes"] }),
  };
  if (Object.keys(errors).length > 0) fail(validationFailed, { errors: errors as FieldErrors });
  return { ...next, stateReason, maintenanceUntil: state === "maintenance" ? end : null };
}

function officeView(row: GameRow, isConnected: boolean): contract.OfficeGame {
  const { id, kind, slug, title, state, stateReason, rank, badge, players7d } = row;
  return {
    id,
    kind,
    slug,
    title,
    state,
    state_reason: stateReason,
    rank,
    badge,
    players_7d: players7d,
    provider: { id: row.providerId, title: row.providerTitle },
    is_connected: isConnected,
    rtp: row.rtp === null ? null : (row.rtp / 100).toFixed(2),
    maintenance_until: row.maintenanceUntil?.toISOString() ?? null,
    categories: [...row.categories],
    countries: row.countries && [...row.countries],
    blocked_countries: [...row.blockedCountries],
    currencies: row.currencies && [...row.currencies],
    limits: { ...row.limits },
  };
}
