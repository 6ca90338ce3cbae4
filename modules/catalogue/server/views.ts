import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { CatalogueDetails, CatalogueGame, CatalogueRules } from "../shared/contract.ts";
import { newMs } from "../shared/facts.ts";
import type { GameRules } from "../shared/manifest.ts";
import type { Refusal } from "./availability.ts";
import type { GameRow } from "./store.ts";

/** What a view depends on besides its row. */
export interface ViewContext {
  readonly locale: Locale;
  /** Currency of the stakes that are shown. */
  readonly currency: string;
  readonly nowMs: number;
  isConnected(provider: string): boolean;
}

const percent = (hundredths: number) => (hundredths / 100).toFixed(2);
const percentOrNull = (hundredths: number | null) => (hundredths === null ? null : percent(hundredths));

export function gameView(row: GameRow, context: ViewContext): CatalogueGame {
  const { id, kind, slug, volatility, maxWin, hasDemo, hasPhone } = row;
  return {
    id,
    kind,
    slug,
    volatility,
    max_win: maxWin,
    has_demo: hasDemo,
    has_phone: hasPhone,
    title: titleOf(row, context.locale),
    provider: { id: row.providerId, title: row.providerTitle },
    rtp: percentOrNull(row.rtp),
    badge: row.badge ?? (row.isLater && context.nowMs - row.addedAt.getTime() < newMs ? "new" : null),
    art: Object.fromEntries(Object.entries(row.art).map(([name, hash]) => [name, `/art/${hash}`])),
    stakes: stakesOf(row, context.currency),
    is_connected: context.isConnected(row.providerId),
    ...(row.state === "maintenance" && { maintenance: { until: row.maintenanceUntil?.toISOString() ?? null } }),
  };
}

export function detailsView(
  row: GameRow,
  refusal: Refusal | undefined,
  similar: readonly GameRow[],
  pot: Micros | null,
  rules: CatalogueRules | null,
  context: ViewContext,
): CatalogueDetails {
  const { lines, ways, tags, hasJackpot, maths } = row;
  return {
    ...gameView(row, context),
    lines,
    ways,
    tags: [...tags],
    has_jackpot: hasJackpot,
    pot: pot === null ? null : { currency: context.currency, amount: formatAmount(pot) },
    maths,
    rules,
    modes: row.modes.map(({ mode, rtp, buy }) => ({ mode, rtp: percent(rtp), buy })),
    hit_rate: percentOrNull(row.hitRate),
    max_win_odds: row.maxWinOdds === null ? null : Number(row.maxWinOdds),
    added_at: row.addedAt.toISOString(),
    unavailable: refusal ? { reason: refusal.reason, until: refusal.until?.toISOString() ?? null } : null,
    similar: similar.map(each => gameView(each, context)),
  };
}

/** `origin`: where the provider's games stand; null while it is not connected. */
export function rulesView(
  { features, paytable, par }: GameRules,
  locale: Locale,
  origin: string | null,
): CatalogueRules {
  const symbols = paytable?.symbols ?? [];
  const pictureOf = (hash: string | undefined) => (hash === undefined ? null : `/art/${hash}`);
  return {
    features: features.map(({ symbol, title, text }) => ({
      title: inLocale(title, locale),
      text: inLocale(text, locale),
      picture: pictureOf(symbols.find(each => each.symbol === symbol)?.picture),
    })),
    paytable: paytable && {
      counts: paytable.counts,
      symbols: symbols.map(({ title, role, picture, pays }) => ({
        title: inLocale(title, locale),
        role,
        picture: pictureOf(picture),
        pays: pays.toSorted((a, b) => b.count - a.count),
      })),
    },
    par: par === undefined || origin === null ? null : `${origin}${par}`,
  };
}

/** A provider's texts are by language, the site's locale for Kazakh is `kz`. */
const inLocale = (texts: Readonly<Record<"en" | "ru" | "kk", string>>, locale: Locale): string =>
  texts[locale === "kz" ? "kk" : locale];

export function titleOf(row: Pick<GameRow, "title" | "titleRu" | "titleKk">, locale: Locale): string {
  if (locale === "ru") return row.titleRu;
  return locale === "kz" ? row.titleKk : row.title;
}

/** The provider's stakes within the operator's limits. */
function stakesOf({ stakes, limits }: GameRow, currency: string): CatalogueGame["stakes"] {
  const limit = limits[currency];
  const within = (stakes[currency] ?? []).filter(
    stake =>
      !limit || (parseDecimal(stake) >= parseDecimal(limit.min) && parseDecimal(stake) <= parseDecimal(limit.max)),
  );
  const [min, max] = [within[0], within.at(-1)];
  return min === undefined || max === undefined ? null : { currency, min, max };
}
