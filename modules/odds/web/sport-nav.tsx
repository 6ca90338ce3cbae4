import { NavLink } from "react-router";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { SportCount } from "../shared/contract.ts";

const mostLeagues = 14;

/** Sports and leagues with the number of their events. On phones a row of chips. */
export function SportNav({ sports, sport }: { sports: readonly SportCount[]; sport?: string | undefined }) {
  const { t } = useTranslation("odds");
  const href = useHref();
  const live = sports.reduce((sum, each) => sum + each.live, 0);
  const shown = sports.find(each => each.sport === sport) ?? sports[0];
  return (
    <nav className="bet-nav card" aria-label={t("page.sports")}>
      <NavLink to={href("/betting/live")}>
        <span className="ellipsis">{t("page.live_now")}</span>
        <small className="num">{live}</small>
      </NavLink>
      {sports.map(each => (
        <NavLink key={each.sport} to={href(`/betting/${each.sport}`)} end>
          <span className="ellipsis">{t(`sports.${each.sport}`)}</span>
          <small className="num">{each.events}</small>
        </NavLink>
      ))}
      {shown && (
        <div className="bet-leagues">
          <h2>{t("page.leagues")}</h2>
          {shown.leagues.slice(0, mostLeagues).map(league => (
            <NavLink key={league.id} to={href(`/betting/${shown.sport}/${encodeURIComponent(league.id)}`)}>
              <span className="ellipsis">{league.name}</span>
              <small className="num">{league.events}</small>
            </NavLink>
          ))}
        </div>
      )}
    </nav>
  );
}
