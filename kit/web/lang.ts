import { useParams, useRouteLoaderData } from "react-router";
import { isLocale, type Locale, localePath } from "#kit/i18n/locale.ts";
import { type Currency, currencyOfRegion } from "#kit/money/currency.ts";
import type { HostData } from "./context.ts";

/** What the root loader tells every page. */
export interface RootData {
  readonly locale: Locale;
  readonly apiOrigin: string;
  /** Where calls of a service go that does not answer on `apiOrigin`. */
  readonly serviceOrigins: Readonly<Record<string, string>>;
  readonly siteOrigin: string;
  readonly hasToken: boolean;
  /** The outside support widget; null where the house has its own form. */
  readonly supportWidget: string | null;
  /** Where the visitor is, as far as it decides what he is offered: KZ or RU. */
  readonly region: string;
  readonly mirror: HostData;
}

/** The language of the page being shown. */
export function useLocale(): Locale {
  const data = useRouteLoaderData<RootData>("root");
  const { lang } = useParams();
  return isLocale(lang) ? lang : (data?.locale ?? "en");
}

/** The currency that a guest is shown: that of his region. */
export function useRegionCurrency(): Currency {
  return currencyOfRegion(useRouteLoaderData<RootData>("root")?.region ?? "");
}

/** Makes paths that stay in the language of the address: prefixed exactly where this page is. */
export function useHref(): (path: string) => string {
  const { lang } = useParams();
  return path => (isLocale(lang) ? localePath(lang, path) : path);
}
