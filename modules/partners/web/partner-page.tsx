import { Handshake } from "lucide-react";
import { Link } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useModalLink } from "#kit/web/modal-link.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { getPartner } from "../shared/contract.ts";
import { ApplyForm } from "./apply-form.tsx";
import { Portal } from "./portal.tsx";
import "./partners.css";

export const handle = { texts: ["partners"] };

/** The partner program: how it pays, the application, and the partner's own figures. */
export default function PartnerPage() {
  const { t } = useTranslation("partners");
  const status = useSession(state => state.status);
  const { data: partner, isError } = useQuery(getPartner, {}, { enabled: status === "player" });
  const isOpen = partner?.status === "approved" || partner?.status === "suspended";
  return (
    <div className="partners">
      <PageHead title={t("page.title")} description={t("page.lead")} />
      {partner && isOpen ? (
        <Portal partner={partner} />
      ) : (
        <>
          <section className="partners-hero card">
            <p className="tag brass l">
              <Icon of={Handshake} size={15} />
              {t("page.title")}
            </p>
            <h1>{t("page.headline")}</h1>
            <p>{t("page.lead")}</p>
            {status === "guest" && <GuestActions />}
          </section>
          <div className="partners-split">
            <Rules />
            {status !== "guest" && (
              <section className="card box" aria-label={t("apply.title")}>
                <h2>{t("apply.title")}</h2>
                {isError && <p role="alert">{t("failed")}</p>}
                {partner === undefined && !isError && <Skeleton height={260} />}
                {partner === null && <ApplyForm />}
                {partner?.status === "applied" && <p role="status">{t("apply.sent", { code: partner.code })}</p>}
                {partner?.status === "declined" && <p role="status">{t("apply.declined")}</p>}
              </section>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function GuestActions() {
  const { t } = useTranslation("partners");
  const link = useModalLink();
  return (
    <div className="row wrap">
      <Link className={buttonClass({ variant: "brass", size: "l" })} to={link("signup")} preventScrollReset>
        {t("page.register")}
      </Link>
      <Link className={buttonClass({ variant: "ghost", size: "l" })} to={link("login")} preventScrollReset>
        {t("page.login")}
      </Link>
    </div>
  );
}

/** How a month is computed: the same for everybody, whatever the plan. */
function Rules() {
  const { t } = useTranslation("partners");
  return (
    <section className="card box" aria-label={t("rules.title")}>
      <h2>{t("rules.title")}</h2>
      {(["revenue", "cap", "carry", "cpa", "subs", "linked", "privacy"] as const).map(key => (
        <p key={key}>{t(`rules.${key}`)}</p>
      ))}
    </section>
  );
}
