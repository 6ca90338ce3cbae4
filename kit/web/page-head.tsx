import { useLocation, useRouteLoaderData } from "react-router";
import { barePath, defaultLocale, languageOf, localePath, locales } from "#kit/i18n/locale.ts";
import { type RootData, useLocale } from "./lang.ts";

/**
 * Title, description, canonical address and the same page in the other languages. Every page renders one; React moves
 * them into the head, on the server too.
 */
export function PageHead({ title, description, noIndex }: { title: string; description?: string; noIndex?: boolean }) {
  const { pathname } = useLocation();
  const locale = useLocale();
  const origin = useRouteLoaderData<RootData>("root")?.siteOrigin ?? "";
  const path = barePath(pathname);
  return (
    <>
      <title>{title === "Fairhouse" ? title : `${title} · Fairhouse`}</title>
      {description && <meta name="description" content={description} />}
      {noIndex && <meta name="robots" content="noindex" />}
      <link rel="canonical" href={origin + localePath(locale, path)} />
      {locales.map(other => (
        <link key={other} rel="alternate" hrefLang={languageOf(other)} href={origin + localePath(other, path)} />
      ))}
      {/* Never the address without a language: its canonical address is another one, so that search engines would ignore it. */}
      <link rel="alternate" hrefLang="x-default" href={origin + localePath(defaultLocale, path)} />
    </>
  );
}
