import { ChevronLeft, ChevronRight } from "lucide-react";
import { lazy, Suspense, useRef } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { StructuredData } from "#kit/web/structured-data.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { LiveBetRow, OwnBet, RoundRecord } from "#modules/bets/shared/contract.ts";
import type { ShownBanner } from "#modules/content/shared/contract.ts";
import { loadBanners } from "#modules/content/web/load-document.ts";
import type { CrashPastRound } from "#modules/games/crash/shared/contract.ts";
import { bestOfToday } from "./best-facts.ts";
import { ContinuePlaying } from "./continue-playing.tsx";
import { CrashFact } from "./crash-fact.tsx";
import { type DesignedReturns, designedReturns } from "./designed-returns.ts";
import { GameTiles } from "./game-tiles.tsx";
import { Hero } from "./hero.tsx";
import { loadHomeLive } from "./home-live.ts";
import { ProofCard } from "./proof-card.tsx";
import { type AlsoHere, readAlsoHere } from "./read-also-here.ts";
import { type PlayersNow, playersOf, usePlayersNow } from "./use-players-now.ts";
import "./home.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

/** Rendered by the server; its code comes with what every page loads late. */
const BelowFold = lazy(() => (import.meta.env.SSR ? import("./below-fold.tsx") : loadHomeLive().then(belowFoldOf)));
const belowFoldOf = ({ BelowFold }: Awaited<ReturnType<typeof loadHomeLive>>) => ({ default: BelowFold });

interface HomeData extends AlsoHere {
  readonly banners: readonly ShownBanner[];
  readonly lastRound: CrashPastRound | null;
  /** The public record of the last round, which the page recomputes. */
  readonly lastRecord: RoundRecord | null;
  readonly wins: readonly LiveBetRow[];
  readonly players: PlayersNow;
  readonly returns: DesignedReturns;
  /** The player's own latest bets; none for a guest. */
  readonly own: readonly OwnBet[];
}

/** Real rounds and real bets, or nothing. If a part cannot be loaded, the rest of the page is shown without it. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<HomeData> {
  const { get, hasToken, locale } = context.get(requestContext);
  const [banners, also, rounds, wins, players, returns, own] = await Promise.all([
    loadBanners("home", { context: { get }, request, language: locale }),
    readAlsoHere(get),
    get("/api/v1/games/crash/rounds"),
    get("/api/v1/bets/latest"),
    get("/api/v1/games/players"),
    get("/api/v1/games/returns"),
    hasToken ? get("/api/v1/bets") : null,
  ]);
  const past = dataOf<{ items: CrashPastRound[] }>(rounds)?.items ?? [];
  const lastRound = past.find(round => round.status === "settled") ?? null;
  const record = lastRound && (await get(`/api/v1/rounds/${lastRound.id}`));
  return {
    ...also,
    banners,
    lastRound,
    lastRecord: (record && dataOf<RoundRecord>(record)) ?? null,
    wins: dataOf<LiveBetRow[]>(wins) ?? [],
    players: players.status === 200 ? playersOf(players.body) : {},
    returns: designedReturns(returns),
    own: (own && dataOf<{ items: OwnBet[] }>(own)?.items) || [],
  };
}

function dataOf<T>(answer: { status: number; body: unknown }): T | undefined {
  return answer.status === 200 ? (answer.body as { data: T }).data : undefined;
}

export default function HomePage() {
  const { t } = useTranslation("lobby");
  const { lastRound, lastRecord, wins, players, returns, own, ...also } = useLoaderData<typeof loader>();
  return (
    <div className="home-page">
      <PageHead title={t("home.title")} description={t("home.description")} />
      <StructuredData data={{ "@type": "WebSite", name: "Fairhouse", description: t("home.description") }} />
      <section className="hero">
        <Hero />
        <ProofCard lastRound={lastRound} record={lastRecord} />
      </section>
      {own.length > 0 && <ContinuePlaying bets={own} returns={returns} />}
      <HouseGames last={lastRound?.point ?? null} wins={wins} players={players} returns={returns} />
      <Suspense>
        <BelowFold wins={wins.slice(0, 8)} {...also} />
      </Suspense>
    </div>
  );
}

function HouseGames(props: Pick<HomeData, "wins" | "players" | "returns"> & { last: string | null }) {
  const { last, wins, returns } = props;
  const players = usePlayersNow(props.players);
  const { t } = useTranslation("lobby");
  const language = languageOf(useLocale());
  const href = useHref();
  const row = useRef<HTMLDivElement>(null);
  const scroll = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.6, behavior: "smooth" });
  const best = [...bestOfToday(wins)].map(([game, multiplier]) => [
    game,
    t("facts.best", { multiplier: showMultiplier(multiplier, language) }),
  ]);
  const facts = { ...Object.fromEntries(best), crash: <CrashFact last={last} rtp={returns.crash} /> };
  return (
    <>
      <div className="section-head o0">
        <h2>{t("menu.house_games")}</h2>
        <span className="muted sm only-desktop">{t("home.games_note")}</span>
        <Link className="more" to={href("/games")}>
          {t("home.all")}
        </Link>
        <span className="arrows only-desktop">
          <button type="button" aria-label={t("home.back")} onClick={() => scroll(-1)}>
            <Icon of={ChevronLeft} size={18} />
          </button>
          <button type="button" aria-label={t("home.forward")} onClick={() => scroll(1)}>
            <Icon of={ChevronRight} size={18} />
          </button>
        </span>
      </div>
      <GameTiles className="hg o0" ref={row} facts={facts} returns={returns} players={players} />
    </>
  );
}
