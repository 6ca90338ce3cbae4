import { useEffect, useState } from "react";
import { data, Link, type LoaderFunctionArgs, NavLink, useLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showPercent } from "#kit/i18n/numbers.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { Definition } from "#kit/ui/definition.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useClient } from "#kit/web/client.ts";
import { requestContext } from "#kit/web/context.ts";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import type { CatalogueGame } from "../shared/contract.ts";
import { kindOf } from "./kind.ts";
import "./catalogue.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { game: true, texts: ["catalogue"] };

type Mode = "demo" | "play";

/** One game in one mode; an unlisted game, or any other mode, is not found. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const { slug = "", mode } = params;
  if (mode !== "demo" && mode !== "play") throw data({ path: pathname }, 404);
  const path = `/api/v1/catalogue/${kindOf(pathname)}/${encodeURIComponent(slug)}`;
  const { status, body } = await context.get(requestContext).get(path);
  if (status !== 200) throw data({ path: pathname }, 404);
  return { game: (body as { data: CatalogueGame }).data, mode: mode as Mode };
}

/** A slot or a live table in its provider's frame, with the facts stated by the provider. */
export default function CatalogueGamePage() {
  const { t } = useTranslation("catalogue");
  const { game, mode } = useLoaderData<typeof loader>();
  const isGuest = useSession(state => state.status === "guest");
  const title = t(`page_${mode}`, { title: game.title });
  return (
    <div className={`game cat-game ${game.kind === "slots" ? "g-slots" : "g-live"}`}>
      <PageHead
        title={title}
        description={t("page_lead", { title: game.title, company: game.provider.title })}
        noIndex
      />
      <section className="stage" aria-label={game.title}>
        <div className="stage-head">
          <h1 lang="">{game.title}</h1>
          {mode === "demo" && <span className="tag brass">{t("demo")}</span>}
        </div>
        <div className="cat-frame">
          {!game.is_connected ? (
            <Closed game={game} text={t("not_connected", { company: game.provider.title })} />
          ) : mode === "demo" && !game.has_demo ? (
            <Closed game={game} text={t("no_demo")} />
          ) : mode === "play" && isGuest ? (
            <SignInFirst game={game} />
          ) : (
            <Frame key={`${game.id} ${mode}`} game={game} mode={mode} />
          )}
        </div>
      </section>
      <Facts game={game} />
    </div>
  );
}

function Closed({ game, text }: { game: CatalogueGame; text: string }) {
  const { t } = useTranslation("catalogue");
  const href = useHref();
  return (
    <div className="empty">
      <Seal of={`${game.kind} ${game.slug}`} size={150} points={220} />
      <p>{text}</p>
      <Link className={buttonClass({ variant: "secondary" })} to={href("/games")}>
        {t("house_games")}
      </Link>
    </div>
  );
}

function SignInFirst({ game }: { game: CatalogueGame }) {
  const { t } = useTranslation("catalogue");
  const modal = useModalLink();
  return (
    <div className="empty">
      <Seal of={`${game.kind} ${game.slug}`} size={150} points={220} />
      <p>{t("sign_in_first")}</p>
      <Link className={buttonClass({ variant: "primary" })} to={modal("login")} preventScrollReset>
        {t("sign_in")}
      </Link>
    </div>
  );
}

/** The provider's page. It may run scripts and store its own data; it cannot navigate this page away. */
function Frame({ game, mode }: { game: CatalogueGame; mode: Mode }) {
  const { api } = useClient();
  const { lines } = useErrorTexts("catalogue");
  const [opened, setOpened] = useState<{ readonly url: string } | { readonly refused: string } | null>(null);
  const { kind, slug } = game;
  useEffect(() => {
    let here = true;
    const ask = async () => {
      const { openDemo, openPlay } = await import("../shared/contract.ts");
      return api.call(mode === "demo" ? openDemo : openPlay, { params: { kind, slug } });
    };
    ask().then(
      answer => here && setOpened({ url: answer.data.url }),
      error => here && setOpened({ refused: lines(error).join(" ") }),
    );
    return () => {
      here = false;
    };
  }, [api, lines, kind, slug, mode]);
  if (opened === null) return <Skeleton height={320} />;
  if ("refused" in opened) return <Closed game={game} text={opened.refused} />;
  return (
    <iframe
      src={opened.url}
      title={game.title}
      allow="fullscreen; autoplay"
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="no-referrer"
    />
  );
}

function Facts({ game }: { game: CatalogueGame }) {
  const { t } = useTranslation("catalogue");
  const href = useHref();
  const language = languageOf(useLocale());
  const { rtp, volatility, max_win, provider, kind, slug } = game;
  const facts = [
    ["rtp", rtp === null ? null : showPercent(rtp, language)],
    ["volatility", volatility && t(`volatilities.${volatility}`)],
    ["max_win", max_win === null ? null : `${showCount(max_win, language)}×`],
  ] as const;
  return (
    <aside className="panel">
      <div>
        <b className="display" lang="">
          {game.title}
        </b>
        <p className="muted sm">{provider.title}</p>
      </div>
      <nav className="tabs fill" aria-label={t("mode")}>
        <NavLink to={href(`/games/${kind}/${slug}/play`)}>{t("play")}</NavLink>
        {game.has_demo && <NavLink to={href(`/games/${kind}/${slug}/demo`)}>{t("demo")}</NavLink>}
      </nav>
      <hr className="divider" />
      {facts.map(([key, value]) => (
        <div key={key} className="key-value">
          {key === "rtp" ? <Definition means={t("rtp_means")}>{t(key)}</Definition> : <span>{t(key)}</span>}
          <b>{value ?? t("not_stated")}</b>
        </div>
      ))}
      <p className="xs muted push">{t("facts_note", { company: provider.title })}</p>
    </aside>
  );
}
