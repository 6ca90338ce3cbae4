import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { data, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { gamesBelow } from "#modules/games/printed/menu.ts";
import type { PublicProfile } from "../shared/contract.ts";
import "./profiles.css";

export const handle = { texts: ["profiles"] };

/** A player's public profile; hidden and unknown players are not found. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<PublicProfile> {
  const answer = await context.get(requestContext).get(`/api/v1/players/${encodeURIComponent(params.name ?? "")}`);
  if (answer.status !== 200) throw data({ path: new URL(request.url).pathname }, 404);
  return (answer.body as { data: PublicProfile }).data;
}

export default function PublicProfilePage() {
  const { t } = useTranslation("profiles", "lobby");
  const href = useHref();
  const player = useLoaderData<typeof loader>();
  const isOwn = useSession(state => state.user?.name === player.name);
  return (
    <div className="player-page">
      <PageHead title={player.name} noIndex />
      <section className="card player-head">
        <PlayerAvatar of={player.avatar} size={88} />
        <div className="col gap-2">
          <h1 className="display">
            {player.name}
            {player.test && <span className="tag">{t("page.test")}</span>}
          </h1>
          {isOwn && (
            <div>
              <Link className={buttonClass({ variant: "outline", size: "s" })} to={href("/profile/setting")}>
                {t("page.edit")}
              </Link>
            </div>
          )}
        </div>
      </section>
      {player.statistics ? (
        <Figures of={player.statistics} />
      ) : (
        <p className="note">
          <Icon of={EyeOff} size={17} />
          {t("page.hidden")}
        </p>
      )}
    </div>
  );
}

function Figures({ of }: { of: NonNullable<PublicProfile["statistics"]> }) {
  const { t } = useTranslation("profiles", "lobby");
  const language = languageOf(useLocale());
  const href = useHref();
  const { day } = useDates();
  const money = (amount: string, currency: string) => showMoney(parseDecimal(amount), currency as Currency, language);
  const { since, bets, wagered, biggest_win: win, favourite_games: games } = of;
  return (
    <dl className="player-figures">
      <Figure name={t("page.since")}>{day(`${since}T12:00:00Z`)}</Figure>
      <Figure name={t("page.bets")}>{showCount(bets, language)}</Figure>
      <Figure name={t("page.wagered")}>
        {wagered.length === 0
          ? "–"
          : wagered.map(({ amount, currency }) => <span key={currency}>{money(amount, currency)}</span>)}
      </Figure>
      <Figure name={t("page.biggest_win")}>
        {win ? (
          <>
            <span>{money(win.payout, win.currency)}</span>
            <small>
              {t("page.win_of", { game: t.in("lobby:games", win.game), stake: money(win.stake, win.currency) })}
            </small>
          </>
        ) : (
          "–"
        )}
      </Figure>
      <Figure name={t("page.favourites")}>
        {games.length === 0
          ? "–"
          : games.map(({ game, bets }) => (
              <span key={game}>
                <Link to={href(pathOf(game))}>{t.in("lobby:games", game)}</Link>{" "}
                <small>{t("page.game_bets", { count: bets, shown: showCount(bets, language) })}</small>
              </span>
            ))}
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="card">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const pagesAbove: Readonly<Record<string, string>> = gamesBelow;

function pathOf(game: string): string {
  const above = pagesAbove[game];
  return above === undefined ? `/games/${game}` : `/games/${above}/${game}`;
}
