import { ChevronRight } from "lucide-react";
import { lazy } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import type { LiveBetRow } from "#modules/bets/shared/contract.ts";
import type { ShownBanner } from "#modules/content/shared/contract.ts";
import type { AlsoHere, Shelf, ShelfGame, ShortMatch, ShortTournament } from "./read-also-here.ts";
import { Wins } from "./wins.tsx";

/** Loaded where there are banners. */
const Banners = lazy(async () => ({ default: (await import("#modules/content/web/banners.tsx")).Banners }));

interface BelowFoldProps extends AlsoHere {
  readonly wins: readonly LiveBetRow[];
  readonly banners: readonly ShownBanner[];
}

/** The home page below our own games: banners, slots, live tables, the biggest wins, matches in play and the tournament that runs. */
export default function BelowFold({ banners, wins, shelves, matches, tournament }: BelowFoldProps) {
  const hasNews = matches.length > 0 || tournament !== null;
  return (
    <>
      {banners.length > 0 && <Banners of={banners} />}
      {shelves.map(shelf => (
        <GameShelf key={shelf.kind} of={shelf} />
      ))}
      <Wins rows={wins}>
        {hasNews && (
          <div className="news">
            {matches.length > 0 && <Matches of={matches} />}
            {tournament && <TournamentCard of={tournament} />}
          </div>
        )}
      </Wins>
    </>
  );
}

function GameShelf({ of: { kind, games } }: { of: Shelf }) {
  const { t } = useTranslation("lobby");
  const href = useHref();
  return (
    <section>
      <div className="section-head">
        <h2>{t(kind === "slots" ? "menu.slots" : "menu.live")}</h2>
        <Link className="more" to={href(`/games/${kind}`)}>
          {t("home.all")} <Icon of={ChevronRight} size={16} />
        </Link>
      </div>
      <div className={`hg shelf ${kind}`}>
        {games.map(game => (
          <ShelfTile key={game.slug} kind={kind} game={game} />
        ))}
      </div>
    </section>
  );
}

function ShelfTile({ kind, game }: { kind: Shelf["kind"]; game: ShelfGame }) {
  const href = useHref();
  const isPlayer = useSession(state => state.status === "player");
  const { slug, title, has_demo, hasPicture } = game;
  return (
    <Link className="tile" to={href(`/games/${kind}/${slug}/${isPlayer || !has_demo ? "play" : "demo"}`)}>
      {hasPicture && <img className="art" src={`/art/shelf/${kind}#${slug}`} alt="" loading="lazy" decoding="async" />}
      <span className="tile-name">
        <b>{title}</b>
      </span>
    </Link>
  );
}

/** Matches in play, with the score as the page was rendered. */
function Matches({ of }: { of: readonly ShortMatch[] }) {
  const { t } = useTranslation("lobby");
  const href = useHref();
  return (
    <div className="card news-card">
      <div className="row spread">
        <h2 className="display">{t("home.live_now")}</h2>
        <Link className="muted sm" to={href("/betting/live")}>
          {t("home.all")}
        </Link>
      </div>
      {of.map(({ id, path, league, sides, score }) => (
        <Link key={id} className="match" to={href(path)}>
          <small className="faint ellipsis">{league}</small>
          <span className="ellipsis">{sides.join(" – ")}</span>
          {score && <b className="num">{score.join(":")}</b>}
        </Link>
      ))}
    </div>
  );
}

function TournamentCard({ of }: { of: ShortTournament }) {
  const { t } = useTranslation("lobby");
  const language = languageOf(useLocale());
  const { dayAndTime } = useDates();
  const href = useHref();
  return (
    <Link className="card news-card" to={href(`/tournament/${of.id}`)}>
      <span className="row spread">
        <b className="display">{of.title}</b>
        <b className="num value">
          {showMoney(micros(BigInt(of.prizes)), of.currency as Currency, language, { brief: true })}
        </b>
      </span>
      <small className="muted">
        {t("home.until")} <time dateTime={of.ends_at}>{dayAndTime(of.ends_at)}</time>
      </small>
    </Link>
  );
}
