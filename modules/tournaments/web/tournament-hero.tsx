import type { ReactNode } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { PlayerAvatar, Seal } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Standing, TournamentView } from "../shared/contract.ts";
import { Countdown } from "./countdown.tsx";
import { prizesOf, showPrize } from "./show.ts";

interface TournamentHeroProps {
  readonly tournament: TournamentView;
  readonly players: number;
  readonly lines: readonly Standing[];
  readonly above: ReactNode;
  /** The page's own heading is elsewhere. */
  readonly level: "h1" | "h2";
  readonly children?: ReactNode;
}

/** What it is about at a glance: the prizes, the time left, who leads. */
export function TournamentHero({ tournament, players, lines, above, level: Heading, children }: TournamentHeroProps) {
  const { t } = useTranslation("tournaments");
  const language = languageOf(useLocale());
  const { status, title, starts_at, ends_at } = tournament;
  return (
    <section className="tr-hero">
      <Seal of={`tournament ${tournament.id}`} size={560} points={260} stroke={0.3} />
      <div className="tr-facts">
        {above}
        <Heading className="display">{title}</Heading>
        <dl>
          <div>
            <dt>{t("card.prizes")}</dt>
            <dd className="value">{prizesOf(tournament, language)}</dd>
          </div>
          {status !== "finished" && (
            <div>
              <dt>{t(status === "active" ? "card.ends_in" : "card.starts_in")}</dt>
              <dd className="num">
                <Countdown to={status === "active" ? ends_at : starts_at} />
              </dd>
            </div>
          )}
          <div>
            <dt>{t("card.players")}</dt>
            <dd className="num">{showCount(players, language)}</dd>
          </div>
        </dl>
        <p className="row wrap tr-scoring">
          {tournament.repeats && <span className="tag">{t(`race.repeats.${tournament.repeats}`)}</span>}
          {t(`scoring.${tournament.scoring}`)}
        </p>
        {children && <div className="row wrap">{children}</div>}
      </div>
      {lines.length >= 3 && (
        <ol className="tr-podium">
          {[lines[1], lines[0], lines[2]].map(
            line =>
              line && (
                <li key={line.place} data-place={line.place}>
                  {line.player ? <PlayerAvatar of={line.player.avatar} size={54} /> : <i className="tr-hidden" />}
                  <b className="display">{line.place}</b>
                  <span className="ellipsis">{line.player?.name ?? t("board.hidden")}</span>
                  <span className="num value">{showPrize(line.prize, tournament.currency, language)}</span>
                </li>
              ),
          )}
        </ol>
      )}
    </section>
  );
}
