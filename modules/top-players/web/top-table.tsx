import { ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { TopLine } from "../shared/contract.ts";
import type { TopBoard } from "../shared/period.ts";
import { PlayerName } from "./player-name.tsx";
import { showSum } from "./show.ts";

interface TopTableProps {
  readonly board: TopBoard;
  readonly lines: readonly TopLine[];
  /** The visitor's own line: marked, or last where it is below the others. */
  readonly me: TopLine | null;
}

/** Every bet is linked to its check. */
export function TopTable({ board, lines, me }: TopTableProps) {
  const { t } = useTranslation("top-players");
  return (
    <section className="card top-table">
      <table>
        <thead>
          <tr>
            <th className="place" aria-label={t("page.place")}>
              #
            </th>
            <th>{t("page.player")}</th>
            {board === "wagers" ? (
              <th className="align-right">{t("page.wager")}</th>
            ) : (
              <>
                <th>{t("page.game")}</th>
                <th className="align-right wide">{t("page.stake")}</th>
                <th className={`align-right${board === "multipliers" ? "" : " wide"}`}>{t("page.multiplier")}</th>
                <th className={`align-right${board === "multipliers" ? " wide" : ""}`}>{t("page.win")}</th>
                <th className="check">
                  <span className="sr-only">{t("page.check")}</span>
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <Line key={line.place} board={board} line={line} isOwn={line.place === me?.place} />
          ))}
          {me && me.place > (lines.at(-1)?.place ?? me.place) && <Line board={board} line={me} isOwn />}
        </tbody>
      </table>
    </section>
  );
}

function Line({ board, line, isOwn }: { board: TopBoard; line: TopLine; isOwn: boolean }) {
  const { t } = useTranslation("top-players", "lobby");
  const language = languageOf(useLocale());
  const href = useHref();
  const { place, player, bet, wager } = line;
  return (
    <tr className={isOwn ? "me" : undefined}>
      <td className="num muted">{place}</td>
      <td>
        <span className="row">
          {player ? <PlayerAvatar of={player.avatar} size={24} /> : <i className="top-hidden s" />}
          {isOwn ? <b>{t("page.you")}</b> : <PlayerName of={player} />}
        </span>
      </td>
      {wager && <td className="align-right num bold">{showSum(wager.amount, wager.currency, language)}</td>}
      {bet && (
        <>
          <td className="top-game">
            <span className={`row g-${bet.game}`}>
              <i className="diamond-mark" />
              <span className="ellipsis">{t.in("lobby:games", bet.game)}</span>
            </span>
          </td>
          <td className="align-right num muted wide">{showSum(bet.stake, bet.currency, language)}</td>
          <td className={`align-right num${board === "multipliers" ? " win bold" : " wide"}`}>
            {showMultiplier(bet.multiplier, language)}
          </td>
          <td className={`align-right num${board === "multipliers" ? " wide" : " win bold"}`}>
            {showSum(bet.payout, bet.currency, language)}
          </td>
          <td className="check">
            <Link to={href(`/verify/${bet.id}`)} aria-label={t("page.check_bet")}>
              <Icon of={ShieldCheck} size={16} />
            </Link>
          </td>
        </>
      )}
    </tr>
  );
}
