import "#kit/ui/ui.css";
import "#modules/lobby/web/hues.css";
// Styles of parts that load later, or on some visits: here, so that no lazy script needs the file of the base (see vite.config.ts).
import "#modules/content/web/banners.css";
import "#modules/limits/web/play-watch.css";
import "./life/install-strip.css";
import "./visit/bonus-banner.css";
import "./visit-panel.css";
import { use, useEffect } from "react";
import {
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { type Locale, languageData, languageOf } from "#kit/i18n/locale.ts";
import cyrillicUrl from "#kit/ui/fonts/onest-cyrillic.woff2?url";
import latinUrl from "#kit/ui/fonts/onest-latin.woff2?url";
import { requestContext } from "#kit/web/context.ts";
import { type RootData, useLocale } from "#kit/web/lang.ts";
import { NonceContext } from "#kit/web/nonce.ts";
import { TextContext } from "#kit/web/texts.tsx";

export function loader({ context }: LoaderFunctionArgs): RootData {
  const { locale, apiOrigin, serviceOrigins, siteOrigin, supportWidget, hasToken, region, mirror } =
    context.get(requestContext);
  return { locale, apiOrigin, serviceOrigins, siteOrigin, supportWidget, hasToken, region, mirror };
}

/** The configured names and the language are fixed for the lifetime of a page. */
export const shouldRevalidate = () => false;

/** The document. It also wraps errors, so it must not depend on any loader. */
export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = use(NonceContext);
  const locale = useLocale();
  const data = useRouteLoaderData<RootData>("root");
  const { own } = use(TextContext);
  // From here on presses are recorded: see early-presses.ts.
  useEffect(() => {
    document.documentElement.dataset.alive = "";
  }, []);
  const texts = useMatches().flatMap(match => (match.handle as { texts?: readonly string[] } | undefined)?.texts ?? []);
  return (
    <html
      lang={languageOf(locale)}
      data-api={data?.apiOrigin}
      data-sso={data?.mirror.sso}
      data-texts={texts.join(" ")}
      data-own={own}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#051c14" />
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={nonce} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-192.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {data?.mirror.meta_yandex_verification && (
          <meta name="yandex-verification" content={data.mirror.meta_yandex_verification} />
        )}
        <Preloads locale={locale} />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** At most two fonts: the text font in latin, and in the page's script if it is another one. */
function Preloads({ locale }: { locale: Locale }) {
  const urls = languageData(languageOf(locale)).cyrillic ? [latinUrl, cyrillicUrl] : [latinUrl];
  return urls.map(url => (
    <link key={url} rel="preload" as="font" type="font/woff2" href={url} crossOrigin="anonymous" />
  ));
}

export default function Root() {
  return <Outlet />;
}

/** Shown only when the frame itself failed: no scripts, plain text. */
export function ErrorBoundary() {
  return (
    <main className="empty">
      <h1>Fairhouse</h1>
      <p>Something went wrong on our side. Please reload the page.</p>
    </main>
  );
}
