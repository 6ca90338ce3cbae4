import { languageOf } from "#kit/i18n/locale.ts";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { OwnStanding, Standing, TournamentView } from "../shared/contract.ts";
import { showPrize, showScore } from "./show.ts";

interface BoardTableProps {
  readonly tournament: TournamentView;
  readonly lines: readonly Standing[];
  readonly me: OwnStanding | null | undefined;
}

/** The lines of a board; the player's own one is marked, or last where it is below the others. */
export function BoardTable({ tournament, lines, me }: BoardTableProps) {
  const { t } = useTranslation("tournaments");
  const language = languageOf(useLocale());
  const score = (text: string) => showScore(tournament, text, language);
  const prize = (text: string | null) => showPrize(text, tournament.currency, language);
  if (lines.length === 0 && !me) return <p className="muted tr-none">{t("board.none")}</p>;
  return (
    <>
      <div className="scroll">
        <table className="tr-board">
          <thead>
            <tr>
              <th aria-label={t("board.place")}>#</th>
              <th>{t("board.player")}</th>
              <th className="align-right">{t(`board.scores.${tournament.scoring}`)}</th>
              <th className="align-right">{t("board.prize")}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={line.place} className={classOf(line, me)}>
                <td className="num">{line.place}</td>
                <td>
                  <span className="row">
                    {line.player && <PlayerAvatar of={line.player.avatar} size={24} />}
                    <span className={line.player ? "ellipsis" : "muted"}>{line.player?.name ?? t("board.hidden")}</span>
                    {line.test && <span className="tag">{t("board.test")}</span>}
                  </span>
                </td>
                <td className="align-right num">{score(line.score)}</td>
                <td className="align-right num">{prize(line.prize)}</td>
              </tr>
            ))}
            {me && !lines.some(({ place }) => place === me.place) && (
              <tr className="me">
                <td className="num">{me.place ?? "–"}</td>
                <td>
                  <b>{t("board.you")}</b>
                </td>
                <td className="align-right num">{score(me.score)}</td>
                <td className="align-right num">{prize(me.prize)}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {me?.is_disqualified && <p className="bad sm tr-none">{t("board.disqualified")}</p>}
      {me && me.to_prize !== null && (
        <p className="muted sm tr-none">
          {t("board.to_prize", { score: score(me.to_prize), place: tournament.prizes.length })}
        </p>
      )}
    </>
  );
}

function classOf({ place, prize }: Standing, me: OwnStanding | null | undefined): string | undefined {
  const classes = [prize !== null && "paid", place === me?.place && "me"].filter(Boolean);
  return classes.length > 0 ? classes.join(" ") : undefined;
}
