import { CopyButton } from "#kit/ui/copy-button.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { PartnerView } from "../shared/contract.ts";
import { useOrigin } from "./use-origin.ts";
import type { Shown } from "./use-shown.ts";

/** Partners whom this one invited, and the address that invites another one. */
export function SubPartnersCard({ partner, rate, shown }: { partner: PartnerView; rate: number; shown: Shown }) {
  const { t } = useTranslation("partners");
  const origin = useOrigin();
  return (
    <section className="card box" aria-label={t("subs.title")}>
      <h2>{t("subs.title")}</h2>
      <p className="muted sm">{t("subs.about", { rate: shown.rate(rate) })}</p>
      <p className="row sm">
        <code className="ellipsis">{`/partner?invited_by=${partner.code}`}</code>
        <CopyButton
          value={`${origin}/partner?invited_by=${partner.code}`}
          text={t("subs.copy")}
          done={t("links.copied")}
        />
      </p>
      {partner.sub_partners.length === 0 ? (
        <p className="muted sm">{t("subs.none")}</p>
      ) : (
        <ul className="partners-subs">
          {partner.sub_partners.map(({ code, status, applied_at, counts }) => (
            <li key={code} className="row spread sm">
              <b>{code}</b>
              <span className="muted">{shown.day(applied_at.slice(0, 10))}</span>
              <span>{counts ? t(`subs.${status}`) : t("subs.linked")}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
