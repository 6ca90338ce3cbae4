import { plainDateFormat } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useTimeZone } from "#kit/web/use-dates.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import type { StatementLine } from "../shared/contract.ts";

export type ShowSum = (sum: string, signed?: boolean) => string;

/** Movements, newest first; on a phone each is two lines. */
export function StatementTable({ items, show }: { items: readonly StatementLine[]; show: ShowSum }) {
  const { t } = useTranslation("statements");
  const moment = useMoment();
  return (
    <table className="movements">
      <thead>
        <tr>
          <th>{t("when")}</th>
          <th>{t("what")}</th>
          <th className="align-right">{t("change")}</th>
          <th className="align-right">{t("balance")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(line => (
          <tr key={line.number}>
            <td className="when muted num">{moment(line.at)}</td>
            <td className="what">
              <MovementName line={line} />
            </td>
            <td
              className={
                line.change.startsWith("-") || line.change === "0"
                  ? "change align-right num"
                  : "change align-right num paid"
              }
            >
              {line.change === "0" ? <span className="faint">{show(line.amount)}</span> : show(line.change, true)}
            </td>
            <td className="left align-right num muted" title={line.balance}>
              {show(line.balance)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What happened, and in which game. */
export function MovementName({ line: { kind, game, title } }: { line: StatementLine }) {
  const { t } = useTranslation("statements", "lobby");
  const language = languageOf(useLocale());
  const name = t.find(`kinds.${kind}`) ?? t("kinds.other");
  if (game === null) return name;
  const ownName = game === "betting" ? t("lobby:menu.betting") : t.find(`lobby:games.${game}`);
  return (
    <span className={`row g-${game}`}>
      <i className="diamond-mark" />
      {name}, {title?.[language] ?? ownName ?? game}
    </span>
  );
}

/** Day and minute in the player's own time zone; seconds are in the file. */
function useMoment(): (iso: string) => string {
  const language = languageOf(useLocale());
  const unset = useTimeZone();
  const zone = useSession(state => state.user?.timezone) || unset;
  return plainDateFormat(language, "moment_short_year", zone);
}
