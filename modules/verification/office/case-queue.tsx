import { NavLink } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { isOpenCase } from "../shared/status.ts";
import { readCases } from "./contract.ts";

/** The open checks beside the one that is shown, the one that has waited longest first. */
export function CaseQueue({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  const { data } = useOfficeQuery(readCases, {}, 15_000);
  const shown = data?.data.filter(each => isOpenCase(each.status) || each.player.id === id) ?? [];
  return (
    <nav className="panel kyc-queue" aria-label={t("pages.kyc")}>
      {shown.map(({ player, status, claim, submitted_at }) => (
        <NavLink key={player.id} to={`/kyc/${player.id}`}>
          <b className="ellipsis">{player.name}</b>
          <small className="row wrap muted">
            <span className="grow">{claim?.name ?? t(`kyc.status.${status}`)}</span>
            {submitted_at !== null && <Moment at={submitted_at} brief />}
          </small>
        </NavLink>
      ))}
    </nav>
  );
}
