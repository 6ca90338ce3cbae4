import { useParams, useRouteLoaderData } from "react-router";
import { isLocale, type Locale, localePath } from "#kit/i18n/locale.ts";
import { type Currency, currencyOfRegion } from "#kit/money/currency.ts";
import type { HostData } from "./context.ts";

/** Data of the root loader for every page. */
export interface RootData {
  readonly locale: Locale;
  readonly apiOrigin: string;
  /** Origins of services outside `apiOrigin`. */
  readonly serviceOrigins: Readonly<Record<string, string>>;
  readonly siteOrigin: string;
  readonly hasToken: boolean;
  /** The external support widget; null if the built-in form is used. */
  readonly supportWidget: string | null;
  /** The visitor's region, where it affects the offer: KZ or RU. */
  readonly region: string;
  readonly mirror: HostData;
}

/** The language of the page being shown. */
export function useLocale(): Locale {
  const data = useRouteLoaderData<RootData>("root");
  const { lang } = useParams();
  return isLocale(lang) ? lang : (data?.locale ?? "en");
}

/** The currency shown to a guest: that of their region. */
export function useRegionCurrency(): Currency {
  return currencyOfRegion(useRouteLoaderData<RootData>("root")?.region ?? "");
}

/** Builds paths in the language of the address: prefixed exactly where this page is. */
export function useHref(): (path: string) => string {
  const { lang } = useParams();
  return path => (isLocale(lang) ? localePath(lang, path) : path);
}
