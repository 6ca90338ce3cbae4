import { Heart, Info, Maximize } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { data, Link, type LoaderFunctionArgs, NavLink, useLoaderData, useNavigate } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showPercent } from "#kit/i18n/numbers.ts";
import { microsPerMinor, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { Definition } from "#kit/ui/definition.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { type CatalogueDetails, getCatalogueGame } from "../shared/contract.ts";
import type { Opened } from "./frame/frame-state.ts";
import { CatalogueArt } from "./game-art.tsx";
import { GameBar } from "./game-bar.tsx";
import type { Mode } from "./game-frame.tsx";
import { Tile } from "./game-tile.tsx";
import { kindOf } from "./kind.ts";
import { loadShelf, played, saveShelf } from "./own-shelf.ts";
import { useOwnShelf } from "./use-own-shelf.ts";
import { useReason } from "./use-reason.ts";
import "./catalogue.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { game: true, texts: ["catalogue", "free-spins"] };

const GameFrame = lazy(() => import("./game-frame.tsx"));
const GameFreeSpins = lazy(() => import("#modules/free-spins/web/game-free-spins.tsx"));
const DetailsSheet = lazy(() => import("./details-sheet.tsx"));

/** One game in one mode; a game that is hidden, and any other mode, is no page. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const { slug = "", mode } = params;
  if (mode !== "demo" && mode !== "play") throw data({ path: pathname }, 404);
  const path = `/api/v1/catalogue/${kindOf(pathname)}/${encodeURIComponent(slug)}`;
  const { status, body } = await context.get(requestContext).get(path);
  if (status !== 200) throw data({ path: pathname }, 404);
  return { game: (body as { data: CatalogueDetails }).data, mode: mode as Mode };
}

/** A slot or a live table in its provider's frame, with the facts that the provider states beside it. */
export default function CatalogueGamePage() {
  const { t } = useTranslation("catalogue");
  const { game, mode } = useLoaderData<typeof loader>();
  const own = useOwnShelf();
  const [asked, setAsked] = useState<Opened | null>(null);
  const [hasSheet, setHasSheet] = useState(false);
  const [rounds, setRounds] = useState(0);
  const [opening, setOpening] = useState(0);
  const pot = usePot(game);
  const roundEnded = useCallback(() => setRounds(count => count + 1), []);
  const taken = useCallback(() => setAsked(null), []);
  const stage = useRef<HTMLElement>(null);
  const isFavourite = own.isFavourite(game);
  const status = useSession(state => state.status);
  const isShown = !useClosed(game, mode) && (mode === "demo" || status !== "guest");
  useNotePlayed(game, isShown);
  return (
    <div className={`game cat-game ${game.kind === "slots" ? "g-slots" : "g-live"}${isShown ? " playing" : ""}`}>
      <PageHead
        title={t(`page_${mode}`, { title: game.title })}
        description={t("page_lead", { title: game.title, provider: game.provider.title })}
        noIndex
      />
      <section className="stage" ref={stage} aria-label={game.title}>
        {isShown && (
          <GameBar
            kind={game.kind}
            mode={mode}
            onLimits={() => setAsked({ what: "limits" })}
            onDetails={() => setHasSheet(true)}
          />
        )}
        <div className={game.kind === "live-casino" && isShown ? "sr-only" : "stage-head"}>
          <h1>{game.title}</h1>
          {mode === "demo" && <span className="tag brass">{t("demo")}</span>}
        </div>
        <div className="cat-frame">
          <Stage
            key={`${game.id} ${mode} ${opening}`}
            game={game}
            mode={mode}
            pot={pot?.amount ?? null}
            asked={asked}
            onAskedTaken={taken}
            onRoundEnded={roundEnded}
          />
        </div>
      </section>
      <aside className="cat-side">
        <Facts game={game} pot={pot}>
          <button
            type="button"
            className="iconbtn"
            aria-pressed={isFavourite}
            aria-label={t(isFavourite ? "favourite_remove" : "favourite_add", { title: game.title })}
            onClick={() => own.toggle(game)}
          >
            <Icon of={Heart} />
          </button>
          <button
            type="button"
            className="iconbtn"
            aria-label={t("fullscreen")}
            onClick={() => void stage.current?.requestFullscreen().catch(() => undefined)}
          >
            <Icon of={Maximize} />
          </button>
          <button type="button" className="iconbtn" aria-label={t("details")} onClick={() => setHasSheet(true)}>
            <Icon of={Info} />
          </button>
        </Facts>
        {mode === "play" && status === "player" && game.kind === "slots" && (
          <Suspense>
            <GameFreeSpins slug={game.slug} rounds={rounds} onCancelled={() => setOpening(count => count + 1)} />
          </Suspense>
        )}
      </aside>
      {hasSheet && (
        <Suspense>
          <DetailsSheet
            game={game}
            isFavourite={isFavourite}
            onFavourite={own.toggle}
            onClose={() => setHasSheet(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

const potPollMs = 20_000;

/** What the jackpot of the game holds, read again while the page is open; null where it has none. */
function usePot({ kind, slug, pot }: CatalogueDetails): CatalogueDetails["pot"] {
  const { data } = useQuery(getCatalogueGame, { params: { kind, slug } }, { enabled: pot !== null, pollMs: potPollMs });
  return data?.pot ?? pot;
}

/** Why there is no frame at all; null where the game can be opened. */
function useClosed(game: CatalogueDetails, mode: Mode): string | null {
  const { t } = useTranslation("catalogue");
  const reason = useReason()(game);
  if (reason) return reason;
  return mode === "demo" && !game.has_demo ? t("no_demo") : null;
}

interface StageProps {
  readonly game: CatalogueDetails;
  readonly mode: Mode;
  readonly pot: string | null;
  readonly asked: Opened | null;
  onAskedTaken(): void;
  onRoundEnded(): void;
}

function Stage({ game, mode, pot, asked, onAskedTaken, onRoundEnded }: StageProps) {
  const status = useSession(state => state.status);
  const closed = useClosed(game, mode);
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const refused = (text: string) => <Closed game={game} text={text} />;
  if (closed) return refused(closed);
  if (mode === "play" && status === "guest") return <SignInFirst game={game} />;
  const skeleton = <Skeleton height={320} />;
  if (!alive || (mode === "play" && status === "unknown")) return skeleton;
  return (
    <Suspense fallback={skeleton}>
      <GameFrame
        game={game}
        mode={mode}
        pot={pot}
        asked={asked}
        onAskedTaken={onAskedTaken}
        onRoundEnded={onRoundEnded}
        refused={refused}
      />
    </Suspense>
  );
}

/** The reason, and games like this one. */
function Closed({ game, text }: { game: CatalogueDetails; text: string }) {
  const { t } = useTranslation("catalogue");
  const href = useHref();
  const own = useOwnShelf();
  return (
    <div className="empty cat-closed">
      <Seal of={`${game.kind} ${game.slug}`} size={110} points={220} />
      <p>{text}</p>
      {game.similar.length > 0 && (
        <section>
          <h2>{t("similar")}</h2>
          <ul className="cat-tiles">
            {game.similar.map(each => (
              <Tile key={each.id} game={each} isFavourite={own.isFavourite(each)} onFavourite={own.toggle} />
            ))}
          </ul>
        </section>
      )}
      <Link className={buttonClass({ variant: "secondary" })} to={href(`/games/${game.kind}`)}>
        {t("show_all")}
      </Link>
    </div>
  );
}

/** A guest at `play`: the sign-in dialog opens over the page automatically, once; then the game opens here. */
function SignInFirst({ game }: { game: CatalogueDetails }) {
  const { t } = useTranslation("catalogue");
  const modal = useModalLink();
  const navigate = useNavigate();
  const address = useRef(modal("login"));
  useEffect(() => {
    void navigate(address.current, { replace: true, preventScrollReset: true });
  }, [navigate]);
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

/** A guest's games are kept on the device. */
function useNotePlayed(game: CatalogueDetails, isShown: boolean): void {
  const isGuest = useSession(state => state.status === "guest");
  useEffect(() => {
    if (!isGuest || !isShown) return;
    const shelf = loadShelf(localStorage);
    saveShelf(localStorage, { ...shelf, recent: played(shelf.recent, game) });
  }, [game, isGuest, isShown]);
}

interface FactsProps {
  readonly game: CatalogueDetails;
  readonly pot: CatalogueDetails["pot"];
  readonly children: React.ReactNode;
}

function Facts({ game, pot, children }: FactsProps) {
  const { t } = useTranslation("catalogue");
  const href = useHref();
  const language = languageOf(useLocale());
  const { rtp, volatility, max_win, stakes, provider, kind, slug } = game;
  const money = (amount: string, currency: string) =>
    showMoney(parseDecimal(amount), currency as Currency, language, { brief: true });
  const facts = [
    ["rtp", rtp === null ? null : showPercent(rtp, language)],
    ["volatility", volatility && t.in("volatilities", `${volatility}`)],
    ["max_win", max_win === null ? null : `${showCount(max_win, language)}×`],
    ["stakes", stakes && `${money(stakes.min, stakes.currency)} – ${money(stakes.max, stakes.currency)}`],
  ] as const;
  return (
    <div className="panel">
      <div className="cat-head">
        <span className="cat-tile small">
          <CatalogueArt game={game} />
        </span>
        <div>
          <b className="display">{game.title}</b>
          <p className="muted sm">{provider.title}</p>
          <div className="row">{children}</div>
        </div>
      </div>
      <hr className="divider" />
      {pot && parseDecimal(pot.amount) >= microsPerMinor && (
        <div className="key-value">
          <span>{t("pot")}</span>
          <b className="num">{showMoney(parseDecimal(pot.amount), pot.currency as Currency, language)}</b>
        </div>
      )}
      {facts.map(([key, value]) => (
        <div key={key} className="key-value">
          {key === "rtp" ? <Definition means={t("rtp_means")}>{t(key)}</Definition> : <span>{t(key)}</span>}
          <b>{value ?? t("not_stated")}</b>
        </div>
      ))}
      <nav className="tabs fill" aria-label={t("mode")}>
        <NavLink to={href(`/games/${kind}/${slug}/play`)}>{t("play")}</NavLink>
        {game.has_demo && <NavLink to={href(`/games/${kind}/${slug}/demo`)}>{t("demo")}</NavLink>}
      </nav>
      <p className="xs muted">{t("facts_note", { provider: provider.title })}</p>
    </div>
  );
}
