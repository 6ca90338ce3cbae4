import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoneyExactly } from "#kit/money/show.ts";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import type { OwnEntry, WinView } from "../shared/contract.ts";
import { showSum } from "./show.ts";

/** The latest wins, each with its proof. */
export function WinsTable({ wins }: { readonly wins: readonly WinView[] }) {
  const { t } = useTranslation("jackpots", "lobby");
  const language = languageOf(useLocale());
  const { dayAndTime } = useDates();
  if (wins.length === 0) return <p className="muted jp-none">{t("page.no_wins")}</p>;
  return (
    <div className="scroll">
      <table className="jp-table">
        <thead>
          <tr>
            <th>{t("table.when")}</th>
            <th>{t("table.pot")}</th>
            <th>{t("table.player")}</th>
            <th>{t("table.game")}</th>
            <th className="align-right">{t("table.amount")}</th>
            <th>
              <span className="sr-only">{t("check")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {wins.map(win => (
            <tr key={`${win.jackpot} ${win.number}`}>
              <td className="muted">{dayAndTime(win.won_at)}</td>
              <td>{win.title}</td>
              <td>
                <span className="row">
                  {win.player && <PlayerAvatar of={win.player.avatar} size={24} />}
                  <span className={win.player ? "ellipsis" : "muted"}>{win.player?.name ?? t("hidden")}</span>
                </span>
              </td>
              <td>{t.in("lobby:games", win.game)}</td>
              <td className="align-right num value">{showSum(win.amount, win.currency, language)}</td>
              <td className="align-right">{win.entry_id !== null && <Check id={win.entry_id} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the player's own latest bets added. */
export function OwnTable({ entries, currency }: { readonly entries: readonly OwnEntry[]; readonly currency: string }) {
  const { t } = useTranslation("jackpots", "lobby");
  const language = languageOf(useLocale());
  const { dayAndTime } = useDates();
  if (entries.length === 0) return <p className="muted jp-none">{t("page.no_own")}</p>;
  const exactly = (sum: string) => showMoneyExactly(parseDecimal(sum), currency as Currency, language);
  return (
    <div className="scroll">
      <table className="jp-table">
        <thead>
          <tr>
            <th>{t("table.when")}</th>
            <th>{t("table.pot")}</th>
            <th>{t("table.game")}</th>
            <th className="align-right">{t("table.stake")}</th>
            <th className="align-right">{t("table.added")}</th>
            <th>{t("table.result")}</th>
            <th>
              <span className="sr-only">{t("check")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => (
            <tr key={entry.entry_id}>
              <td className="muted">{dayAndTime(entry.at)}</td>
              <td>{entry.title}</td>
              <td>{t.in("lobby:games", entry.game)}</td>
              <td className="align-right num">{exactly(entry.stake)}</td>
              <td className="align-right num">{exactly(entry.share)}</td>
              <td>{entry.won ? <b className="value">{t("won")}</b> : <span className="muted">{t("not_won")}</span>}</td>
              <td className="align-right">
                <Check id={entry.entry_id} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Check({ id }: { readonly id: string }) {
  const { t } = useTranslation("jackpots");
  const href = useHref();
  return <Link to={href(`/verify/${id}`)}>{t("check")}</Link>;
}
