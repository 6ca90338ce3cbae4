import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { defaultLocale, type Locale, locales } from "#kit/i18n/locale.ts";
import { toHex } from "#kit/std/bytes.ts";
import { getBanners, getFaq, getPolicy, getPromo, type ShownDocument } from "../shared/contract.ts";
import { previewExpired } from "../shared/errors.ts";
import type { Placement } from "../shared/kinds.ts";
import type { PreviewLinks } from "./preview-links.ts";
import { type DocumentName, type VersionRow, versionNumbered } from "./store.ts";

export interface ShowNeeds {
  readonly host: Pick<Host, "db" | "clock">;
  readonly previews: PreviewLinks;
  /** What is shown now, as this process last read it. */
  live(): readonly VersionRow[];
  /** The country of an address, if it is known. */
  countryOf(address: string): string | null;
}

interface ShowQuery {
  readonly language?: Locale | undefined;
  readonly preview?: string | undefined;
}

/** The calls of the site's pages. */
export function showHandlers(needs: ShowNeeds): readonly Handler[] {
  const one = async (name: DocumentName, query: ShowQuery, locale: Locale) => ({
    data: shownIn(await versionOf(needs, name, query.preview), query.language ?? locale),
  });
  return [
    handle(getPolicy, ({ input: { params, query }, locale }) =>
      one({ kind: "policy", key: params.key }, query, locale),
    ),
    handle(getFaq, ({ input: { query }, locale }) => one({ kind: "faq", key: "faq" }, query, locale)),
    handle(getPromo, ({ input: { params, query }, locale }) => one({ kind: "promo", key: params.key }, query, locale)),
    handle(getBanners, async ({ input: { query }, session, locale, ip }) => {
      const language = query.language ?? locale;
      const shown = (row: VersionRow) => ({ ...shownIn(row, language), key: row.key });
      if (query.preview !== undefined)
        return { data: [shown(await versionOf(needs, { kind: "banner", key: query.key ?? "" }, query.preview))] };
      const visitor = { isPlayer: session !== null, country: needs.countryOf(ip), language };
      return { data: bannersFor(needs, query.slot, visitor).map(shown) };
    }),
  ];
}

async function versionOf(needs: ShowNeeds, name: DocumentName, preview: string | undefined): Promise<VersionRow> {
  const { host, previews } = needs;
  if (preview === undefined) return liveOf(needs, name) ?? fail(notFound);
  const number = previews.open(name, preview, host.clock.now()) ?? fail(previewExpired);
  const version = await versionNumbered(host.db, name, number);
  return version && version.state !== "withdrawn" ? version : fail(previewExpired);
}

/** What is shown of a document; not after its end. */
export function liveOf({ host, live }: Pick<ShowNeeds, "host" | "live">, name: DocumentName): VersionRow | undefined {
  const row = live().find(({ kind, key }) => kind === name.kind && key === name.key);
  return row && isShown(row, host.clock.now()) ? row : undefined;
}

const isShown = ({ endsAt }: VersionRow, now: number) => endsAt === null || endsAt.getTime() > now;

interface BannerVisitor {
  readonly isPlayer: boolean;
  readonly country: string | null;
  readonly language: Locale;
}

function bannersFor({ host, live }: ShowNeeds, slot: string, visitor: BannerVisitor): readonly VersionRow[] {
  return live()
    .filter(row => row.placement?.slot === slot && isShown(row, host.clock.now()))
    .filter(({ placement }) => placement !== null && isFor(placement, visitor))
    .sort((a, b) => (b.placement?.priority ?? 0) - (a.placement?.priority ?? 0));
}

/** A banner of some countries is not shown where the country is unknown. */
function isFor({ audience, countries, languages }: Placement, { isPlayer, country, language }: BannerVisitor): boolean {
  return (
    (audience === "all" || audience === (isPlayer ? "players" : "guests")) &&
    (countries === undefined || (country !== null && countries.includes(country))) &&
    (languages === undefined || languages.includes(language))
  );
}

/** A version in a language, or in English, or in the one that it has. */
export function textIn({ bodies }: Pick<VersionRow, "bodies">, locale: Locale): { language: Locale; text: string } {
  const language = [locale, defaultLocale, ...locales].find(each => bodies[each] !== undefined) ?? defaultLocale;
  return { language, text: bodies[language] ?? "" };
}

export function shownIn(row: VersionRow, locale: Locale): ShownDocument {
  return {
    version: row.version,
    published_at: row.publishedAt?.toISOString() ?? null,
    ...textIn(row, locale),
    languages: locales.filter(each => row.bodies[each] !== undefined),
    hash: toHex(row.hash),
  };
}
